import type { ReactNode } from 'react'
import type { Line, Placed, StepLayout } from './step-layout.ts'

/** Heights in px: of a row, and of the box in it. */
const ROW = 56
const BOX = 36

const middle = ({ left, width }: Placed<unknown>): number => (left + width / 2) * 100

function path({ from, to }: Line<unknown>): string {
  const [x1, y1, x2, y2] = [middle(from), from.row * ROW + BOX, middle(to), to.row * ROW]
  const bend = Math.max(10, (y2 - y1) / 2)
  return `M ${x1} ${y1} C ${x1} ${y1 + bend}, ${x2} ${y2 - bend}, ${x2} ${y2}`
}

/** Steps as boxes in rows with lines between them; for screen readers a list. `dashed`: lines that nothing went over. */
export function StepsDiagram<Step extends { id: string }>({
  picture,
  dashed,
  box,
}: {
  picture: StepLayout<Step>
  dashed?: (line: Line<Step>) => boolean
  box: (step: Step) => ReactNode
}) {
  const height = (picture.rows - 1) * ROW + BOX
  return (
    <div className="relative" style={{ height }}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full text-control"
      >
        {picture.lines.map((line) => (
          <path
            key={`${line.from.step.id} ${line.port} ${line.to.step.id}`}
            d={path(line)}
            fill="none"
            stroke="currentColor"
            strokeWidth={dashed?.(line) ? 1 : 1.5}
            strokeDasharray={dashed?.(line) ? '3 3' : undefined}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <ol className="contents">
        {picture.steps.map(({ step, row, left, width }) => (
          <li
            key={step.id}
            className="absolute px-1"
            style={{ top: row * ROW, left: `${left * 100}%`, width: `${width * 100}%`, height: BOX }}
          >
            {box(step)}
          </li>
        ))}
      </ol>
    </div>
  )
}
