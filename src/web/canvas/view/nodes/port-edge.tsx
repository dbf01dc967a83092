import { BaseEdge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo } from 'react'
import type { EdgeRunState } from '#web/canvas/model/run/run-states.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { EdgeCount, useEdgeRunState } from './edge-count.tsx'
import type { CanvasEdge } from './flow-elements.ts'

const wayClass = (look: EdgeRunState | undefined): string =>
  look?.flowing
    ? 'way-flowing'
    : look?.untaken
      ? 'way-untaken'
      : look?.count == null && !look?.uncounted
        ? ''
        : 'way-taken'

/** A connection: what one node gives to another. */
export const PortEdge = memo(function PortEdge(props: EdgeProps<CanvasEdge>) {
  const { id, source, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props
  const [path, x, y] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition })
  const look = useEdgeRunState(id)
  const several = usePart(useDraft().analysis, ({ presentations }) => (presentations[source]?.ports.length ?? 0) > 1)
  return (
    <>
      <BaseEdge id={id} path={path} interactionWidth={24} className={wayClass(look)} />
      <EdgeCount id={id} x={x} y={y} titled={several && (look?.count != null || Math.abs(y - sourceY) < 18)} />
    </>
  )
})
