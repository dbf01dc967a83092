import { getBezierPath, Position, ViewportPortal } from '@xyflow/react'
import { inputPoint, outputPoint } from '#web/canvas/model/edits/drop.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useGestures } from '#web/canvas/view/nodes/gestures.ts'
import { useStore } from '#web/lib/store.ts'

/** Beyond the ends of what is in line, in px. */
const BEYOND = 12

/** While something is dragged: the lines it lies on, and dashed what letting go would connect. */
export function DragMarks({ places }: { places: Readonly<Record<string, { x: number; y: number }>> }) {
  const { guides, drop } = useGestures()
  const lines = useStore(guides)
  const shown = useStore(drop)
  const draft = useDraft()
  if (lines.length === 0 && shown === null) return null
  const { nodes } = draft.document.get()
  const { presentations } = draft.analysis.get()
  const at = (id: string) => {
    const node = nodes.find((each) => each.id === id)
    return node && { ...node, position: places[id] ?? node.position }
  }
  const path = (from: { node: string; port: string }, to: string) => {
    const [source, target] = [at(from.node), at(to)]
    if (!source || !target) return null
    const [start, end] = [outputPoint(source, presentations, from.port), inputPoint(target, presentations)]
    const [d] = getBezierPath({
      sourceX: start.x,
      sourceY: start.y,
      targetX: end.x,
      targetY: end.y,
      sourcePosition: Position.Right,
      targetPosition: Position.Left,
    })
    return (
      <path
        key={`${from.node} ${to}`}
        d={d}
        fill="none"
        strokeWidth={2}
        strokeDasharray="6 5"
        className="stroke-indigo"
      />
    )
  }
  return (
    <ViewportPortal>
      <svg aria-hidden="true" className="pointer-events-none absolute top-0 left-0 size-px overflow-visible">
        {lines.map(({ axis, at: line, start, end }) => {
          const [from, to] = [start - BEYOND, end + BEYOND]
          const ends =
            axis === 'x' ? { x1: line, x2: line, y1: from, y2: to } : { x1: from, x2: to, y1: line, y2: line }
          return (
            <line key={axis} {...ends} strokeWidth={1} vectorEffect="non-scaling-stroke" className="stroke-indigo" />
          )
        })}
        {shown?.kind === 'connect' && path(shown.from, shown.to)}
        {shown?.kind === 'insert' && path(shown.edge.from, shown.node)}
        {shown?.kind === 'insert' && path({ node: shown.node, port: shown.port }, shown.edge.to.node)}
      </svg>
    </ViewportPortal>
  )
}
