import { BaseEdge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo } from 'react'
import { EdgeCount } from './edge-count.tsx'
import type { CanvasEdge } from './flow.ts'

/** A connection: what one node gives to another. */
export const WayEdge = memo(function WayEdge(props: EdgeProps<CanvasEdge>) {
  const { id, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props
  const [path, x, y] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition })
  return (
    <>
      <BaseEdge id={id} path={path} interactionWidth={24} />
      <EdgeCount id={id} x={x} y={y} />
    </>
  )
})
