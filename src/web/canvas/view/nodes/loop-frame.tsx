import type { NodeProps } from '@xyflow/react'
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { memo } from 'react'
import type { WorkflowNode } from '#graph/document.ts'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { countedSteps } from '#web/canvas/model/graph/counts.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { toggleLoop } from '#web/canvas/services/draft/closed-loops.ts'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { LoopFlowNode } from './flow-elements.ts'
import { useNodeState } from './node-state.tsx'
import { countedRounds } from './node-words.ts'

/** How many steps are in it, and once it has run how many times they ran. */
function useContents(loop: WorkflowNode, count: number): string {
  const rounds = useNodeState(loop.id)?.rounds ?? null
  return rounds === null ? countedSteps(count) : `${countedSteps(count)} · ${countedRounds(rounds)}`
}

/** The frame around a loop and its body: its title moves all of it, its button leaves the card of the loop alone. */
export const LoopFrame = memo(function LoopFrame({ data: { loop, count } }: NodeProps<LoopFlowNode>) {
  const [draft, view] = [useDraft(), useView()]
  const selected = usePart(draft.selection, ({ nodes }) => nodes.has(loop.id))
  const contents = useContents(loop, count)
  return (
    <div
      data-loop={loop.id}
      className={`h-full rounded-lg border bg-indigo-soft/45 ${selected ? 'border-indigo' : 'border-indigo/40'}`}
    >
      <div className="loop-head detail pointer-events-auto flex h-9 cursor-grab items-center gap-1 rounded-t-lg px-2.5">
        <button
          type="button"
          title={t('Click to select the loop, drag to move it with its steps')}
          onClick={() => draft.selection.set({ ...NOTHING, nodes: new Set([loop.id]) })}
          className="min-w-0 grow cursor-grab truncate rounded-sm px-1 text-left font-medium text-indigo text-base"
        >
          <bdi>{loop.title}</bdi>
          <span className="font-normal"> · {contents}</span>
        </button>
        <IconButton
          size="sm"
          label={t('Collapse {title}', { title: loop.title })}
          className="nodrag text-indigo"
          onClick={() => toggleLoop(view, loop.id)}
        >
          <ChevronsDownUp aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
})

/** On the card of a collapsed loop: what is inside, and the way to it. */
export function LoopContents({ loop, count }: { loop: WorkflowNode; count: number }) {
  const view = useView()
  return (
    <button
      type="button"
      title={t('Expand {title}', { title: loop.title })}
      onClick={() => toggleLoop(view, loop.id)}
      onDoubleClick={(event) => event.stopPropagation()}
      className="nodrag nopan absolute -bottom-3 left-3 z-10 inline-flex h-6 items-center gap-1 rounded-full border border-indigo/40 bg-indigo-soft px-2 text-indigo text-xs"
    >
      <ChevronsUpDown aria-hidden="true" className="size-3" />
      {count === 1 ? t('1 step inside') : t('{count} steps inside', { count })}
      <span className="sr-only">{t(': expand {title}', { title: loop.title })}</span>
    </button>
  )
}
