/** One run, live: what the loader fetched, kept true by the stream of its events. */
import { useEffect, useState } from 'react'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { useData } from '#web/api/query.ts'
import { queryClient, renew } from '#web/api/query-client.ts'
import { followRun, type Progress } from './follow-run.ts'
import { runQuery } from './run-query.ts'
import { noteRunEnded, noteRunStarted } from './start-run.ts'

export interface LiveRun {
  run: Execution
  /** Of running nodes, by `node_id:iteration`. */
  progress: Readonly<Record<string, Progress>>
  /** The connection is lost and being taken up again. */
  lost: boolean
}

/** Follows the run until it ends; then fetches it once more, with its logs and times. */
export function useLiveRun(id: string): LiveRun {
  const query = runQuery(id)
  const run = useData(query)
  const [progress, setProgress] = useState<LiveRun['progress']>({})
  const [lost, setLost] = useState(false)
  const live = !isFinal(run.status)
  useEffect(() => {
    if (!live) return noteRunEnded(id)
    noteRunStarted(id)
    const key = runQuery(id).queryKey
    const { stop } = followRun(
      { id, seq: queryClient.getQueryData<Execution>(key)?.seq },
      {
        change: (next) => queryClient.setQueryData<Execution>(key, (known) => known && next(known)),
        progress: (node, now) => setProgress((known) => ({ ...known, [node]: now })),
        lost: setLost,
        renew: () => renew(key),
      },
    )
    return stop
  }, [id, live])
  return { run, progress, lost: live && lost }
}
