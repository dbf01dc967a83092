/** Adding and connecting. */

import { freePort } from '#web/canvas/model/graph/ports.ts'
import type { CanvasAction } from '#web/canvas/tools/actions/action.ts'
import {
  editable,
  every,
  nodesSelected,
  oneEdgeSelected,
  oneNodeSelected,
  only,
  presentationOf,
} from '#web/canvas/tools/actions/conditions.ts'
import { t } from '#web/lib/language.ts'

export const addActions: readonly CanvasAction[] = [
  {
    id: 'add',
    label: 'Add node',
    group: 'add',
    keys: ['N'],
    menus: ['canvas', 'node'],
    enabled: editable,
    perform: (context) => {
      const { document, selection, view } = context
      const edge = selection.nodes.size === 0 ? only(selection.edges) : null
      const node = only(selection.nodes)
      const from = node === null ? null : freePort(document, presentationOf(context, node), node)
      view.picker.set({ at: null, from, into: edge })
    },
  },
  {
    id: 'insert',
    label: 'Insert node here',
    group: 'add',
    keys: [],
    menus: ['edge'],
    enabled: every(editable, oneEdgeSelected),
    perform: ({ selection, view }) => view.picker.set({ at: null, from: null, into: only(selection.edges) }),
  },
  {
    id: 'connect',
    label: 'Connect to a node',
    group: 'add',
    keys: ['C'],
    menus: ['node'],
    enabled: every(editable, oneNodeSelected, (context) => {
      const node = only(context.selection.nodes)
      return node !== null && freePort(context.document, presentationOf(context, node), node) === null
        ? t('This node has no output.')
        : true
    }),
    perform: (context) => {
      const node = only(context.selection.nodes)
      const from = node === null ? null : freePort(context.document, presentationOf(context, node), node)
      if (from) context.view.picker.set({ at: null, from, into: null, existing: true })
    },
  },
  {
    id: 'replace',
    label: 'Replace, keeping connections and settings',
    group: 'edit',
    keys: ['R'],
    menus: ['node'],
    enabled: every(editable, nodesSelected, oneNodeSelected),
    perform: ({ selection, view }) => {
      const node = only(selection.nodes)
      if (node !== null) view.picker.set({ at: null, from: null, into: null, replaces: node })
    },
  },
]
