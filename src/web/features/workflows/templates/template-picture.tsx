import type { TemplateSummary } from '#contract/workflows/workflow-templates.ts'
import { NodeIcon } from '#web/canvas/view/nodes/node-icon.tsx'
import { categoryLook, HUE_CLASSES } from '#web/ui/category.ts'

/** Side of a step, its icon, and the room that one takes across and down, in px at most. */
const STEP = 36
const ICON = 18
const ACROSS = 64
const DOWN = 44
/** Columns that are legible on a card. */
const MOST = 6

/** The shape of a workflow at one look: its steps as they follow each other on the canvas, without their words. */
export function TemplatePicture({ steps, lines }: Pick<TemplateSummary, 'steps' | 'lines'>) {
  const columns = order(steps.map(({ x }) => x))
  const xs = columns.length > MOST ? columns.slice(0, MOST - 1) : columns
  const shown = steps.filter(({ x }) => xs.includes(x))
  const ys = order(shown.map(({ y }) => y))
  const more = steps.length - shown.length
  const [width, height] = [(xs.length + (more > 0 ? 1 : 0)) * ACROSS, ys.length * DOWN]
  const middles = steps.map(({ x, y }) =>
    xs.includes(x) ? { x: (xs.indexOf(x) + 0.5) * ACROSS, y: (ys.indexOf(y) + 0.5) * DOWN } : null,
  )
  return (
    <div aria-hidden="true" className="grid h-24 w-full place-items-center py-2">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="max-h-full w-full"
        style={{ maxWidth: width }}
        role="presentation"
      >
        {lines.map(({ from, to }) => {
          const [start, end] = [middles[from], middles[to]]
          if (!start || !end) return null
          const half = (start.x + end.x) / 2
          return (
            <path
              key={`${from}-${to}`}
              d={`M${start.x},${start.y} C${half},${start.y} ${half},${end.y} ${end.x},${end.y}`}
              className="fill-none stroke-control"
              strokeWidth={1.5}
            />
          )
        })}
        {steps.map(({ title, icon, category }, index) => {
          const middle = middles[index]
          if (!middle) return null
          const { x, y } = middle
          return (
            <g key={title} className={`text-hue ${HUE_CLASSES[categoryLook(category).hue]}`}>
              <rect
                x={x - STEP / 2}
                y={y - STEP / 2}
                width={STEP}
                height={STEP}
                rx={6}
                className="fill-surface stroke-line"
              />
              <svg x={x - ICON / 2} y={y - ICON / 2} width={ICON} height={ICON} viewBox="0 0 24 24" role="presentation">
                <NodeIcon name={icon} />
              </svg>
            </g>
          )
        })}
        {more > 0 && (
          <text
            x={(xs.length + 0.5) * ACROSS}
            y={height / 2}
            textAnchor="middle"
            dominantBaseline="central"
            className="fill-muted text-base"
          >
            +{more}
          </text>
        )}
      </svg>
    </div>
  )
}

const order = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b)
