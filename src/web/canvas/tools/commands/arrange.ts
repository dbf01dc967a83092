/** Putting things in order. */

import {
  type Axis,
  aligning,
  distributing,
  nudging,
  placing,
  type Side,
  thingsOf,
} from '#web/canvas/model/edits/arrange.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import type { ActionContext, CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { editable, every, notEmpty, onCanvas } from '#web/canvas/tools/actions/conditions.ts'
import { animateLayout } from '#web/canvas/view/flow/layout-animation.ts'
import { heightsOf } from '#web/canvas/view/nodes/flow-elements.ts'
import { t } from '#web/lib/language.ts'

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

/** How far one key moves what is selected, in px: the distance of the dots. */
const NUDGE = 24

const NUDGES: readonly [string, string, { x: number; y: number }][] = [
  ['ArrowLeft', 'left', { x: -NUDGE, y: 0 }],
  ['ArrowRight', 'right', { x: NUDGE, y: 0 }],
  ['ArrowUp', 'up', { x: 0, y: -NUDGE }],
  ['ArrowDown', 'down', { x: 0, y: NUDGE }],
]

/** Presses in a row are one step of undo. */
function nudge({ draft, document, selection, view }: ActionContext, by: { x: number; y: number }) {
  const operation = nudging(document, selection, by)
  if (!operation) return
  const count = selection.nodes.size + selection.notes.size
  const [node] = selection.nodes
  draft.perform(operation, {
    label: count === 1 ? t('Moved node') : t('Moved {count} nodes', { count }),
    burst: `nudge ${[...selection.nodes, ...selection.notes].join(' ')}`,
  })
  if (count === 1 && node !== undefined) view.camera.get()?.show({ node }, { focus: false })
}

const atLeast =
  (count: number) =>
  ({ selection }: ActionContext): true | string =>
    selection.nodes.size + selection.notes.size >= count ||
    (count === 1
      ? t('Select something first.')
      : count === 2
        ? t('Select at least two items first.')
        : t('Select at least three items first.'))

function arrange({ draft, view }: ActionContext, operation: ReturnType<typeof aligning>, label: string) {
  if (!operation) return view.message.set({ text: t('Already aligned.'), tone: 'info' })
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
  const label = only ? t('Tidied up {count} nodes', { count: only.length }) : t('Tidied up the workflow')
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
  ...NUDGES.map(
    ([key, side, by]): CanvasAction => ({
      id: `nudge-${side}`,
      label: `Move ${side}`,
      group: 'arrange',
      keys: [`mod+${key}`],
      enabled: every(onCanvas, editable, atLeast(1)),
      perform: (context) => nudge(context, by),
    }),
  ),
  ...SIDES.map(
    ([side, label, key]): CanvasAction => ({
      id: `align-${side}`,
      label,
      group: 'arrange',
      keys: [key],
      menus: ['selection'],
      enabled: every(editable, atLeast(2)),
      perform: (context) => arrange(context, aligning(chosen(context), side), t(label.replace(/^Align/, 'Aligned'))),
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
      perform: (context) => arrange(context, distributing(chosen(context), axis), t(label)),
    }),
  ),
]
