/** Says where this page is in the workflow: at once when something changes, at most ten times a second, and again every five seconds. */

import type { WorkflowId } from '#contract/core/primitives.ts'
import { PRESENCE } from '#contract/workflows/edit-limits.ts'
import type { SentPresence } from '#contract/workflows/workflow-edits.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { View } from '#web/canvas/model/draft/view.ts'
import { randomId } from '#web/canvas/model/rebase/random-id.ts'

/** @returns how to stop; it says that one has left */
export function tellPresence(draft: Draft, view: View, onClient: (client: string) => void): () => void {
  const client = randomId()
  let timer: ReturnType<typeof setTimeout> | null = null
  let stopped = false
  const place = (): SentPresence => {
    const { nodes, notes } = draft.selection.get()
    return {
      client,
      selected: [...nodes, ...notes].filter((id) => id.length <= 64).slice(0, PRESENCE.selected),
      open: view.open.get(),
      // Nobody looks at the pointer of who is alone.
      cursor: draft.presence.people.get().length > 1 ? draft.presence.pointer.get() : null,
    }
  }
  const say = (more: Partial<SentPresence> = {}) =>
    call(
      'tellPresence',
      { params: { id: draft.id as WorkflowId }, body: { ...place(), ...more } },
      { exact: true },
    ).then(
      (answer) => onClient(answer.client),
      // The next one says it again.
      () => {},
    )
  const soon = () => {
    if (timer !== null || stopped) return
    timer = setTimeout(() => {
      timer = null
      if (!stopped) void say()
    }, PRESENCE.cursor_ms)
  }
  const moved = () => {
    if (draft.presence.people.get().length > 1) soon()
  }
  const beat = setInterval(() => void say(), PRESENCE.beat_ms)
  const stops = [
    draft.selection.subscribe(soon),
    view.open.subscribe(soon),
    draft.presence.pointer.subscribe(moved),
    () => clearInterval(beat),
  ]
  const leave = () => void say({ leaving: true })
  window.addEventListener('pagehide', leave)
  void say()
  return () => {
    stopped = true
    if (timer !== null) clearTimeout(timer)
    for (const stop of stops) stop()
    window.removeEventListener('pagehide', leave)
    leave()
  }
}
