import { EdgeLabelRenderer } from '@xyflow/react'
import type { EdgeRunState } from '#web/canvas/model/run/run-states.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { formatCompact } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

/** What the run on the canvas did with a connection. */
export const useEdgeRunState = (id: string): EdgeRunState | undefined =>
  usePart(useDraft().run.states, ({ edges }) => edges[id])

interface EdgeCountProps {
  id: string
  /** Its middle on the canvas. */
  x: number
  y: number
  /** Its port has a title near the middle, which says how much went out there, as long as it can be read. */
  titled: boolean
}

/** What went through a connection in the run that is shown; nothing without a run. */
export function EdgeCount({ id, x, y, titled }: EdgeCountProps) {
  const look = useEdgeRunState(id)
  if (!look || (look.count === null && !look.untaken)) return null
  const words =
    look.count === null
      ? t('Not taken')
      : look.count === 1
        ? t('1 item')
        : t('{count} items', { count: formatCompact(look.count) })
  return (
    <EdgeLabelRenderer>
      <span
        data-edge-count={id}
        style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        className={`edge-count pointer-events-none absolute whitespace-nowrap rounded-sm bg-paper px-1 text-muted text-xs tabular-nums ${titled ? 'titled' : ''}`}
      >
        {words}
      </span>
    </EdgeLabelRenderer>
  )
}
