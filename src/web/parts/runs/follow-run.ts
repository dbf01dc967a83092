/** Follows a live run by the stream of its events, for whatever shows it: the canvas, the page of the run, a service. */
import type { Execution, ExecutionEvent } from '#contract/runs/executions.ts'
import { followStream } from '#web/api/stream.ts'
import { runToken } from '#web/lib/run-token.ts'
import { applyEvent, nodeKey } from './run-events.ts'

/** What a running node says of how far it is. */
export type Progress = Pick<Extract<ExecutionEvent, { type: 'progress' }>, 'fraction' | 'message'>

/** What shows the run. */
export interface RunView {
  change(next: (run: Execution) => Execution): void
  /** @param key `node_id:iteration` */
  progress(key: string, progress: Progress): void
  /** The connection is lost and being taken up again. */
  lost(isLost: boolean): void
  /** Fetches the run whole and shows it, unless `signal` has aborted meanwhile. */
  renew(signal: AbortSignal): Promise<unknown>
}

export interface Following {
  stop: () => void
  /** Resolves when nothing more comes: whether the run has ended, or was only followed no longer. */
  ended: Promise<boolean>
}

/** Keeps a run true until it ends; then it is fetched once more, with its logs and times. */
export function followRun({ id, seq }: { id: string; seq: number | undefined }, view: RunView): Following {
  const controller = new AbortController()
  const { signal } = controller
  const renew = () => view.renew(signal).catch(() => null)
  const onEvent = (event: ExecutionEvent) => {
    if (signal.aborted) return
    if (event.type === 'progress') {
      const { fraction, message } = event
      view.progress(nodeKey(event), { fraction, message })
    }
    // The last state is fetched whole, so that the result, its logs and its times arrive together.
    if (event.type !== 'end') view.change((run) => applyEvent(run, event))
    // What it waits for is not part of an event.
    if ((event.type === 'node' || event.type === 'status') && event.status === 'waiting') void renew()
  }
  const follow = async () => {
    await followStream(
      'streamExecution',
      { params: { id } },
      {
        signal,
        runToken: runToken(id),
        after: seq,
        onEvent,
        isLast: (event) => event.type === 'end',
        onConnection: (connected) => view.lost(!connected),
      },
      // Refused: what it is now is fetched, as after its end.
    ).catch(() => {})
    if (signal.aborted) return false
    view.lost(false)
    await renew()
    return true
  }
  return { stop: () => controller.abort(), ended: follow() }
}
