/** Changing what is there. */

import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { duplicating } from '#web/canvas/model/edits/copies.ts'
import { removing, toggling } from '#web/canvas/model/edits/edits.ts'
import { noteKey } from '#web/canvas/model/graph/flow-keys.ts'
import type { ActionContext, CanvasAction } from '#web/canvas/tools/actions/action.ts'
import {
  editable,
  every,
  nodesSelected,
  oneNodeSelected,
  only,
  presentationOf,
  sizeOf,
  somethingSelected,
} from '#web/canvas/tools/actions/conditions.ts'

import { paths } from '#web/paths.ts'

/** `2 nodes, a connection`. */
export function counted({ nodes, edges, notes }: ActionContext['selection']): string {
  const part = (size: number, one: string) => (size === 0 ? [] : [size === 1 ? `a ${one}` : `${size} ${one}s`])
  return [...part(nodes.size, 'node'), ...part(notes.size, 'note'), ...part(edges.size, 'connection')].join(', ')
}

/**
 * Deletes the selection; the edge or the node before it is selected next, so that the keyboard continues from there.
 */
function remove({ draft, document, selection, view }: ActionContext) {
  const keys = [...selection.nodes, ...[...selection.notes].map(noteKey)]
  const operation = removing(document, keys, [...selection.edges])
  const what = counted(selection)
  const entry = document.edges.find(({ to, from }) => selection.nodes.has(to.node) && !selection.nodes.has(from.node))
  const edge = document.edges.find(({ id }) => selection.edges.has(id))
  if (!operation || !draft.perform(operation, { label: `Deleted ${what}` })) return
  const next = entry?.from.node ?? edge?.from.node
  const there = next !== undefined && draft.document.get().nodes.some(({ id }) => id === next)
  draft.selection.set(there ? { ...NOTHING, nodes: new Set([next]) } : NOTHING)
  if (there) view.camera.get()?.show({ node: next })
  const open = view.open.get()
  if (open !== null && selection.nodes.has(open)) view.open.set(null)
  view.message.set({ text: `Deleted ${what}`, tone: 'info' })
}

function toggle({ draft, document, selection, view }: ActionContext) {
  const { operation, off } = toggling(document, [...selection.nodes])
  const label = `${off ? 'Disabled' : 'Enabled'} ${counted({ ...NOTHING, nodes: selection.nodes })}`
  if (operation && draft.perform(operation, { label })) view.message.set({ text: label, tone: 'info' })
}

function duplicate(context: ActionContext) {
  const { draft, document, selection, view } = context
  const made = duplicating(document, selection, (id) => presentationOf(context, id)?.trigger === true)
  if (!made) return view.message.set({ text: 'You can’t duplicate the trigger.', tone: 'bad' })
  const copied = { nodes: new Set(made.nodes), edges: new Set<string>(), notes: new Set(made.notes) }
  if (!draft.perform(made.operation, { label: `Duplicated ${counted(copied)}` })) return
  draft.selection.set(copied)
  const [first] = made.nodes
  if (first !== undefined) view.camera.get()?.show({ node: first })
  view.message.set({ text: `Duplicated ${counted(copied)}`, tone: 'info' })
}

const noTrigger = (context: ActionContext): true | string =>
  [...context.selection.nodes].some((id) => presentationOf(context, id)?.trigger)
    ? 'You can’t disable the trigger.'
    : true

/** Id of the workflow that the selected node runs; null where it runs none, or says so only when it runs. */
function ranBy({ document, selection }: ActionContext): string | null {
  const id = document.nodes.find((node) => node.id === only(selection.nodes))?.config.workflow_id
  return typeof id === 'string' && id !== '' && !id.includes('{{') ? id : null
}

export const editActions: readonly CanvasAction[] = [
  {
    id: 'open',
    label: 'Open settings',
    group: 'edit',
    keys: ['Enter'],
    menus: ['node'],
    enabled: oneNodeSelected,
    perform: ({ selection, view }) => view.open.set(only(selection.nodes)),
  },
  {
    id: 'open-workflow',
    label: 'Open its workflow',
    group: 'edit',
    keys: ['mod+shift+O'],
    menus: ['node'],
    enabled: every(oneNodeSelected, (context) => ranBy(context) !== null || 'It doesn’t run a workflow.'),
    perform: (context) => {
      const id = ranBy(context)
      if (id !== null) context.view.leaving.set(paths.designer(id))
    },
  },
  {
    id: 'rename',
    label: 'Rename',
    group: 'edit',
    keys: ['F2'],
    menus: ['node'],
    enabled: every(editable, (context) => sizeOf(context.selection) === 0 || oneNodeSelected(context)),
    perform: ({ selection, view }) => {
      const node = only(selection.nodes)
      if (node === null) view.naming.set(true)
      else view.renaming.set(node)
    },
  },
  {
    id: 'rename-workflow',
    label: 'Rename workflow',
    group: 'edit',
    keys: [],
    enabled: editable,
    perform: ({ view }) => view.naming.set(true),
  },
  {
    id: 'toggle',
    label: 'Enable or disable',
    group: 'edit',
    keys: ['D'],
    menus: ['node', 'selection'],
    enabled: every(editable, nodesSelected, noTrigger),
    perform: toggle,
  },
  {
    id: 'duplicate',
    label: 'Duplicate',
    group: 'edit',
    keys: ['mod+D'],
    menus: ['node', 'note', 'selection'],
    enabled: every(
      editable,
      ({ selection }) => selection.nodes.size + selection.notes.size > 0 || 'Select a node first.',
    ),
    perform: duplicate,
  },
  {
    id: 'delete',
    label: 'Delete',
    group: 'edit',
    keys: ['Delete', 'Backspace'],
    menus: ['node', 'edge', 'note', 'selection'],
    enabled: every(editable, somethingSelected),
    perform: remove,
  },
  {
    id: 'undo',
    label: 'Undo',
    group: 'edit',
    keys: ['mod+Z'],
    menus: ['canvas'],
    enabled: every(editable, ({ draft }) => draft.history.get().undo.length > 0 || 'Nothing to undo.'),
    perform: ({ draft, view }) => {
      const label = draft.history.get().undo.at(-1)?.label
      draft.undo()
      view.message.set({ text: draft.refusal.get() ?? `Undid: ${label}`, tone: draft.refusal.get() ? 'bad' : 'info' })
    },
  },
  {
    id: 'redo',
    label: 'Redo',
    group: 'edit',
    keys: ['mod+shift+Z', 'mod+Y'],
    menus: ['canvas'],
    enabled: every(editable, ({ draft }) => draft.history.get().redo.length > 0 || 'Nothing to redo.'),
    perform: ({ draft, view }) => {
      const label = draft.history.get().redo.at(-1)?.label
      draft.redo()
      view.message.set({ text: draft.refusal.get() ?? `Redid: ${label}`, tone: draft.refusal.get() ? 'bad' : 'info' })
    },
  },
]
