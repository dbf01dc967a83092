import { curveMonotoneX } from '@visx/curve'
import { LinePath } from '@visx/shape'
import { HUE_CLASSES, type Hue } from '#web/ui/category.ts'
import { across, type ChartPoint, percent, valueScale } from './chart.ts'
import { TableBehind } from './chart-table.tsx'

interface Props {
  /** What is shown; the caption of the table behind it. */
  label: string
  /** Heads the columns of the table: 'Day', 'Runs'. */
  pointHeader: string
  valueHeader: string
  points: readonly Pick<ChartPoint, 'key' | 'title' | 'values'>[]
  format: (value: number) => string
  hue?: Hue
}

/** A figure's last days without axes, beside the figure itself; the last day is marked. As wide as its place. */
export function Sparkline({ label, pointHeader, valueHeader, points, format, hue = 'documents' }: Props) {
  const value = ({ values }: (typeof points)[number]) => values[0] ?? 0
  const { up } = valueScale(points.map(value))
  const last = points.at(-1)
  return (
    <div className={`relative h-9 w-full ${HUE_CLASSES[hue]}`}>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-1 h-[calc(100%-0.5rem)] w-[calc(100%-0.5rem)] overflow-visible"
      >
        <LinePath
          data={[...points]}
          x={(_, index) => 100 * across(index, points.length)}
          y={(point) => 100 - 100 * up(value(point))}
          curve={curveMonotoneX}
          strokeWidth={2}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-hue"
        />
      </svg>
      {last && (
        <svg
          aria-hidden="true"
          className="absolute inset-1 h-[calc(100%-0.5rem)] w-[calc(100%-0.5rem)] overflow-visible"
        >
          <circle
            cx={percent(across(points.length - 1, points.length))}
            cy={percent(1 - up(value(last)))}
            r="3"
            className="fill-hue"
          />
        </svg>
      )}
      <TableBehind
        {...{ label, pointHeader, format }}
        series={[{ name: valueHeader }]}
        points={points.map((point) => ({ ...point, label: point.title }))}
      />
    </div>
  )
}
