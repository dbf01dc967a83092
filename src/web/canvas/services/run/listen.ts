/** Waits for a request to the test address of a workflow; what it brought becomes the pinned data of the trigger. */
import type { WorkflowId } from '#contract/core/primitives.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { View } from '#web/canvas/model/draft/view.ts'
import { pinnable, putPin } from './pins.ts'
import { openRun, refusalOf } from './run-control.ts'

/** Between two looks at the runs of the workflow, in ms. */
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

async function newestCall(draft: Draft): Promise<string | null> {
  const query = { workflow_id: draft.id as WorkflowId, limit: 5 }
  const { items } = await call('listExecutions', { query })
  return items.find(({ trigger }) => trigger === 'webhook')?.id ?? null
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
 * Follows the next request on the canvas and pins what it brought to the trigger.
 * @returns whether a request came before it was stopped; what goes wrong is said
 */
export async function listenForRequest(draft: Draft, view: View, node: string, signal: AbortSignal): Promise<boolean> {
  try {
    const before = await newestCall(draft)
    for (const until = Date.now() + LISTEN_MS; Date.now() < until && !signal.aborted; ) {
      await pause(signal)
      const now = signal.aborted ? before : await newestCall(draft)
      if (now === null || now === before) continue
      await openRun({ draft, view }, now, false)
      if (!(await reached(draft, now, node, signal))) return true
      const given = pinnable(draft, node)
      if (typeof given === 'string') view.message.set({ text: `A request arrived. ${given}`, tone: 'info' })
      else {
        await putPin(draft, node, given)
        view.message.set({ text: 'A request arrived, and its data is pinned', tone: 'info' })
      }
      return true
    }
  } catch (error) {
    if (!signal.aborted) view.message.set({ text: refusalOf(error), tone: 'bad' })
  }
  return false
}
