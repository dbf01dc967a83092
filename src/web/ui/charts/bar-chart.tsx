import { HUE_CLASSES } from '#web/ui/category.ts'
import {
  type ChartPoint,
  type ChartProps,
  type DrawnSeries,
  drawnSeries,
  percent,
  type ValueScale,
  valueScale,
} from './chart.ts'
import { ChartFrame } from './chart-frame.tsx'

/** Of the width that a point has. */
const BREADTH = 0.62

export interface BarChartProps extends ChartProps {
  /** `parts`: the first series is the whole, and the others are parts of it, drawn over it. `stacked`: each is on top of the one before. */
  arrangement?: 'parts' | 'stacked'
}

/** Amounts per day, week or month, none below 0. */
export function BarChart({ arrangement = 'parts', ...chart }: BarChartProps) {
  const drawn = drawnSeries(chart.series)
  const isStacked = arrangement === 'stacked'
  const tops = chart.points.map(({ values }) => {
    const own = drawn.map(({ at }) => values[at] ?? 0)
    return isStacked ? own.reduce((sum, value) => sum + value, 0) : Math.max(0, ...own)
  })
  const scale = valueScale(tops)
  const isWhole = (place: number) => !isStacked && place === 0 && drawn.length > 1
  return (
    <ChartFrame
      {...chart}
      drawn={drawn}
      scale={scale}
      swatch={(_, place) => (
        <span
          aria-hidden="true"
          className={`size-3 rounded-[3px] border-hue ${isWhole(place) ? 'border-[1.5px] bg-hue-soft' : 'bg-hue'}`}
        />
      )}
    >
      {(read) => (
        <svg aria-hidden="true" className="absolute inset-0 size-full overflow-hidden">
          {chart.points.map((point, index) => (
            <Bars
              key={point.key}
              {...{ point, drawn, scale, isStacked, isWhole }}
              left={index / chart.points.length}
              breadth={1 / chart.points.length}
              isRead={read === index}
            />
          ))}
        </svg>
      )}
    </ChartFrame>
  )
}

interface BarsProps {
  point: ChartPoint
  drawn: readonly DrawnSeries[]
  scale: ValueScale
  isStacked: boolean
  isWhole: (place: number) => boolean
  /** Of the part of the plot that the point has. */
  left: number
  breadth: number
  isRead: boolean
}

function Bars({ point, drawn, scale, isStacked, isWhole, left, breadth, isRead }: BarsProps) {
  let below = 0
  return (
    <>
      {isRead && <rect x={percent(left)} width={percent(breadth)} height="100%" rx="4" className="fill-hover" />}
      {drawn.map(({ name, hue, at }, place) => {
        const value = point.values[at] ?? 0
        const from = isStacked ? below : 0
        below = from + value
        const height = scale.up(from + value) - scale.up(from)
        return (
          <rect
            key={name}
            x={percent(left + (breadth * (1 - BREADTH)) / 2)}
            width={percent(breadth * BREADTH)}
            y={percent(1 - scale.up(from + value))}
            // Below the axis, where the picture is cut: a bar is round at its top only.
            style={{ height: from === 0 ? `calc(${percent(height)} + 4px)` : percent(height) }}
            rx="3"
            strokeWidth="1.5"
            className={`origin-bottom animate-grow [transform-box:fill-box] ${HUE_CLASSES[hue]} ${
              isWhole(place) && value > 0 ? 'fill-hue-soft stroke-hue' : 'fill-hue'
            }`}
          />
        )
      })}
    </>
  )
}
