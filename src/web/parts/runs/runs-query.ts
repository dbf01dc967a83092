import { LIMITS } from '#contract/core/limits.ts'
import type { ExecutionQuery } from '#contract/runs/executions.ts'
import { q } from '#web/api/query.ts'
import type { RunsState } from './runs-state.ts'

/** §7: the page becomes an offset, a status of 'all' is left out. */
export const runsQuery = (state: RunsState, serviceId?: string) =>
  q('listExecutions', { query: runsInput(state, serviceId) })

export function runsInput({ status, search, page }: RunsState, serviceId?: string) {
  const query: Partial<Omit<ExecutionQuery, 'service_id'>> & { service_id?: string } = {
    limit: LIMITS.pages.executions,
    offset: (page - 1) * LIMITS.pages.executions,
  }
  if (status) query.status = status
  if (search) query.search = search
  if (serviceId) query.service_id = serviceId
  query.results = 'true'
  return query
}
