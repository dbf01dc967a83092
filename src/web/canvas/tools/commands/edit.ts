/** Changing what is there. */

import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { duplicating } from '#web/canvas/model/edits/copies.ts'
import { removing, toggling } from '#web/canvas/model/edits/edits.ts'
import { counted } from '#web/canvas/model/graph/counts.ts'
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
import { t } from '#web/lib/language.ts'

import { paths } from '#web/paths.ts'

/** `2 nodes, a connection`. */
function selected({ nodes, edges, notes }: ActionContext['selection']): string {
  const part = (size: number, thing: 'node' | 'note' | 'connection') => (size === 0 ? [] : [counted(size, thing)])
  return [...part(nodes.size, 'node'), ...part(notes.size, 'note'), ...part(edges.size, 'connection')].join(', ')
}

/**
 * Deletes the selection; the edge or the node before it is selected next, so that the keyboard continues from there.
 */
function remove({ draft, document, selection, view }: ActionContext) {
  const keys = [...selection.nodes, ...[...selection.notes].map(noteKey)]
  const operation = removing(document, keys, [...selection.edges])
  const what = selected(selection)
  const entry = document.edges.find(({ to, from }) => selection.nodes.has(to.node) && !selection.nodes.has(from.node))
  const edge = document.edges.find(({ id }) => selection.edges.has(id))
  if (!operation || !draft.perform(operation, { label: t('Deleted {what}', { what }) })) return
  const next = entry?.from.node ?? edge?.from.node
  const there = next !== undefined && draft.document.get().nodes.some(({ id }) => id === next)
  draft.selection.set(there ? { ...NOTHING, nodes: new Set([next]) } : NOTHING)
  if (there) view.camera.get()?.show({ node: next })
  const open = view.open.get()
  if (open !== null && selection.nodes.has(open)) view.open.set(null)
  view.message.set({ text: t('Deleted {what}', { what }), tone: 'info' })
}

function toggle({ draft, document, selection, view }: ActionContext) {
  const { operation, off } = toggling(document, [...selection.nodes])
  const what = selected({ ...NOTHING, nodes: selection.nodes })
  const label = off ? t('Disabled {what}', { what }) : t('Enabled {what}', { what })
  if (operation && draft.perform(operation, { label })) view.message.set({ text: label, tone: 'info' })
}

function duplicate(context: ActionContext) {
  const { draft, document, selection, view } = context
  const made = duplicating(document, selection, (id) => presentationOf(context, id)?.trigger === true)
  if (!made) return view.message.set({ text: t('You can’t duplicate the trigger.'), tone: 'bad' })
  const copied = { nodes: new Set(made.nodes), edges: new Set<string>(), notes: new Set(made.notes) }
  if (!draft.perform(made.operation, { label: t('Duplicated {what}', { what: selected(copied) }) })) return
  draft.selection.set(copied)
  const [first] = made.nodes
  if (first !== undefined) view.camera.get()?.show({ node: first })
  view.message.set({ text: t('Duplicated {what}', { what: selected(copied) }), tone: 'info' })
}

const noTrigger = (context: ActionContext): true | string =>
  [...context.selection.nodes].some((id) => presentationOf(context, id)?.trigger)
    ? t('You can’t disable the trigger.')
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
    enabled: every(oneNodeSelected, (context) => ranBy(context) !== null || t('It doesn’t run a workflow.')),
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
      ({ selection }) => selection.nodes.size + selection.notes.size > 0 || t('Select a node first.'),
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
    enabled: every(editable, ({ draft }) => draft.history.get().undo.length > 0 || t('Nothing to undo.')),
    perform: ({ draft, view }) => {
      const label = draft.history.get().undo.at(-1)?.label ?? ''
      draft.undo()
      view.message.set({
        text: draft.refusal.get() ?? t('Undid: {label}', { label }),
        tone: draft.refusal.get() ? 'bad' : 'info',
      })
    },
  },
  {
    id: 'redo',
    label: 'Redo',
    group: 'edit',
    keys: ['mod+shift+Z', 'mod+Y'],
    menus: ['canvas'],
    enabled: every(editable, ({ draft }) => draft.history.get().redo.length > 0 || t('Nothing to redo.')),
    perform: ({ draft, view }) => {
      const label = draft.history.get().redo.at(-1)?.label ?? ''
      draft.redo()
      view.message.set({
        text: draft.refusal.get() ?? t('Redid: {label}', { label }),
        tone: draft.refusal.get() ? 'bad' : 'info',
      })
    },
  },
]
