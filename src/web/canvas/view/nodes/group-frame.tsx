import { Handle, type NodeProps, Position } from '@xyflow/react'
import { ChevronsDownUp, ChevronsUpDown, Ungroup } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import type { Group } from '#graph/document.ts'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { collapsing, ungrouping } from '#web/canvas/model/graph/groups.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SHADE_CLASSES } from './colors.ts'
import type { GroupFlowNode } from './flow-elements.ts'
import { GroupTools } from './group-tools.tsx'
import { SnippetMark } from './snippet-mark.tsx'

const named = ({ title }: Group) => title || t('Group')

/** A group on the canvas: a frame around its nodes, or one card in their place. */
export const GroupFrame = memo(function GroupFrame({ data: { group } }: NodeProps<GroupFlowNode>) {
  const draft = useDraft()
  const problems = usePart(draft.analysis, (analysis) =>
    group.collapsed ? analysis.problems.filter(({ node }) => node !== null && group.nodes.includes(node)).length : 0,
  )
  const inside = usePart(draft.selection, ({ nodes }) => group.nodes.every((id) => nodes.has(id)))
  const readOnly = useStore(draft.save).state === 'read_only'
  const shade = SHADE_CLASSES[group.color ?? 'plain']
  const ring = inside ? 'border-indigo! ring-1 ring-indigo' : ''
  if (!group.collapsed)
    return (
      <div className={`h-full rounded border ${shade} ${ring}`}>
        <Head group={group} />
        {inside && !readOnly && <GroupTools group={group} />}
      </div>
    )
  const count = `${group.nodes.length} ${group.nodes.length === 1 ? 'node' : 'nodes'}`
  return (
    <div className="relative h-full">
      <div aria-hidden="true" className={`absolute inset-0 translate-x-1.5 translate-y-1.5 rounded border ${shade}`} />
      <div className={`relative h-full rounded border ${shade} ${ring}`}>
        <Handle type="target" position={Position.Left} id="in" isConnectable={false} className="port" />
        <Head group={group} />
        <p className="detail truncate px-3 text-muted text-xs" title={group.description}>
          {count}
          {problems > 0 && (
            <span className="text-warn">
              , {problems === 1 ? t('1 problem') : t('{problems} problems', { problems })}
            </span>
          )}
          {group.description && <bdi>. {group.description}</bdi>}
        </p>
        <Handle type="source" position={Position.Right} id="out" isConnectable={false} className="port" />
        {inside && !readOnly && <GroupTools group={group} />}
      </div>
    </div>
  )
})

/** Its title, by which it is dragged, and what can be done with it. A click selects its nodes, a double click renames it. */
function Head({ group }: { group: Group }) {
  const [draft, view] = [useDraft(), useView()]
  const readOnly = useStore(draft.save).state === 'read_only'
  const writing = usePart(view.writing, (at) => at !== null && 'group' in at && at.group === group.id)
  const fold = group.collapsed ? t('Expand') : t('Collapse')
  const toggle = () => {
    const which = `“${named(group)}”`
    const label = group.collapsed ? t('Expanded {which}', { which }) : t('Collapsed {which}', { which })
    draft.perform(collapsing([group], !group.collapsed), { label })
  }
  return (
    <div className="group-head pointer-events-auto flex h-9 items-center gap-1 rounded-t px-2">
      {writing ? (
        <TitleField group={group} />
      ) : (
        <button
          type="button"
          title={
            group.description ??
            (readOnly ? undefined : t('Click to select its nodes, double-click to rename, drag to move'))
          }
          onClick={() => draft.selection.set({ ...NOTHING, nodes: new Set(group.nodes) })}
          onDoubleClick={() => !readOnly && view.writing.set({ group: group.id })}
          className="min-w-0 grow cursor-grab truncate rounded-sm px-1 text-left font-medium text-base"
        >
          <bdi>{named(group)}</bdi>
          {group.description && !group.collapsed && (
            <bdi className="ml-2 font-normal text-muted" aria-hidden="true">
              {group.description}
            </bdi>
          )}
        </button>
      )}
      <SnippetMark group={group} />
      {!readOnly && (
        <>
          <IconButton size="sm" label={`${fold} ${named(group)}`} className="nodrag" onClick={toggle}>
            {group.collapsed ? <ChevronsUpDown aria-hidden="true" /> : <ChevronsDownUp aria-hidden="true" />}
          </IconButton>
          {!group.collapsed && (
            <IconButton
              size="sm"
              label={t('Ungroup {named}', { named: named(group) })}
              className="nodrag"
              onClick={() =>
                draft.perform(ungrouping([group]), { label: t('Ungrouped “{named}”', { named: named(group) }) })
              }
            >
              <Ungroup aria-hidden="true" />
            </IconButton>
          )}
        </>
      )}
    </div>
  )
}

/** Enter or leaving keeps the title, Escape does not. */
function TitleField({ group }: { group: Group }) {
  const [draft, view] = [useDraft(), useView()]
  const ref = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => ref.current?.select(), [])
  const end = (text: string | null) => {
    if (done.current) return
    done.current = true
    view.writing.set(null)
    const title = text?.trim().slice(0, 120)
    if (title !== undefined && title !== group.title)
      draft.perform({ type: 'update_group', group_id: group.id, title }, { label: t('Renamed group') })
  }
  return (
    <input
      ref={ref}
      aria-label={t('Group title')}
      defaultValue={group.title}
      maxLength={120}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(event.currentTarget.value)
        if (event.key === 'Escape') end(null)
      }}
      className="nodrag nopan h-7 min-w-0 grow rounded-sm border border-control bg-surface px-1 text-base"
    />
  )
}
