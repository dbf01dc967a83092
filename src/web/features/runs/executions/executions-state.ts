/** The list of all users' runs as its address defines it: §7's query, with a page instead of an offset. */

import { LIMITS } from '#contract/core/limits.ts'
import { EXECUTION_STATUSES, type ExecutionStatus, PRIORITIES, type Priority } from '#contract/runs/execution-states.ts'
import type { ExecutionQuery } from '#contract/runs/executions.ts'
import { q } from '#web/api/query.ts'
import { readRunsState } from '#web/parts/runs/runs-state.ts'
import { paths } from '#web/paths.ts'

export interface ExecutionsState {
  status: ExecutionStatus | null
  priority: Priority | null
  search: string
  page: number
}

export const readState = (params: URLSearchParams): ExecutionsState => ({
  ...readRunsState(params),
  status: EXECUTION_STATUSES.find((one) => one === params.get('status')) ?? null,
  priority: PRIORITIES.find((one) => one === params.get('priority')) ?? null,
})

export const statePath = ({ status, priority, search, page }: ExecutionsState): string =>
  paths.executions({ status, priority, search, page: page > 1 ? page : null })

/** §7: the page becomes an offset; 'all' is left out. */
export function executionsQuery({ status, priority, search, page }: ExecutionsState) {
  const query: Partial<ExecutionQuery> = {
    scope: 'all',
    limit: LIMITS.pages.executions,
    offset: (page - 1) * LIMITS.pages.executions,
  }
  if (status) query.status = status
  if (priority) query.priority = priority
  if (search) query.search = search
  return q('listExecutions', { query })
}

export const queueQuery = () => q('getQueue')
