/** What gives a workflow its structure: notes, groups, parts of their own; finding things, and taking it elsewhere. */

import { loopBodies } from '#graph/loop-bodies.ts'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { addingNote, resizing } from '#web/canvas/model/edits/notes.ts'
import { counted } from '#web/canvas/model/graph/counts.ts'
import { collapsing, grouping, groupsOf, ungrouping } from '#web/canvas/model/graph/groups.ts'
import { groupTitle, notOneWay } from '#web/canvas/model/graph/one-way.ts'
import { toggleLoop } from '#web/canvas/services/draft/closed-loops.ts'
import type { ActionContext, CanvasAction } from '#web/canvas/tools/actions/action.ts'
import {
  always,
  editable,
  every,
  nodesSelected,
  notEmpty,
  oneNodeSelected,
  only,
} from '#web/canvas/tools/actions/conditions.ts'
import { exportFile } from '#web/canvas/tools/export/export-files.ts'
import { nodeLink } from '#web/canvas/tools/export/node-link.ts'
import { animateLayout } from '#web/canvas/view/flow/layout-animation.ts'
import { t } from '#web/lib/language.ts'

const selectedGroups = ({ document, selection }: ActionContext) => groupsOf(document, selection.nodes)
const selectedNotes = ({ document, selection }: ActionContext) =>
  document.notes.filter(({ id }) => selection.notes.has(id))

const inGroup = (context: ActionContext): true | string =>
  selectedGroups(context).length > 0 || t('The selection isn’t in a group.')
const oneNote = ({ selection }: ActionContext): true | string =>
  (selection.notes.size === 1 && selection.nodes.size === 0) || t('Select one note first.')
const notesSelected = ({ selection }: ActionContext): true | string =>
  selection.notes.size > 0 || t('Select a note first.')
const hasGroups = ({ document }: ActionContext): true | string =>
  document.groups.length > 0 || t('There are no groups. Select nodes and group them.')

function addNote({ draft, document, view }: ActionContext) {
  const camera = view.camera.get()
  const at = camera?.pointer() ?? camera?.center() ?? { x: 0, y: 0 }
  const { operation, id } = addingNote(document, at)
  if (!draft.perform(operation, { label: t('Added note') })) return
  draft.selection.set({ ...NOTHING, notes: new Set([id]) })
  view.writing.set({ note: id })
}

function group({ draft, document, selection, view }: ActionContext) {
  const { operation, id } = grouping(document, selection.nodes, t('Group'))
  if (!draft.perform(operation, { label: t('Grouped {what}', { what: counted(selection.nodes.size, 'node') }) })) return
  view.writing.set({ group: id })
}

function ungroup(context: ActionContext) {
  const groups = selectedGroups(context)
  const label =
    groups.length === 1
      ? t('Ungrouped “{title}”', { title: groups[0]?.title || t('Group') })
      : t('Ungrouped {count} groups', { count: groups.length })
  if (context.draft.perform(ungrouping(groups), { label })) context.view.message.set({ text: label, tone: 'info' })
}

function fold({ draft, document, view }: ActionContext, groups: typeof document.groups, collapsed: boolean) {
  const wanted = groups.filter((each) => (each.collapsed === true) !== collapsed)
  if (wanted.length === 0) return view.message.set({ text: t('Already collapsed or expanded.'), tone: 'info' })
  const changed = wanted.filter((each) => !collapsed || notOneWay(document, each) === null)
  const left = wanted.find((each) => !changed.includes(each))
  const stays = left
    ? t('“{title}” can’t be collapsed: {why}.', { title: groupTitle(left), why: notOneWay(document, left) ?? '' })
    : ''
  if (changed.length === 0) return view.message.set({ text: stays, tone: 'bad' })
  const which =
    changed.length === 1
      ? `“${groupTitle(changed[0] ?? { title: '' })}”`
      : t('{count} groups', { count: changed.length })
  const label = collapsed ? t('Collapsed {which}', { which }) : t('Expanded {which}', { which })
  if (draft.perform(collapsing(changed, collapsed), { label }))
    view.message.set({ text: left ? `${label}. ${stays}` : label, tone: 'info' })
}

/** The loop that is selected, or the innermost one around the selected node, when it is in no group. */
function loopAround(context: ActionContext): string | null {
  const { document, selection } = context
  const node = only(selection.nodes)
  const bodies = loopBodies(document)
  if (node === null || bodies.has(node)) return node
  const around = [...bodies].filter(([, body]) => body.includes(node)).toSorted((a, b) => a[1].length - b[1].length)
  return selectedGroups(context).length > 0 ? null : (around[0]?.[0] ?? null)
}

function foldLoop({ draft, document, view }: ActionContext, loop: string) {
  toggleLoop(view, loop)
  const title = document.nodes.find(({ id }) => id === loop)?.title ?? ''
  const isClosed = view.closedLoops.get().has(loop)
  view.message.set({
    text: isClosed ? t('Collapsed {which}', { which: `“${title}”` }) : t('Expanded {which}', { which: `“${title}”` }),
    tone: 'info',
  })
  if (!isClosed) return
  draft.selection.set({ ...NOTHING, nodes: new Set([loop]) })
  view.camera.get()?.show({ node: loop })
}

const resize = (context: ActionContext, by: number) => {
  animateLayout()
  context.draft.perform(resizing(selectedNotes(context), by), { label: t('Resized note') })
}

async function copyLink({ draft, selection, view }: ActionContext) {
  const link = nodeLink(draft.id, only(selection.nodes))
  try {
    await navigator.clipboard.writeText(link)
    view.message.set({ text: t('Link copied'), tone: 'info' })
  } catch {
    // A browser without a clipboard for pages: the link can be taken from the words.
    view.message.set({ text: link, tone: 'info' })
  }
}

const noteActions: readonly CanvasAction[] = [
  {
    id: 'add-note',
    label: 'Add note',
    group: 'add',
    keys: ['shift+N'],
    menus: ['canvas'],
    enabled: editable,
    perform: addNote,
  },
  {
    id: 'write-note',
    label: 'Edit note',
    group: 'edit',
    keys: ['Enter', 'F2'],
    menus: ['note'],
    enabled: every(editable, oneNote),
    perform: ({ selection, view }) => {
      const note = only(selection.notes)
      if (note !== null) view.writing.set({ note })
    },
  },
  ...(
    [
      ['larger', 'Enlarge note', 1.25],
      ['smaller', 'Shrink note', 0.8],
    ] as const
  ).map(
    ([id, label, by]): CanvasAction => ({
      id: `note-${id}`,
      label,
      group: 'edit',
      keys: [],
      menus: ['note'],
      enabled: every(editable, notesSelected),
      perform: (context) => resize(context, by),
    }),
  ),
]

const groupActions: readonly CanvasAction[] = [
  {
    id: 'group',
    label: 'Group',
    group: 'arrange',
    keys: ['mod+G'],
    menus: ['node', 'selection'],
    enabled: every(editable, nodesSelected),
    perform: group,
  },
  {
    id: 'ungroup',
    label: 'Ungroup',
    group: 'arrange',
    keys: ['mod+shift+G'],
    menus: ['node', 'selection'],
    enabled: every(editable, nodesSelected, inGroup),
    perform: ungroup,
  },
  {
    id: 'rename-group',
    label: 'Rename group',
    group: 'arrange',
    keys: [],
    menus: ['selection'],
    enabled: every(editable, nodesSelected, inGroup),
    perform: (context) => {
      const [first] = selectedGroups(context)
      if (first) context.view.writing.set({ group: first.id })
    },
  },
  {
    id: 'fold',
    label: 'Collapse or expand group or loop',
    group: 'arrange',
    keys: ['alt+G'],
    menus: ['node', 'selection'],
    enabled: (context) => loopAround(context) !== null || every(editable, nodesSelected, inGroup)(context),
    perform: (context) => {
      const loop = loopAround(context)
      if (loop !== null) return foldLoop(context, loop)
      const groups = selectedGroups(context)
      fold(
        context,
        groups,
        groups.some(({ collapsed }) => !collapsed),
      )
    },
  },
  ...(
    [
      ['collapse-all', 'Collapse all groups', true],
      ['expand-all', 'Expand all groups', false],
    ] as const
  ).map(
    ([id, label, collapsed]): CanvasAction => ({
      id,
      label,
      group: 'arrange',
      keys: [],
      menus: ['canvas'],
      enabled: every(editable, hasGroups),
      perform: (context) => fold(context, context.document.groups, collapsed),
    }),
  ),
]

export const structureActions: readonly CanvasAction[] = [
  ...noteActions,
  ...groupActions,
  {
    id: 'extract',
    label: 'Extract to workflow',
    group: 'arrange',
    keys: ['alt+X'],
    menus: ['node', 'selection'],
    enabled: every(editable, nodesSelected),
    perform: ({ view }) => view.extracting.set(true),
  },
  {
    id: 'search',
    label: 'Search and replace',
    group: 'view',
    keys: ['mod+F'],
    menus: ['canvas'],
    enabled: always,
    perform: ({ view }) => view.panel.set(view.panel.get() === 'search' ? null : 'search'),
  },
  {
    id: 'list',
    label: 'Switch between canvas and list',
    group: 'view',
    keys: ['L'],
    menus: ['canvas'],
    enabled: always,
    perform: ({ view }) => view.mode.set(view.mode.get() === 'list' ? 'canvas' : 'list'),
  },
  {
    id: 'copy-link',
    label: 'Copy link to node',
    group: 'view',
    keys: ['shift+L'],
    menus: ['node'],
    enabled: oneNodeSelected,
    perform: copyLink,
  },
  ...(
    [
      ['json', 'Export as file', always],
      ['png', 'Export as PNG', notEmpty],
      ['svg', 'Export as SVG', notEmpty],
      ['markdown', 'Export as Markdown', notEmpty],
    ] as const
  ).map(
    ([kind, label, enabled]): CanvasAction => ({
      id: `export-${kind}`,
      label,
      group: 'view',
      keys: [],
      enabled,
      perform: (context) => exportFile(kind, context),
    }),
  ),
]
