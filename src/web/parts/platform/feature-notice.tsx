import type { FeatureName } from '#contract/admin/feature-values.ts'
import { useFeature } from '#web/api/use-site.ts'
import { t } from '#web/lib/language.ts'
import { Callout } from '#web/ui/callout.tsx'

/** What a person is told of a part that is off for them, in the words of a refusal. */
const REFUSALS: Record<FeatureName, () => string> = {
  tryouts: () => t('Agents can’t be run without an account here. Sign in to run this agent.'),
  role_requests: () => t('Roles can’t be requested here at the moment.'),
  mcp: () => t('MCP is switched off on this installation.'),
  api_keys: () => t('API keys are switched off on this installation.'),
  widgets: () => t('Widgets and chat pages are switched off on this installation.'),
  code_node: () => t('The JavaScript step is switched off on this installation.'),
  workflow_proposals: () => t('Workflow proposals are switched off on this installation.'),
}

/** Why a part can't be used; undefined where it can. */
export const useFeatureReason = (name: FeatureName): string | undefined =>
  useFeature(name) ? undefined : REFUSALS[name]()

/** Says that a part is off; nothing where it is on. */
export function FeatureNotice({ name }: { name: FeatureName }) {
  const reason = useFeatureReason(name)
  return reason === undefined ? null : <Callout tone="warn">{reason}</Callout>
}
