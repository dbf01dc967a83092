/** Selecting, and walking through the graph. */

import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { besideEdge, type Direction, downstream, step, upstream } from '#web/canvas/model/graph/traversal.ts'
import type { ActionContext, CanvasAction } from '#web/canvas/tools/actions/action.ts'
import {
  always,
  every,
  nodesSelected,
  notEmpty,
  oneNodeSelected,
  only,
  sizeOf,
} from '#web/canvas/tools/actions/conditions.ts'
import { t } from '#web/lib/language.ts'

/** Selects one node, brings it into the flow view, and lets open settings follow. */
export function goTo({ draft, view }: Pick<ActionContext, 'draft' | 'view'>, node: string) {
  draft.selection.set({ ...NOTHING, nodes: new Set([node]) })
  if (view.open.get() !== null) view.open.set(node)
  view.camera.get()?.show({ node })
}

function goToEdge({ draft, view }: ActionContext, edge: string) {
  draft.selection.set({ ...NOTHING, edges: new Set([edge]) })
  view.camera.get()?.show({ edge })
}

/** From a node to its neighbour; from an edge to its ends, or to the adjacent edge. */
function walk(context: ActionContext, direction: Direction) {
  const { document, selection } = context
  const chosen = selection.nodes.size === 0 ? only(selection.edges) : null
  const edge = chosen === null ? undefined : document.edges.find(({ id }) => id === chosen)
  if (edge) {
    if (direction === 'left') return goTo(context, edge.from.node)
    if (direction === 'right') return goTo(context, edge.to.node)
    const next = besideEdge(document, edge.id, direction === 'down' ? 1 : -1)
    return next === null ? undefined : goToEdge(context, next)
  }
  const next = step(document, [...selection.nodes].at(-1) ?? '', direction)
  if (next !== null) goTo(context, next)
}

const chain = (context: ActionContext, of: typeof upstream) => {
  const nodes = new Set(context.selection.nodes)
  for (const id of context.selection.nodes) for (const found of of(context.document, id)) nodes.add(found)
  context.draft.selection.set({ ...NOTHING, nodes })
  context.view.message.set({ text: t('{count} nodes selected', { count: nodes.size }), tone: 'info' })
}

const ARROWS: readonly [string, Direction, string][] = [
  ['ArrowLeft', 'left', 'Go to the previous node'],
  ['ArrowRight', 'right', 'Go to the next node'],
  ['ArrowUp', 'up', 'Go to the branch above'],
  ['ArrowDown', 'down', 'Go to the branch below'],
]

function wiresOf({ document, selection }: ActionContext, side: 'from' | 'to') {
  const node = only(selection.nodes)
  return document.edges.filter((edge) => edge[side].node === node)
}

export const selectActions: readonly CanvasAction[] = [
  {
    id: 'select-all',
    label: 'Select all',
    group: 'select',
    keys: ['mod+A'],
    menus: ['canvas'],
    enabled: ({ document }) => document.nodes.length + document.notes.length > 0 || t('The workflow is empty.'),
    perform: ({ draft, document }) =>
      draft.selection.set({
        nodes: new Set(document.nodes.map(({ id }) => id)),
        edges: new Set(document.edges.map(({ id }) => id)),
        notes: new Set(document.notes.map(({ id }) => id)),
      }),
  },
  ...ARROWS.map(
    ([key, direction, label]): CanvasAction => ({
      id: `walk-${direction}`,
      label,
      group: 'select',
      keys: [key],
      enabled: notEmpty,
      perform: (context) => walk(context, direction),
    }),
  ),
  {
    id: 'select-upstream',
    label: 'Select everything before',
    group: 'select',
    keys: ['shift+ArrowLeft'],
    menus: ['node', 'selection'],
    enabled: nodesSelected,
    perform: (context) => chain(context, upstream),
  },
  {
    id: 'select-downstream',
    label: 'Select everything after',
    group: 'select',
    keys: ['shift+ArrowRight'],
    menus: ['node', 'selection'],
    enabled: nodesSelected,
    perform: (context) => chain(context, downstream),
  },
  {
    id: 'select-way-out',
    label: 'Select the outgoing connection',
    group: 'select',
    keys: ['alt+ArrowRight'],
    enabled: every(
      oneNodeSelected,
      (context) => wiresOf(context, 'from').length > 0 || t('Nothing follows this node.'),
    ),
    perform: (context) => {
      const [first] = wiresOf(context, 'from')
      if (first) goToEdge(context, first.id)
    },
  },
  {
    id: 'select-way-in',
    label: 'Select the incoming connection',
    group: 'select',
    keys: ['alt+ArrowLeft'],
    enabled: every(oneNodeSelected, (context) => wiresOf(context, 'to').length > 0 || t('Nothing leads to this node.')),
    perform: (context) => {
      const [first] = wiresOf(context, 'to')
      if (first) goToEdge(context, first.id)
    },
  },
  {
    id: 'select-none',
    label: 'Clear selection and close panels',
    group: 'select',
    keys: ['Escape'],
    enabled: always,
    perform: ({ draft, selection, view }) => {
      if (view.picker.get()) return view.picker.set(null)
      if (view.open.get() !== null) return view.open.set(null)
      if (sizeOf(selection) > 0) draft.selection.set(NOTHING)
    },
  },
]
