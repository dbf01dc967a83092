/** What the operator has switched off, and limits that differ from their defaults. Until it is known, what is usual applies; the server decides. */
import { useQuery } from '@tanstack/react-query'
import { type FeatureName, isFeatureOn } from '#contract/admin/feature-values.ts'
import { type RuntimeLimits, runtimeLimitsOf } from '#contract/admin/runtime-limit-values.ts'
import { q } from './query.ts'
import { useUser } from './use-session.ts'

/** Whether the person who looks may use a part of the product. */
export function useFeature(name: FeatureName): boolean {
  const { data } = useQuery(q('getSite'))
  const user = useUser()
  return isFeatureOn(data?.features ?? {}, name, user?.role ?? null)
}

export const useRuntimeLimits = (): RuntimeLimits => runtimeLimitsOf(useQuery(q('getSite')).data?.limits ?? {})
