import { useState } from 'react'
import { ticksUpTo } from './ticks.ts'

export interface Bar {
  key: string
  /** Below the axis. */
  label: string
  /** What it stands for, written out. */
  title: string
  /** One per series, none below 0. The first is drawn behind: the others are parts of it. */
  values: readonly number[]
}

export interface BarChartProps {
  /** A description for screen readers; the figures themselves are in a table next to it. */
  label: string
  /** Written above the axis: '₹', 'runs'. */
  unit: string
  series: readonly string[]
  bars: readonly Bar[]
  /** A value written out. */
  format: (value: number) => string
  /** A value at the axis, shorter. */
  formatTick: (value: number) => string
}

const FILLS = ['fill-control', 'fill-ink']
const SWATCHES = ['bg-control', 'bg-ink']
const MOST_LABELS = 6
const percent = (part: number): string => `${(part * 100).toFixed(3)}%`

/** Sums over time as bars, with axes and units. The bar under the pointer is written out above. It owes the reader a table twin. */
export function BarChart({ label, unit, series, bars, format, formatTick }: BarChartProps) {
  const [pointed, setPointed] = useState<string | null>(null)
  const ticks = ticksUpTo(Math.max(0, ...bars.flatMap(({ values }) => values)))
  const top = ticks.at(-1) ?? 1
  const at = bars.find(({ key }) => key === pointed)
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <figcaption className="flex min-h-10 flex-wrap items-start justify-between gap-x-6 gap-y-1 text-sm">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {series.map((name, index) => (
            <li key={name} className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className={`size-3 rounded-sm ${SWATCHES[index] ?? ''}`} />
              {name}
              {at && <span className="font-medium tabular-nums">{format(at.values[index] ?? 0)}</span>}
            </li>
          ))}
        </ul>
        <span className="text-muted">{at ? at.title : unit}</span>
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <ol aria-hidden="true" className="relative h-52 w-14 text-right text-muted text-xs tabular-nums">
          {ticks.map((tick) => (
            <li key={tick} className="absolute right-0 translate-y-1/2" style={{ bottom: percent(tick / top) }}>
              {formatTick(tick)}
            </li>
          ))}
        </ol>
        <Plot {...{ label, series, bars, ticks, top, pointed, setPointed }} />
        <span />
        <Labels bars={bars} />
      </div>
    </figure>
  )
}

interface PlotProps {
  label: string
  series: readonly string[]
  bars: readonly Bar[]
  ticks: readonly number[]
  top: number
  pointed: string | null
  setPointed: (key: string | null) => void
}

function Plot({ label, series, bars, ticks, top, pointed, setPointed }: PlotProps) {
  const step = 1 / Math.max(1, bars.length)
  return (
    <svg role="img" aria-label={label} className="h-52 w-full overflow-visible" onPointerLeave={() => setPointed(null)}>
      {ticks.map((tick) => (
        <line
          key={tick}
          x1="0"
          x2="100%"
          y1={percent(1 - tick / top)}
          y2={percent(1 - tick / top)}
          className={tick === 0 ? 'stroke-control' : 'stroke-line'}
        />
      ))}
      {bars.map(({ key, values }, index) => (
        <g key={key} onPointerEnter={() => setPointed(key)}>
          <rect
            x={percent(index * step)}
            width={percent(step)}
            height="100%"
            className={key === pointed ? 'fill-hover' : 'fill-transparent'}
          />
          {values.map((value, number) => (
            <rect
              key={series[number]}
              x={percent((index + 0.15) * step)}
              width={percent(step * 0.7)}
              y={percent(1 - value / top)}
              height={percent(value / top)}
              className={FILLS[number] ?? ''}
            />
          ))}
        </g>
      ))}
    </svg>
  )
}

function Labels({ bars }: { bars: readonly Bar[] }) {
  const every = Math.max(1, Math.ceil(bars.length / MOST_LABELS))
  return (
    <ol aria-hidden="true" className="relative mt-1.5 h-5 text-muted text-xs">
      {bars.map(({ key, label }, index) =>
        index % every === 0 ? (
          <li
            key={key}
            className="absolute -translate-x-1/2 whitespace-nowrap"
            style={{ left: percent((index + 0.5) / bars.length) }}
          >
            {label}
          </li>
        ) : null,
      )}
    </ol>
  )
}
