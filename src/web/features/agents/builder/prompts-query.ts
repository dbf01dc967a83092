import type { WorkflowId } from '#contract/core/primitives.ts'
import { q } from '#web/api/query.ts'

/** The newest are enough to compare and to go back to. */
const MOST = 50

export const promptsQuery = (id: string) =>
  q('listPrompts', { params: { id: id as WorkflowId }, query: { limit: MOST } })
