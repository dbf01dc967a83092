import { ChartLine, Table2 } from 'lucide-react'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { HUE_CLASSES } from '#web/ui/category.ts'
import { across, type ChartPoint, type ChartProps, type DrawnSeries, percent, type ValueScale } from './chart.ts'
import { ChartTable, TableBehind } from './chart-table.tsx'

const MOST_LABELS = 6

interface FrameProps extends ChartProps {
  drawn: readonly DrawnSeries[]
  scale: ValueScale
  /** The sign of a series in the legend. */
  swatch: (series: DrawnSeries, place: number) => ReactNode
  /** What is drawn on the lines of the plot; `read` is the point being read. */
  children: (read: number | null) => ReactNode
}

/** Legend, axes, reading and table of a chart; what it is about is drawn inside. The values can be read by pointer and by arrow keys. */
export function ChartFrame({ drawn, scale, swatch, children, ...chart }: FrameProps) {
  const [asTable, setAsTable] = useState(false)
  const [read, setRead] = useState<number | null>(null)
  const point = read === null ? undefined : chart.points[read]
  return (
    <figure className="relative grid grid-cols-[minmax(0,1fr)] gap-3">
      <figcaption className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid gap-1">
          <Legend {...{ drawn, swatch, point }} format={chart.format} />
          {/* Next to the plot, so that nothing moves when it is read. */}
          <p className="text-muted text-xs">{point ? point.title : chart.unit}</p>
        </div>
        <Button
          size="sm"
          variant="ghost"
          icon={asTable ? <ChartLine aria-hidden="true" /> : <Table2 aria-hidden="true" />}
          onClick={() => setAsTable(!asTable)}
        >
          <span className="max-sm:sr-only">{asTable ? t('Show as chart') : t('Show as table')}</span>
        </Button>
      </figcaption>
      {asTable ? (
        <ChartTable {...chart} />
      ) : (
        <>
          <Axes {...{ scale, read, setRead }} chart={chart} drawn={drawn}>
            {children(read)}
          </Axes>
          <TableBehind {...chart} />
        </>
      )}
    </figure>
  )
}

interface LegendProps extends Pick<FrameProps, 'drawn' | 'swatch' | 'format'> {
  point: ChartPoint | undefined
}

function Legend({ drawn, swatch, point, format }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {drawn.map((series, place) => (
        <li key={series.name} className={`inline-flex items-center gap-2 ${HUE_CLASSES[series.hue]}`}>
          {swatch(series, place)}
          {series.name}
          {point && (
            <span className="font-semibold tabular-nums">
              {(series.format ?? format)(point.values[series.at] ?? 0)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface AxesProps {
  chart: ChartProps
  drawn: readonly DrawnSeries[]
  scale: ValueScale
  read: number | null
  setRead: (index: number | null) => void
  children: ReactNode
}

function Axes({ chart, drawn, scale, read, setRead, children }: AxesProps) {
  const { points, formatTick } = chart
  const readAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * points.length)
    setRead(points.length === 0 ? null : Math.min(points.length - 1, Math.max(0, index)))
  }
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <ol aria-hidden="true" className="relative h-52 w-12 text-right text-muted text-xs tabular-nums">
        {scale.ticks.map((tick) => (
          <li key={tick} className="absolute right-0 translate-y-1/2" style={{ bottom: percent(scale.up(tick)) }}>
            {formatTick(tick)}
          </li>
        ))}
      </ol>
      <div
        className="relative h-52 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-indigo has-focus-visible:outline-offset-4"
        onPointerMove={readAt}
        onPointerDown={readAt}
        onPointerLeave={() => setRead(null)}
      >
        <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
          {scale.ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100%"
              y1={percent(1 - scale.up(tick))}
              y2={percent(1 - scale.up(tick))}
              className={tick === 0 ? 'stroke-control' : 'stroke-line'}
            />
          ))}
        </svg>
        {children}
        <Reader {...{ chart, drawn, read, setRead }} />
      </div>
      <span />
      <Labels points={points} />
    </div>
  )
}

/** A slider over the points that nobody sees: it makes the plot a stop of the Tab key, and each point is told as it is reached. */
function Reader({ chart, drawn, read, setRead }: Omit<AxesProps, 'scale' | 'children'>) {
  const { label, points, format } = chart
  const point = points[read ?? 0]
  if (!point) return null
  const values = drawn.map(({ name, at, ...series }) => `${name} ${(series.format ?? format)(point.values[at] ?? 0)}`)
  return (
    <input
      type="range"
      min={0}
      max={points.length - 1}
      value={read ?? 0}
      aria-label={label}
      aria-valuetext={`${point.title}: ${values.join(', ')}`}
      onChange={(event) => setRead(Number(event.target.value))}
      onFocus={() => setRead(read ?? 0)}
      onBlur={() => setRead(null)}
      className="sr-only"
    />
  )
}

function Labels({ points }: { points: readonly ChartPoint[] }) {
  const every = Math.max(1, Math.ceil(points.length / MOST_LABELS))
  return (
    <ol aria-hidden="true" className="relative mt-2 h-5 text-muted text-xs">
      {points.map(({ key, label }, index) =>
        index % every === 0 ? (
          <li
            key={key}
            // On a phone there is room for every other one.
            className={`absolute -translate-x-1/2 whitespace-nowrap ${(index / every) % 2 === 1 ? 'max-sm:hidden' : ''}`}
            style={{ left: percent(across(index, points.length)) }}
          >
            {label}
          </li>
        ) : null,
      )}
    </ol>
  )
}
