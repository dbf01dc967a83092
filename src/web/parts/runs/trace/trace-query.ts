/** The trace of a run, page after page, and one call of it. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import type { PlanItem } from '#contract/runs/plan.ts'
import type { RunInside, TraceDetail, TraceEntry } from '#contract/runs/traces.ts'
import { queryWithToken } from '#web/api/query.ts'
import { runToken } from '#web/lib/run-token.ts'

const PAGE = 200
/** A run that continues is looked at again after this long. */
const LOOK_AGAIN_MS = 2_000

const pageQuery = (id: string, offset: number) =>
  queryWithToken(
    'listTrace',
    { runToken: runToken(id) },
    { params: { id: id as never }, query: { limit: PAGE, offset } },
  )

export interface TraceList {
  entries: TraceEntry[]
  runsInside: readonly RunInside[]
  plan: readonly PlanItem[] | null
  total: number
  isPending: boolean
  failed: boolean
  /** Undefined when all are there. */
  more: (() => void) | undefined
}

export function useTrace({ id, status }: Pick<Execution, 'id' | 'status'>): TraceList {
  const [pages, setPages] = useState(1)
  const found = useQueries({
    queries: Array.from({ length: pages }, (_, index) => ({
      ...pageQuery(id, index * PAGE),
      refetchInterval: isFinal(status) ? (false as const) : LOOK_AGAIN_MS,
    })),
  })
  const entries = found.flatMap(({ data }) => data?.items ?? [])
  const total = found[0]?.data?.total ?? 0
  const isPending = found.some((one) => one.isPending)
  return {
    entries,
    runsInside: found[0]?.data?.runs_inside ?? [],
    plan: found[0]?.data?.plan ?? null,
    total,
    isPending,
    failed: found.some(({ isError }) => isError),
    more: entries.length < total && !isPending ? () => setPages(pages + 1) : undefined,
  }
}

export const useTraceEntry = (id: string, entry: number): { data: TraceDetail | undefined; isError: boolean } =>
  useQuery(queryWithToken('getTraceEntry', { runToken: runToken(id) }, { params: { id: id as never, entry } }))
