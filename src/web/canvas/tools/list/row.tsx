import { Ellipsis, Link2, Plus, Settings2, TriangleAlert, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Group } from '#graph/document.ts'
import { type Draft, NOTHING } from '#web/canvas/model/draft/draft.ts'
import { regrouping } from '#web/canvas/model/graph/groups.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { freePort } from '#web/canvas/model/graph/ports.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { ActionItems } from '#web/canvas/tools/surface/context-menu.tsx'
import { NodeState } from '#web/canvas/view/nodes/node-state.tsx'
import { StepIcon } from '#web/canvas/view/nodes/step-icon.tsx'
import { TitleField } from '#web/canvas/view/nodes/title-field.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { type Link, type Row, rowBy, spokenRow } from './rows.ts'

interface RowProps {
  row: Row
  groups: readonly Group[]
  /** Whether Tab comes here first. */
  first: boolean
  readOnly: boolean
  /** All rows, in their order. */
  ids: readonly string[]
  /** Its index in a virtualised list. */
  placed?: { index: number; of: number; top: number; measure: (element: HTMLElement | null) => void }
}

/** Selects a node with the ones that are selected, or takes it out of them. */
function toggle(draft: Draft, id: string) {
  const nodes = new Set(draft.selection.get().nodes)
  if (!nodes.delete(id)) nodes.add(id)
  draft.selection.set({ ...NOTHING, nodes })
}

const WALKS = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/** Up, down, Home and End walk the rows, Space selects one more; the other keys are those of the canvas. */
function useRowKeys(id: string, ids: readonly string[]) {
  const [draft, view] = [useDraft(), useView()]
  return (event: KeyboardEvent<HTMLLIElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const { nodes: selected } = draft.selection.get()
    const [only = id] = selected
    // Keys may come faster than rows are drawn: the one that is selected is where one is.
    const to = rowBy(ids, selected.size === 1 ? only : id, event.key)
    if (event.key === ' ') toggle(draft, id)
    else if (!WALKS.has(event.key)) return
    else if (to !== null) {
      const nodes = event.shiftKey ? [...selected, id, to] : [to]
      draft.selection.set({ ...NOTHING, nodes: new Set(nodes) })
      view.camera.get()?.show({ node: to })
    }
    event.preventDefault()
  }
}

/** One node of the list with everything that can be done with it. */
export function ListRow({ row, groups, first, readOnly, ids, placed }: RowProps) {
  const { node, number, presentation, problems, from } = row
  const [draft, view] = [useDraft(), useView()]
  const selected = usePart(draft.selection, ({ nodes }) => nodes.has(node.id))
  const renaming = usePart(view.renaming, (id) => id === node.id)
  const onKeyDown = useRowKeys(node.id, ids)
  const choose = () => {
    const { nodes } = draft.selection.get()
    if (!nodes.has(node.id) && nodes.size < 2) draft.selection.set({ ...NOTHING, nodes: new Set([node.id]) })
  }
  return (
    <li
      data-row={node.id}
      {...(placed && {
        ref: placed.measure,
        'data-index': placed.index,
        'aria-setsize': placed.of,
        'aria-posinset': placed.index + 1,
        style: { position: 'absolute', insetInline: 0, top: placed.top },
      })}
      tabIndex={selected || first ? 0 : -1}
      aria-label={spokenRow(row)}
      onFocus={(event) => !(event.target instanceof HTMLInputElement && event.target.type === 'checkbox') && choose()}
      onKeyDown={onKeyDown}
      className={`list-row grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 rounded border bg-surface px-3 py-2.5 -outline-offset-2 md:grid-cols-[auto_minmax(0,5fr)_minmax(0,6fr)_auto] ${
        selected ? 'border-indigo ring-1 ring-indigo' : problems.length > 0 ? 'border-warn' : 'border-line'
      }`}
    >
      <span className="flex items-center gap-2 pt-0.5">
        <input
          type="checkbox"
          aria-label={t('Select {title}', { title: node.title })}
          checked={selected}
          onChange={() => toggle(draft, node.id)}
          className="size-4 accent-(--indigo)"
        />
        <span aria-hidden="true" className="w-6 text-right text-muted text-xs tabular-nums">
          {number}
        </span>
      </span>
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2 font-medium">
          <StepIcon
            node={node}
            icon={presentation?.icon}
            className="size-4"
            ink={presentation?.trigger ? 'text-marigold-ink' : 'text-muted'}
          />
          {renaming ? (
            <TitleField id={node.id} title={node.title} />
          ) : (
            <bdi className={`min-w-0 break-words ${node.disabled ? 'text-muted line-through' : ''}`}>{node.title}</bdi>
          )}
          {problems.length > 0 && <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />}
        </div>
        <p className="break-words text-muted text-base">{presentation?.sentence}</p>
        {problems.map((problem) => (
          <p key={problem} className="break-words text-base text-warn">
            {problem}
          </p>
        ))}
        <NodeState id={node.id} place="line" />
        {!presentation?.trigger && from.length === 0 && (
          <p className="text-muted text-base">{t('Not connected yet.')}</p>
        )}
      </div>
      <Ways row={row} readOnly={readOnly} />
      <span className="col-start-3 row-start-1 flex items-center md:col-start-4">
        {groups.length > 0 && <GroupChoice id={node.id} title={node.title} groups={groups} readOnly={readOnly} />}
        <IconButton
          size="sm"
          label={t('Settings of {title}', { title: node.title })}
          onClick={() => view.open.set(node.id)}
        >
          <Settings2 aria-hidden="true" />
        </IconButton>
        <Menu
          trigger={
            <IconButton size="sm" label={t('Actions for {title}', { title: node.title })}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        >
          <ActionItems kind="node" />
        </Menu>
      </span>
    </li>
  )
}

/** Where the node leads, each way to be taken away, and the ways to add one. */
function Ways({ row: { node, presentation, to }, readOnly }: { row: Row; readOnly: boolean }) {
  const [draft, view] = [useDraft(), useView()]
  const document = useStore(draft.document)
  const way = freePort(document, presentation, node.id)
  return (
    <div className="col-span-full col-start-2 grid min-w-0 gap-1.5 md:col-span-1 md:col-start-3">
      {to.length > 0 && (
        <ul aria-label={t('{title} leads to', { title: node.title })} className="flex flex-wrap gap-1.5">
          {to.map((link) => (
            <OutputPort key={link.edge.id} link={link} title={node.title} readOnly={readOnly} />
          ))}
        </ul>
      )}
      {way && !readOnly && (
        <span className="flex flex-wrap gap-1.5">
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus aria-hidden="true" />}
            aria-label={t('Add a node after {title}', { title: node.title })}
            onClick={() => view.picker.set({ at: null, from: way, into: null })}
          >
            {t('Add')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            icon={<Link2 aria-hidden="true" />}
            aria-label={t('Connect {title} to a node', { title: node.title })}
            onClick={() => view.picker.set({ at: null, from: way, into: null, existing: true })}
          >
            {ownWord('Connect')}
          </Button>
        </span>
      )}
    </div>
  )
}

function OutputPort({
  link: { edge, id, title, port },
  title: from,
  readOnly,
}: {
  link: Link
  title: string
  readOnly: boolean
}) {
  const [draft, view] = [useDraft(), useView()]
  const cut = () => {
    const label = t('Disconnected “{from}” from “{title}”', { from, title })
    if (draft.perform({ type: 'disconnect', edge_id: edge.id }, { label }))
      view.message.set({ text: label, tone: 'info' })
    view.camera.get()?.show({ node: edge.from.node })
  }
  return (
    <li className="flex max-w-full items-center rounded-sm border border-line bg-sunken text-base">
      <button
        type="button"
        onClick={() => {
          draft.selection.set({ ...NOTHING, nodes: new Set([id]) })
          view.camera.get()?.show({ node: id })
        }}
        className="min-h-7 min-w-0 break-words px-2 text-left hover:text-indigo"
      >
        <span aria-hidden="true">→ </span>
        {port !== null && <span className="text-muted">{port}: </span>}
        <bdi>{title}</bdi>
      </button>
      {!readOnly && (
        <IconButton size="sm" label={t('Disconnect {from} from {title}', { from, title })} onClick={cut}>
          <X aria-hidden="true" className="size-3.5!" />
        </IconButton>
      )}
    </li>
  )
}

function GroupChoice({
  id,
  title,
  groups,
  readOnly,
}: {
  id: string
  title: string
  groups: readonly Group[]
  readOnly: boolean
}) {
  const draft = useDraft()
  const own = groups.find(({ nodes }) => nodes.includes(id))
  return (
    <select
      aria-label={t('Group of {title}', { title })}
      value={own?.id ?? ''}
      disabled={readOnly}
      onChange={({ target: { value } }) =>
        draft.perform(regrouping(draft.document.get(), id, value || null), {
          label: value ? t('Moved node into group') : t('Removed node from group'),
        })
      }
      className="mr-1 hidden h-7 max-w-32 rounded-sm border border-control bg-surface px-1 text-base sm:block"
    >
      <option value="">{t('No group')}</option>
      {groups.map((group) => (
        <option key={group.id} value={group.id}>
          {group.title || t('Group')}
        </option>
      ))}
    </select>
  )
}
