/** A list of runs as its address asks for it. What an address says that the server would refuse is left out. */
import { EXECUTION_STATUSES, type ExecutionStatus } from '#contract/runs/execution-states.ts'

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
