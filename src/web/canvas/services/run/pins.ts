/** Pins data to nodes and takes it away: kept on the server, for every member of the workflow. */

import type { ExecutionId, Json, WorkflowId } from '#contract/core/primitives.ts'
import type { Pin } from '#contract/workflows/test-runs.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { PinsById } from '#web/canvas/model/draft/run-session.ts'
import type { View } from '#web/canvas/model/draft/view.ts'
import { whenSaved } from '#web/canvas/services/sync/when-saved.ts'
import { t } from '#web/lib/language.ts'
import { refusalOf, takeRun } from './run-control.ts'

const byId = (items: readonly Pin[]): PinsById => Object.fromEntries(items.map((pin) => [pin.node_id, pin]))
const idOf = (draft: Draft) => draft.id as WorkflowId

/** @throws ApiError */
export async function loadPins(draft: Draft): Promise<void> {
  const { items } = await call('listPins', { params: { id: idOf(draft) } })
  draft.run.pins.set(byId(items))
}

/** Pins once the node itself is saved. @throws ApiError, with the field in question; Error when the edits cannot be saved */
export async function putPin(
  draft: Draft,
  node_id: string,
  pin: { output: Json; port?: string; made_up?: boolean; before?: { output: Json; port: string } },
): Promise<void> {
  await whenSaved(draft)
  const made = await call('setPin', { params: { id: idOf(draft), node_id }, body: pin })
  const { pins } = draft.run
  pins.set({ ...pins.get(), [node_id]: made })
}

/** @throws ApiError */
export async function takePin(draft: Draft, node_id: string): Promise<void> {
  const { items } = await call('removePin', { params: { id: idOf(draft), node_id } })
  draft.run.pins.set(byId(items))
}

/** What the row of a node in the run on the canvas can be pinned as; why not, in words. */
export function pinnable(draft: Draft, node_id: string): { output: Json; port: string } | string {
  const { execution, iterations } = draft.run
  const rows = execution.get()?.nodes.filter((row) => row.node_id === node_id) ?? []
  const at = iterations.get()[node_id]
  const row = rows.find(({ iteration }) => iteration === at) ?? rows[0]
  if (row?.status !== 'succeeded') return t('It has no output yet. Run it first, or write the data yourself.')
  if (row.stored) return t('Its output is too large to pin.')
  return { output: row.output, port: row.port ?? 'out' }
}

/** Pins what a node gave last, or lets it run again. What came of it is said. */
export async function togglePin(draft: Draft, view: View, node_id: string): Promise<void> {
  try {
    if (draft.run.pins.get()[node_id]) {
      await takePin(draft, node_id)
      view.message.set({ text: t('Unpinned: it runs again'), tone: 'info' })
      return
    }
    const given = pinnable(draft, node_id)
    if (typeof given === 'string') return view.message.set({ text: given, tone: 'bad' })
    await putPin(draft, node_id, given)
    view.message.set({ text: t('Pinned: tests use this data instead of running it'), tone: 'info' })
  } catch (error) {
    view.message.set({ text: refusalOf(error), tone: 'bad' })
  }
}

/** Puts back what nodes gave before their values were changed; they stay pinned, so that what follows can run on it. */
export async function putBack(draft: Draft, view: View, ids: readonly string[]): Promise<void> {
  const { pins } = draft.run
  const changed = ids.flatMap((id) => {
    const before = pins.get()[id]?.before
    return before ? [{ id, before }] : []
  })
  if (changed.length === 0) return view.message.set({ text: t('No values were changed.'), tone: 'info' })
  try {
    for (const { id, before } of changed) await putPin(draft, id, before)
    const text =
      changed.length === 1
        ? t('The value is as before, and pinned')
        : t('{count} values are as before, and pinned', { count: changed.length })
    view.message.set({ text, tone: 'info' })
  } catch (error) {
    view.message.set({ text: refusalOf(error), tone: 'bad' })
  }
}

/** Lets every node run again. */
export async function unpinAll(draft: Draft, view: View): Promise<void> {
  const ids = Object.keys(draft.run.pins.get())
  try {
    for (const id of ids) await takePin(draft, id)
    view.message.set({
      text: ids.length === 1 ? t('Unpinned: it runs again') : t('Unpinned: they run again'),
      tone: 'info',
    })
  } catch (error) {
    view.message.set({ text: refusalOf(error), tone: 'bad' })
  }
}

/** Pins the outputs of the run on the canvas, to continue from there; it is then no longer a past run. */
export async function copyToEditor(draft: Draft, view: View): Promise<void> {
  const session = draft.run
  const past = session.past.get()
  if (!past) return
  try {
    const { items, left_out } = await call('copyPins', {
      params: { id: idOf(draft) },
      body: { execution_id: past.id as ExecutionId },
    })
    session.pins.set(byId(items))
    takeRun(draft)
    const left =
      left_out.length === 0
        ? ''
        : ` ${t('Left out: {nodes}.', { nodes: left_out.map(({ node_id, reason }) => `${node_id} (${reason.slice(0, -1)})`).join(', ') })}`
    view.message.set({ text: t('This run’s data is pinned.') + left, tone: 'info' })
  } catch (error) {
    view.message.set({ text: refusalOf(error), tone: 'bad' })
  }
}
