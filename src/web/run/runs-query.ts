/** A list of runs as its address asks for it. */

import { EXECUTION_STATUSES, type ExecutionStatus } from '#contract/execution-states.ts'
import type { ExecutionQuery } from '#contract/executions.ts'
import { LIMITS } from '#contract/limits.ts'
import { q } from '#web/api/query.ts'

export interface RunsState {
  status: ExecutionStatus | null
  search: string
  page: number
}

export function readRunsState(params: URLSearchParams): RunsState {
  const page = Number(params.get('page'))
  return {
    status: EXECUTION_STATUSES.find((status) => status === params.get('status')) ?? null,
    search: (params.get('search') ?? '').trim().slice(0, 200),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

/** §7: the page becomes an offset, a status of 'all' is left out. */
export function runsQuery({ status, search, page }: RunsState, serviceId?: string) {
  const query: Partial<Omit<ExecutionQuery, 'service_id'>> & { service_id?: string } = {
    limit: LIMITS.pages.executions,
    offset: (page - 1) * LIMITS.pages.executions,
  }
  if (status) query.status = status
  if (search) query.search = search
  if (serviceId) query.service_id = serviceId
  return q('listExecutions', { query })
}
