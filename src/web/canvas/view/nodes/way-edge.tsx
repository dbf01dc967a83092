import { BaseEdge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo } from 'react'
import type { EdgeLook } from '#web/canvas/model/run/run-looks.ts'
import { EdgeCount, useEdgeLook } from './edge-count.tsx'
import type { CanvasEdge } from './flow-elements.ts'

const wayClass = (look: EdgeLook | undefined): string =>
  look?.flowing ? 'way-flowing' : look?.untaken ? 'way-untaken' : look?.count == null ? '' : 'way-taken'

/** A connection: what one node gives to another. */
export const WayEdge = memo(function WayEdge(props: EdgeProps<CanvasEdge>) {
  const { id, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props
  const [path, x, y] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition })
  const look = useEdgeLook(id)
  return (
    <>
      <BaseEdge id={id} path={path} interactionWidth={24} className={wayClass(look)} />
      <EdgeCount id={id} x={x} y={y} />
    </>
  )
})
