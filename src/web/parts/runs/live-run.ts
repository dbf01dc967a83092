/** One run, live: what the loader fetched, kept true by the stream of its events. */
import { useEffect, useState } from 'react'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution, ExecutionEvent } from '#contract/runs/executions.ts'
import { useData } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { stream } from '#web/api/stream.ts'
import { runToken } from '#web/lib/run-token.ts'
import { nodeKey, withEvent } from './run-events.ts'
import { runQuery } from './run-query.ts'
import { runGoesOn, runHasEnded } from './start-run.ts'

export interface Progress {
  fraction: number
  message: string
}

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
    if (!live) return runHasEnded(id)
    runGoesOn(id)
    const controller = new AbortController()
    const key = runQuery(id).queryKey
    const onEvent = (event: ExecutionEvent) => {
      if (event.type === 'progress') {
        const { fraction, message } = event
        setProgress((known) => ({ ...known, [nodeKey(event)]: { fraction, message } }))
      }
      // The last state is fetched whole, so that the result, its logs and its times arrive together.
      if (event.type !== 'end')
        queryClient.setQueryData<Execution>(key, (known) => (known ? withEvent(known, event) : known))
    }
    const follow = stream(
      'streamExecution',
      { params: { id } },
      {
        signal: controller.signal,
        runToken: runToken(id),
        after: queryClient.getQueryData<Execution>(key)?.seq,
        onEvent,
        isLast: (event) => event.type === 'end',
        onConnection: (connected) => setLost(!connected),
      },
    )
    const settle = async () => {
      if (controller.signal.aborted) return
      await queryClient.invalidateQueries({ queryKey: key })
    }
    void follow.then(settle, settle)
    return () => controller.abort()
  }, [id, live])
  return { run, progress, lost: live && lost }
}
