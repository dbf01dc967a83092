import { Handle, type NodeProps, Position } from '@xyflow/react'
import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import type { Port } from '#nodes/node.ts'
import { isOfApp } from '#web/canvas/model/graph/app-step.ts'
import { portTop } from '#web/canvas/model/graph/sizes.ts'
import { useNodePresentation, usePart, useProblemsOf } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useStore } from '#web/lib/store.ts'
import { AccountState, AppIcon } from './app-card.tsx'
import { type Ends, handlesOf, portsOf, type StepFlowNode } from './flow-elements.ts'
import { useGestures } from './gestures.ts'
import { NodeIcon } from './node-icon.tsx'
import { NodeState, useNodeTone } from './node-state.tsx'
import { TitleField } from './title-field.tsx'

type Tone = ReturnType<typeof useNodeTone>

/** The edge of a card: what is selected, then what the run is at or broke off at. */
const edgeOf = (selected: boolean, tone: Tone): string => {
  if (selected) return 'border-indigo ring-1 ring-indigo'
  if (tone === 'bad') return 'border-bad ring-1 ring-bad'
  return tone === 'live' ? 'border-marigold-edge ring-1 ring-marigold-edge' : 'border-control'
}

/** A card too far away to be read is its colour. */
const FAR: Readonly<Record<NonNullable<Tone>, string>> = {
  quiet: 'bg-surface',
  live: 'bg-marigold border-marigold-edge!',
  good: 'bg-good-soft border-good!',
  bad: 'bg-bad border-bad!',
  warn: 'bg-warn-soft border-warn!',
}

/** A node on the canvas: what it is, what it is called, and one sentence of what it is set to do. */
export const StepCard = memo(function StepCard({ data: { node, guess }, selected, dragging }: NodeProps<StepFlowNode>) {
  const view = useView()
  const presentation = useNodePresentation(node.id)
  const ends = presentation ?? guess ?? undefined
  const problems = useProblemsOf(node.id)
  const refused = usePart(view.linking, (linking) => linking?.refused.get(node.id) ?? null)
  const renaming = usePart(view.renaming, (id) => id === node.id)
  const far = useStore(useGestures().far)
  const tone = useNodeTone(node.id)
  const edge = edgeOf(selected, tone)
  // Thousands of ports and texts that nobody can see are the most expensive part of a large workflow.
  if (far) {
    const fill = tone ? FAR[tone] : `bg-surface ${problems ? 'border-warn!' : ''}`
    return (
      <div className={`h-full rounded border-4 ${edge} ${fill}`}>
        <FarPorts ends={ends} />
      </div>
    )
  }
  return (
    <div
      title={refused ?? undefined}
      className={`step-card relative h-full rounded border bg-surface px-3 py-2 text-left ${edge} ${
        refused === null ? '' : 'cursor-not-allowed opacity-35'
      } ${dragging ? 'shadow-raised' : ''} ${node.disabled ? 'border-dashed bg-sunken text-muted' : ''}`}
    >
      {ends?.trigger !== true && (
        <Handle type="target" position={Position.Left} id="in" role="img" aria-label="Input" className="port" />
      )}
      <div className="flex items-center gap-2 font-medium">
        {isOfApp(node.type) ? (
          <AppIcon node={node} className="size-4" />
        ) : presentation ? (
          <NodeIcon
            name={presentation.icon}
            className={`size-4 shrink-0 ${presentation.trigger ? 'text-marigold-ink' : 'text-muted'}`}
          />
        ) : (
          <span aria-hidden="true" className="size-4 shrink-0 rounded-sm bg-sunken" />
        )}
        {renaming ? (
          <TitleField id={node.id} title={node.title} />
        ) : (
          <bdi className={`min-w-0 grow truncate ${node.disabled ? 'line-through' : ''}`}>{node.title}</bdi>
        )}
        {problems && (
          <span title={problems} className="shrink-0 text-warn">
            <TriangleAlert aria-hidden="true" className="size-4" />
            <span className="sr-only">{problems}</span>
          </span>
        )}
      </div>
      <p className="detail line-clamp-2 break-words text-muted text-xs">{presentation?.sentence}</p>
      <NodeState id={node.id} />
      {isOfApp(node.type) && <AccountState node={node} />}
      <Ports ports={portsOf(ends)} />
    </div>
  )
})

/**
 * Where the ports of a card are, as nothing but places: React Flow looks for them whenever a card comes into the flow view, and draws no
 * connection to a card where it has found none.
 */
const FarPorts = memo(function FarPorts({ ends }: { ends: Ends | undefined }) {
  return handlesOf(portsOf(ends), ends?.trigger !== true).map(({ id, type, position, x, y }) => (
    <i
      key={`${type} ${id}`}
      aria-hidden="true"
      data-handleid={id}
      data-handlepos={position}
      style={{ left: x, top: y }}
      className={`${type} invisible absolute size-3`}
    />
  ))
})

const Ports = memo(function Ports({ ports }: { ports: readonly Port[] }) {
  return ports.map(({ name, title }, index) => {
    const top = portTop(index, ports.length)
    return (
      <div key={name} className="contents">
        <Handle
          type="source"
          position={Position.Right}
          id={name}
          title={title}
          role="img"
          aria-label={`Output: ${title}`}
          className={`port ${name === 'error' ? 'port-error' : ''}`}
          style={{ top }}
        />
        {ports.length > 1 && (
          <span
            aria-hidden="true"
            style={{ top: top - 8 }}
            className="detail pointer-events-none absolute left-full ml-2.5 whitespace-nowrap rounded-sm bg-paper px-1 text-muted text-xs"
          >
            <bdi>{title}</bdi>
          </span>
        )}
      </div>
    )
  })
})
