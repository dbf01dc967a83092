import type { AgentDetail } from '#contract/agents/agents.ts'
import { q } from '#web/api/query.ts'

export const agentQuery = (id: string) => q('getAgent', { params: { id } })

/** Whether a run may cost something: the price, or models of the platform. */
export const mayCost = ({ price, version }: AgentDetail): boolean =>
  version !== null && (price.type !== 'free' || version.permissions.models.length > 0)
