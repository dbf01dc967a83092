import { type ConnectionLineComponentProps, getBezierPath } from '@xyflow/react'
import { useView } from '#web/canvas/services/context/use-view.ts'
import type { CanvasNode } from '#web/canvas/view/nodes/flow-elements.ts'
import { useStore } from '#web/lib/store.ts'

/** The edge being drawn, and at its end why it cannot end there. */
export function ConnectionLine(props: ConnectionLineComponentProps<CanvasNode>) {
  const { fromX, fromY, toX, toY, fromPosition, toPosition, toNode, connectionStatus } = props
  const linking = useStore(useView().linking)
  const [path] = getBezierPath({
    sourceX: fromX,
    sourceY: fromY,
    targetX: toX,
    targetY: toY,
    sourcePosition: fromPosition,
    targetPosition: toPosition,
  })
  const reason = connectionStatus === 'invalid' && toNode ? linking?.refused.get(toNode.id) : undefined
  return (
    <g>
      <path d={path} fill="none" strokeWidth={2} className={reason ? 'stroke-bad' : 'stroke-indigo'} />
      {reason && (
        <foreignObject x={toX + 12} y={toY + 12} width={280} height={80} className="overflow-visible">
          <p className="w-fit rounded border border-bad bg-surface px-2 py-1 text-bad text-xs shadow-raised">
            {reason}
          </p>
        </foreignObject>
      )}
    </g>
  )
}
