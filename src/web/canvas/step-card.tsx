import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import type { StepFlowNode } from './flow.ts'
import { NodeIcon } from './node-icon.tsx'
import { useLooks } from './use-draft.ts'

/** A node on the canvas: what it is, what it is called, and one sentence of what it is set to do. */
export const StepCard = memo(function StepCard({ data: { node }, selected }: NodeProps<StepFlowNode>) {
  const { faces, problems } = useLooks()
  const face = faces[node.id]
  const wrong = problems.some((problem) => problem.node === node.id)
  const ports = face?.ports ?? []
  return (
    <div
      className={`relative min-h-18 w-56 rounded border bg-surface px-3 py-2 text-left shadow-xs ${
        selected ? 'border-indigo ring-1 ring-indigo' : wrong ? 'border-warn' : 'border-control'
      } ${node.disabled ? 'opacity-55' : ''}`}
    >
      {face?.trigger !== true && <Handle type="target" position={Position.Left} id="in" />}
      <p className="flex items-center gap-2 font-medium">
        <NodeIcon name={face?.icon ?? 'circle-help'} className="size-4 shrink-0 text-muted" />
        <bdi className="truncate">{node.title}</bdi>
      </p>
      <p className="line-clamp-2 break-words text-muted text-sm">{face?.sentence}</p>
      {ports.map(({ name, title }, index) => (
        <Handle
          key={name}
          type="source"
          position={Position.Right}
          id={name}
          title={title}
          style={{ top: `${((index + 1) / (ports.length + 1)) * 100}%` }}
        />
      ))}
    </div>
  )
})
