import { curveMonotoneX } from '@visx/curve'
import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { HUE_CLASSES } from '#web/ui/category.ts'
import { across, type ChartProps, type DrawnSeries, drawnSeries, percent, valueScale } from './chart.ts'
import { ChartFrame } from './chart-frame.tsx'

/** Lines are told apart without their colours, too. */
const DASHES = [undefined, '7 4', '2 4', '10 4 2 4']
const dashOf = (place: number) => DASHES[place % DASHES.length]

export interface LineChartProps extends ChartProps {
  /** Tints what is below the line, for amounts; not for rates, whose 0 says little. */
  area?: boolean
}

/** How something goes over time: a line for each series. */
export function LineChart({ area = false, ...chart }: LineChartProps) {
  const drawn = drawnSeries(chart.series)
  const scale = valueScale(chart.points.flatMap(({ values }) => drawn.map(({ at }) => values[at] ?? 0)))
  return (
    <ChartFrame
      {...chart}
      drawn={drawn}
      scale={scale}
      swatch={(_, place) => (
        <svg aria-hidden="true" width="18" height="8">
          <line x1="1" x2="17" y1="4" y2="4" strokeWidth="2.5" strokeDasharray={dashOf(place)} className="stroke-hue" />
        </svg>
      )}
    >
      {(read) => (
        <>
          <Lines {...{ drawn, chart, area }} up={scale.up} />
          {read !== null && <Reading {...{ drawn, chart, read }} up={scale.up} />}
        </>
      )}
    </ChartFrame>
  )
}

interface LinesProps {
  chart: ChartProps
  drawn: readonly DrawnSeries[]
  up: (value: number) => number
}

/** In a square of 100, stretched over the plot; strokes keep their width. */
function Lines({ chart: { points }, drawn, up, area }: LinesProps & { area: boolean }) {
  const bottom = scaleLinear<number>({ domain: [0, 100], range: [100 - 100 * up(0), 0] })
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {drawn.map(({ name, hue, at }, place) => {
        const path = {
          data: [...points],
          x: (_: unknown, index: number) => 100 * across(index, points.length),
          y: ({ values }: (typeof points)[number]) => 100 - 100 * up(values[at] ?? 0),
          curve: curveMonotoneX,
        }
        return (
          <g key={name} className={HUE_CLASSES[hue]}>
            {area && place === 0 && <AreaClosed {...path} yScale={bottom} className="fill-hue-soft" />}
            <LinePath
              {...path}
              strokeWidth={2.25}
              strokeLinecap="round"
              strokeDasharray={dashOf(place)}
              vectorEffect="non-scaling-stroke"
              className="stroke-hue"
            />
          </g>
        )
      })}
    </svg>
  )
}

function Reading({ chart: { points }, drawn, up, read }: LinesProps & { read: number }) {
  const x = percent(across(read, points.length))
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
      <line x1={x} x2={x} y1="0" y2="100%" className="stroke-control" />
      {drawn.map(({ name, hue, at }) => (
        <circle
          key={name}
          cx={x}
          cy={percent(1 - up(points[read]?.values[at] ?? 0))}
          r="4.5"
          strokeWidth="2"
          className={`fill-hue stroke-surface ${HUE_CLASSES[hue]}`}
        />
      ))}
    </svg>
  )
}
