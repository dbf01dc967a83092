/** Putting things in order. */

import { type Axis, aligning, distributing, placing, type Side, thingsOf } from '#web/canvas/model/edits/arrange.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import type { ActionContext, CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { editable, every, notEmpty } from '#web/canvas/tools/actions/conditions.ts'
import { animateLayout } from '#web/canvas/view/flow/layout-animation.ts'
import { heightsOf } from '#web/canvas/view/nodes/flow-elements.ts'

const chosen = ({ document, selection, draft }: ActionContext) =>
  thingsOf(document, selection, heightsOf(document, draft.analysis.get().presentations))

const SIDES: readonly [Side, string, string][] = [
  ['left', 'Align left', 'alt+A'],
  ['center', 'Align horizontal centres', 'alt+H'],
  ['right', 'Align right', 'alt+D'],
  ['top', 'Align tops', 'alt+W'],
  ['middle', 'Align vertical centres', 'alt+V'],
  ['bottom', 'Align bottoms', 'alt+S'],
]

const AXES: readonly [Axis, string, string][] = [
  ['x', 'Distribute horizontally', 'alt+shift+H'],
  ['y', 'Distribute vertically', 'alt+shift+V'],
]

const atLeast =
  (count: number) =>
  ({ selection }: ActionContext): true | string =>
    selection.nodes.size + selection.notes.size >= count ||
    `Select at least ${count === 2 ? 'two' : 'three'} items first.`

function arrange({ draft, view }: ActionContext, operation: ReturnType<typeof aligning>, label: string) {
  if (!operation) return view.message.set({ text: 'Already aligned.', tone: 'info' })
  animateLayout()
  if (draft.perform(operation, { label })) view.message.set({ text: label, tone: 'info' })
}

/** Lays out what is selected, or everything when nothing or one node is. */
async function tidyUp(context: ActionContext) {
  const { draft, selection, view } = context
  const document = draft.document.get()
  const only = selection.nodes.size > 1 ? [...selection.nodes] : null
  const places = await ask('tidy', { document, only, heights: heightsOf(document, draft.analysis.get().presentations) })
  const operation = placing(draft.document.get(), places)
  const label = only ? `Tidied up ${only.length} nodes` : 'Tidied up the workflow'
  arrange(context, operation, label)
  if (operation && !only) view.camera.get()?.fit()
}

export const arrangeActions: readonly CanvasAction[] = [
  {
    id: 'tidy',
    label: 'Tidy up',
    group: 'arrange',
    keys: ['alt+shift+T'],
    menus: ['canvas', 'selection'],
    enabled: every(editable, notEmpty),
    perform: tidyUp,
  },
  ...SIDES.map(
    ([side, label, key]): CanvasAction => ({
      id: `align-${side}`,
      label,
      group: 'arrange',
      keys: [key],
      menus: ['selection'],
      enabled: every(editable, atLeast(2)),
      perform: (context) => arrange(context, aligning(chosen(context), side), label.replace(/^Align/, 'Aligned')),
    }),
  ),
  ...AXES.map(
    ([axis, label, key]): CanvasAction => ({
      id: `distribute-${axis}`,
      label,
      group: 'arrange',
      keys: [key],
      menus: ['selection'],
      enabled: every(editable, atLeast(3)),
      perform: (context) => arrange(context, distributing(chosen(context), axis), label.replace(/^Space/, 'Spaced')),
    }),
  ),
]
