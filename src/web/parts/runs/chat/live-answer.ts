/** The answer of a run while a model writes it. */
import { useEffect, useState } from 'react'
import type { ExecutionEvent } from '#contract/runs/executions.ts'
import type { PlanItem } from '#contract/runs/plan.ts'
import { followStream } from '#web/api/stream.ts'
import { runToken } from '#web/lib/run-token.ts'
import { joinWritten } from './join-written.ts'

/**
 * Follows a run until it ends or waits for a person.
 * @param onTurn called when its state has changed: what it is now has to be fetched
 */
export function useLiveAnswer(
  id: string | null,
  onTurn: () => unknown,
): { text: string | null; plan: readonly PlanItem[] | null } {
  const [live, setLive] = useState<{ id: string; text: string } | null>(null)
  const [planned, setPlanned] = useState<{ id: string; items: readonly PlanItem[] } | null>(null)
  useEffect(() => {
    if (id === null) return
    const controller = new AbortController()
    let known = ''
    const onEvent = (event: ExecutionEvent) => {
      if (event.type === 'progress' && event.written) {
        known = joinWritten(known, event.written)
        setLive({ id, text: known })
      }
      if (event.type === 'plan') setPlanned({ id, items: event.items })
      if (event.type === 'status' && event.status === 'waiting') onTurn()
    }
    void followStream(
      'streamExecution',
      { params: { id: id as never } },
      {
        signal: controller.signal,
        runToken: runToken(id),
        after: undefined,
        onEvent,
        isLast: (event) => event.type === 'end',
        onConnection: () => undefined,
      },
    )
      .catch(() => undefined)
      .then(() => {
        if (!controller.signal.aborted) onTurn()
      })
    return () => controller.abort()
  }, [id, onTurn])
  return {
    text: live !== null && live.id === id ? live.text : null,
    plan: planned !== null && planned.id === id ? planned.items : null,
  }
}
