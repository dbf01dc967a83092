/** Waits for a request to the test address of a workflow, or a change of its data table; what it brought becomes the pinned data of the trigger. */

import type { WorkflowId } from '#contract/core/primitives.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { TriggerCall } from '#contract/workflows/triggers.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { View } from '#web/canvas/model/draft/view.ts'
import { t } from '#web/lib/language.ts'
import { pinnable, putPin } from './pins.ts'
import { openRun, refusalOf } from './run-control.ts'

/** Between two looks at the calls of the workflow, in ms. */
const LOOK_MS = 1500
/** Nobody sends anything after that, in ms. */
const LISTEN_MS = 5 * 60_000

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LOOK_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

export type Heard = 'webhook' | 'table'

/** Whether the next change of its table tries the draft. */
const setListening = (draft: Draft, listening: boolean) =>
  call('listenForTableChange', { params: { id: draft.id as WorkflowId }, body: { listening } })

export const SAID = {
  webhook: {
    refused: 'A request arrived and was refused. Its reason is on the page of triggers.',
    arrived: 'A request arrived.',
    pinned: 'A request arrived, and its data is pinned',
  },
  table: {
    refused: 'A row changed, but the draft can’t run. Its problems are in the list of problems.',
    arrived: 'A row changed.',
    pinned: 'A row changed, and its data is pinned',
  },
} as const

/** Calls of its published address are not ours: they may be customers'. */
async function newestCall(draft: Draft, kind: Heard): Promise<TriggerCall | null> {
  const { calls } = await call('listTriggers', { params: { id: draft.id as WorkflowId } })
  return calls.find(({ test, type }) => test && type === kind) ?? null
}

/** The run is on the canvas, and the trigger has its row. @returns false where it never came so far */
async function reached(draft: Draft, run: string, node: string, signal: AbortSignal): Promise<boolean> {
  for (let looks = 0; looks < 40 && !signal.aborted; looks += 1) {
    const now = draft.run.execution.get()
    if (now?.id === run && now.nodes.some((row) => row.node_id === node && row.status === 'succeeded')) return true
    if (now?.id === run && isFinal(now.status)) return false
    await pause(signal)
  }
  return false
}

/**
 * Follows the next request, or change, on the canvas and pins what it brought to the trigger. What goes wrong is said. Resolves once a request came,
 * it was stopped or it took too long.
 * @param ready called as soon as no request is missed any more
 */
export async function listenFor(
  { draft, view, node, kind }: { draft: Draft; view: View; node: string; kind: Heard },
  signal: AbortSignal,
  ready: () => void,
): Promise<void> {
  try {
    const before = await newestCall(draft, kind)
    if (kind === 'table') await setListening(draft, true)
    ready()
    for (const until = Date.now() + LISTEN_MS; Date.now() < until && !signal.aborted; ) {
      await pause(signal)
      const now = signal.aborted ? before : await newestCall(draft, kind)
      if (now === null || now.id === before?.id) continue
      if (now.execution_id === null) {
        view.message.set({ text: t(SAID[kind].refused), tone: 'bad' })
        return
      }
      await openRun({ draft, view }, now.execution_id, false)
      if (!(await reached(draft, now.execution_id, node, signal))) return
      const given = pinnable(draft, node)
      if (typeof given === 'string') view.message.set({ text: `${t(SAID[kind].arrived)} ${given}`, tone: 'info' })
      else {
        await putPin(draft, node, given)
        view.message.set({ text: t(SAID[kind].pinned), tone: 'info' })
      }
      return
    }
  } catch (error) {
    if (!signal.aborted) view.message.set({ text: refusalOf(error), tone: 'bad' })
  } finally {
    // Otherwise it ends in some minutes.
    if (kind === 'table' && signal.aborted) void setListening(draft, false).catch(() => {})
  }
}
