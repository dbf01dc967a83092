import type { LucideIcon } from 'lucide-react'
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  Copy,
  Group,
  LayoutGrid,
  PackagePlus,
  Puzzle,
  Sparkles,
  Trash2,
  Ungroup,
} from 'lucide-react'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { caps } from '#web/canvas/tools/actions/keys.ts'
import { actions } from '#web/canvas/tools/commands/action-list.ts'
import { useAct, useActionContext } from '#web/canvas/tools/commands/use-actions.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { IconButton } from '#web/ui/button.tsx'

const TOOLS: readonly (readonly (readonly [string, LucideIcon])[])[] = [
  [
    ['align-left', AlignStartVertical],
    ['align-center', AlignCenterVertical],
    ['align-right', AlignEndVertical],
    ['align-top', AlignStartHorizontal],
    ['align-middle', AlignCenterHorizontal],
    ['align-bottom', AlignEndHorizontal],
    ['distribute-x', AlignHorizontalDistributeCenter],
    ['distribute-y', AlignVerticalDistributeCenter],
  ],
  [
    ['tidy', LayoutGrid],
    ['group', Group],
    ['ungroup', Ungroup],
    ['extract', PackagePlus],
    ['keep-snippet', Puzzle],
    ['propose', Sparkles],
    ['duplicate', Copy],
    ['delete', Trash2],
  ],
]

/** What can be done with several things at once, above the canvas while they are selected. */
export function SelectionBar() {
  const [draft, view] = [useDraft(), useView()]
  const { nodes, notes } = useStore(draft.selection)
  const readOnly = useStore(draft.save).state === 'read_only'
  const linking = useStore(view.linking)
  const count = nodes.size + notes.size
  if (readOnly || count < 2 || linking) return null
  return (
    <div
      role="toolbar"
      aria-label={t('{count} selected', { count })}
      className="absolute inset-x-3 top-3 z-10 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] flex-wrap items-center gap-0.5 surface-raised p-1"
    >
      <span className="px-2 text-muted text-xs tabular-nums">{t('{count} selected', { count })}</span>
      {TOOLS.map((tools) => (
        <span key={tools[0]?.[0]} className="flex flex-wrap items-center gap-0.5 border-line border-l pl-0.5">
          {tools.map(([id, Icon]) => (
            <Tool key={id} id={id} icon={Icon} />
          ))}
        </span>
      ))}
    </div>
  )
}

function Tool({ id, icon: Icon }: { id: string; icon: LucideIcon }) {
  const act = useAct()
  const context = useActionContext()
  const action = actions.find((each) => each.id === id)
  if (!action) return null
  const may = action.enabled(context())
  const [key] = action.keys
  const tip = `${ownWord(action.label, 'command')}${key === undefined ? '' : ` (${caps(key).join(' ')})`}${may === true ? '' : `. ${may}`}`
  return (
    <IconButton size="sm" label={action.label} title={tip} disabled={may !== true} onClick={() => act(id)}>
      <Icon aria-hidden="true" />
    </IconButton>
  )
}
