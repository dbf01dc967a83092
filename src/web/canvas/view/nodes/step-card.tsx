import { Handle, type NodeProps, Position } from '@xyflow/react'
import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import type { WorkflowNode } from '#graph/document.ts'
import type { Port } from '#nodes/node.ts'
import { isOfApp } from '#web/canvas/model/graph/app-step.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { portTop } from '#web/canvas/model/graph/sizes.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useNodePresentation, usePart, useProblemsOf } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { formatCompact } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { categoryLook, HUE_CLASSES } from '#web/ui/category.ts'
import { AccountState } from './app-card.tsx'
import { brandOf } from './brand-logos.ts'
import { type Ends, handlesOf, portsOf, type StepFlowNode } from './flow-elements.ts'
import { useGestures } from './gestures.ts'
import { LoopContents } from './loop-frame.tsx'
import { FarState, NodeState, useNodeTone } from './node-state.tsx'
import { StepIcon } from './step-icon.tsx'
import { TitleField } from './title-field.tsx'

type Tone = ReturnType<typeof useNodeTone>

/** The edge of a card: what is selected, then what the run is at or broke off at. */
const edgeOf = (selected: boolean, tone: Tone): string => {
  if (selected) return 'border-indigo ring-1 ring-indigo'
  if (tone === 'bad') return 'border-bad ring-1 ring-bad'
  return tone === 'live' ? 'border-marigold-edge ring-1 ring-marigold-edge' : 'border-control'
}

/** A node on the canvas: what it is, what it is called, and one line of what it is set to do. From far away, its title alone. */
export const StepCard = memo(function StepCard(props: NodeProps<StepFlowNode>) {
  const { node, guess, inside } = props.data
  const presentation = useNodePresentation(node.id)
  const ends = presentation ?? guess ?? undefined
  const distance = useStore(useGestures().distance)
  const renaming = usePart(useView().renaming, (id) => id === node.id)
  const edge = edgeOf(props.selected, useNodeTone(node.id))
  const card = { node, presentation, ends, edge, inside }
  return distance === 'near' || renaming ? (
    <NearCard {...card} dragging={props.dragging} renaming={renaming} />
  ) : (
    <FarCard {...card} hasPorts={distance === 'far'} />
  )
})

interface CardProps {
  node: WorkflowNode
  presentation: NodePresentation | undefined
  ends: Ends | undefined
  edge: string
  /** How many steps it hides as a collapsed loop; null where it is none. */
  inside: number | null
}

const hueOf = (presentation: NodePresentation | undefined): string =>
  HUE_CLASSES[categoryLook(presentation?.category ?? '').hue]

/** Characters of a title that surely needs one line: then there is room for two below it. */
const ONE_LINE = 20

function NearCard({
  node,
  presentation,
  ends,
  edge,
  inside,
  dragging,
  renaming,
}: CardProps & { dragging: boolean; renaming: boolean }) {
  const refused = usePart(useView().linking, (linking) => linking?.refused.get(node.id) ?? null)
  const problems = useProblemsOf(node.id)
  return (
    <div
      title={refused ?? undefined}
      className={`step-card relative flex h-full items-center gap-2.5 rounded-lg border bg-surface py-2 pr-2.5 pl-3.5 text-left shadow-card ${hueOf(presentation)} ${edge} ${
        refused === null ? '' : 'cursor-not-allowed opacity-35'
      } ${dragging ? 'shadow-raised' : ''} ${node.disabled ? 'border-dashed bg-sunken text-muted' : ''} ${inside === null ? '' : 'stacked'}`}
    >
      {inside !== null && <LoopContents loop={node} count={inside} />}
      <span aria-hidden="true" className="hue-bar absolute inset-y-2.5 -left-px w-1 rounded-r-full" />
      {ends?.trigger !== true && <TargetPort />}
      <CardIcon node={node} presentation={presentation} />
      <div className="min-w-0 grow">
        <div className="flex items-center gap-1.5 font-medium">
          {renaming ? (
            <TitleField id={node.id} title={node.title} />
          ) : (
            <bdi
              className={`card-title wrap-anywhere line-clamp-2 min-w-0 grow leading-tight ${node.disabled ? 'line-through' : ''}`}
            >
              {node.title}
            </bdi>
          )}
          {problems && (
            <span title={problems} className="shrink-0 text-warn">
              <TriangleAlert aria-hidden="true" className="size-4" />
              <span className="sr-only">{problems}</span>
            </span>
          )}
        </div>
        <p
          className={`card-summary wrap-anywhere text-muted text-xs leading-tight ${node.title.length > ONE_LINE ? 'line-clamp-1' : 'line-clamp-2'}`}
          title={presentation?.sentence}
        >
          {presentation?.sentence}
        </p>
      </div>
      <NodeState id={node.id} place={inside === null ? 'foot' : 'beside'} />
      {isOfApp(node.type) && <AccountState node={node} />}
      <Ports node={node.id} ports={portsOf(ends)} />
    </div>
  )
}

/** Fill of a card whose state is told by its colour and by a sign in its corner. */
const FAR: Readonly<Record<NonNullable<Tone>, string>> = {
  quiet: 'bg-surface',
  live: 'bg-marigold-soft border-marigold-edge!',
  good: 'bg-good-soft border-good!',
  bad: 'bg-bad-soft border-bad!',
  warn: 'bg-warn-soft border-warn!',
}

/**
 * A title as large as can be read from far away. It takes some of the space between cards; thousands of other texts and ports that
 * nobody can see or hit are the most expensive part of a large workflow.
 */
function FarCard({ node, presentation, ends, edge, hasPorts }: CardProps & { hasPorts: boolean }) {
  const tone = useNodeTone(node.id)
  const hasProblem = useProblemsOf(node.id) !== ''
  const fill = tone ? FAR[tone] : hasProblem ? 'bg-surface border-warn!' : node.disabled ? 'bg-sunken' : 'bg-surface'
  return (
    <div className="relative h-full">
      <div
        className={`far-card absolute -inset-x-4 -inset-y-2 flex items-center rounded-lg border-4 pr-2 pl-5 ${hueOf(presentation)} ${edge} ${fill} ${node.disabled ? 'border-dashed' : ''}`}
      >
        <span aria-hidden="true" className="hue-bar absolute inset-y-0 left-0 w-2.5 rounded-l-md" />
        <bdi className={`far-title ${node.disabled ? 'line-through' : ''}`}>{node.title}</bdi>
        <FarState id={node.id} hasProblem={hasProblem} />
      </div>
      {hasPorts ? (
        <>
          {ends?.trigger !== true && <TargetPort />}
          <Ports node={node.id} ports={portsOf(ends)} bare />
        </>
      ) : (
        <FarPorts ends={ends} />
      )}
    </div>
  )
}

const TargetPort = () => (
  <Handle type="target" position={Position.Left} id="in" role="img" aria-label={t('Input')} className="port" />
)

/** The logo of the app of a step, else the icon of its type in the colour of its category. */
function CardIcon({ node, presentation }: Pick<CardProps, 'node' | 'presentation'>) {
  const hasLogo = isOfApp(node.type) || brandOf(node) !== null
  return (
    <span className={`grid size-9 shrink-0 place-items-center rounded-[10px] ${hasLogo ? 'bg-sunken' : 'bg-hue-soft'}`}>
      {(hasLogo || presentation) && (
        <StepIcon node={node} icon={presentation?.icon} className="size-5" ink="text-hue" />
      )}
    </span>
  )
}

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

/** @param bare without the titles, which cannot be read from far away */
const Ports = memo(function Ports({
  node,
  ports,
  bare = false,
}: {
  node: string
  ports: readonly Port[]
  bare?: boolean
}) {
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
          aria-label={t('Output: {title}', { title })}
          className={`port ${name === 'error' ? 'port-error' : ''}`}
          style={{ top }}
        />
        {ports.length > 1 && !bare && (
          <span
            aria-hidden="true"
            style={{ top: top - 8 }}
            className="port-title pointer-events-none absolute left-full ml-2.5 whitespace-nowrap rounded-sm bg-paper px-1 text-muted text-xs"
          >
            <bdi>{title}</bdi>
            <PortCount way={`${node} ${name}`} />
          </span>
        )}
      </div>
    )
  })
})

/** How much went out there: after the title of the port, which lies where the connection would say it. */
function PortCount({ way }: { way: string }) {
  const count = usePart(useDraft().run.states, ({ ways }) => ways[way] ?? null)
  return count === null ? null : <span className="tabular-nums"> · {formatCompact(count)}</span>
}
