import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { portTop } from '#web/canvas/model/graph/sizes.ts'
import { portsOf } from '#web/canvas/view/nodes/flow-elements.ts'
import { StepIcon } from '#web/canvas/view/nodes/step-icon.tsx'
import type { DiffNode } from './compare-flow.ts'
import { MarkBadge } from './difference-list.tsx'

const EDGES = {
  added: 'border-good bg-good-soft',
  removed: 'border-bad border-dashed bg-bad-soft',
  changed: 'border-indigo bg-indigo-soft',
  none: 'border-line bg-surface',
} as const

/** A node of a comparison: what became of it, by border, colour, icon and word. */
export const DiffCard = memo(function DiffCard({ data: { node, mark, presentation }, selected }: NodeProps<DiffNode>) {
  const ports = portsOf(presentation)
  return (
    <div
      className={`relative h-full rounded border-2 px-3 py-2 text-left ${EDGES[mark ?? 'none']} ${selected ? 'ring-2 ring-indigo ring-offset-2 ring-offset-paper' : ''}`}
    >
      <Handle type="target" position={Position.Left} id="in" isConnectable={false} className="opacity-0" />
      <div className="flex items-center gap-2 font-medium">
        <StepIcon node={node} icon={presentation?.icon} className="size-4" />
        <bdi className={`min-w-0 grow truncate ${node.disabled ? 'line-through' : ''}`}>{node.title}</bdi>
      </div>
      <p className="line-clamp-2 break-words text-muted text-xs">{presentation?.sentence}</p>
      {mark && (
        <span className="absolute -top-3 right-2 rounded-sm bg-surface">
          <MarkBadge mark={mark} />
        </span>
      )}
      {ports.map(({ name }, index) => (
        <Handle
          key={name}
          type="source"
          position={Position.Right}
          id={name}
          isConnectable={false}
          className="opacity-0"
          style={{ top: portTop(index, ports.length) }}
        />
      ))}
    </div>
  )
})
