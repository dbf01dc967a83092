/** The list of all users' runs as its address asks for it. */
import { LIMITS } from '#contract/core/limits.ts'
import { LOG_PERIODS } from '#contract/runs/execution-log-values.ts'
import { q } from '#web/api/query.ts'
import { type RunsState, readRunsState } from '#web/parts/runs/runs-state.ts'
import { paths } from '#web/paths.ts'

export interface LogsState extends RunsState {
  /** Of the last so many days; null for all. */
  days: (typeof LOG_PERIODS)[number] | null
  /** The runs of one person. */
  owner: string | null
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readLogsState(params: URLSearchParams): LogsState {
  const owner = params.get('owner')
  return {
    ...readRunsState(params),
    days: LOG_PERIODS.find((days) => String(days) === params.get('days')) ?? null,
    owner: owner !== null && UUID.test(owner) ? owner : null,
  }
}

export const logsPath = ({ status, search, days, owner, page }: LogsState): string =>
  paths.adminExecutionLogs({ status, search, days, owner, page: page > 1 ? page : null })

export const logsQuery = ({ status, search, days, owner, page }: LogsState) =>
  q('listExecutionLogs', {
    query: {
      limit: LIMITS.pages.executions,
      offset: (page - 1) * LIMITS.pages.executions,
      ...(status && { status }),
      ...(search && { search }),
      ...(days && { days }),
      ...(owner && { owner_id: owner }),
    },
  })
