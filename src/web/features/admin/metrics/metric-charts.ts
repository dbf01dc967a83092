/** Which figures the charts show, and how they are written. */
import type { MetricRange } from '#contract/admin/metric-ranges.ts'
import type { MetricPoint } from '#contract/admin/metrics.ts'
import { formatBytes, formatCompact, formatDuration, formatNumber, formatPaise } from '#web/lib/format.ts'
import { memoisePerLocale } from '#web/lib/language.ts'
import { formatExactTime } from '#web/lib/time.ts'
import type { ChartPoint, ChartSeries } from '#web/ui/charts/chart.ts'

export interface MetricChart {
  title: string
  unit: string
  kind: 'bars' | 'lines'
  /** Of bars: each is on top of the one before, instead of a part of the first. */
  stacked?: true
  series: readonly (ChartSeries & { of: keyof Omit<MetricPoint, 'at'> })[]
  format: (value: number) => string
  formatTick?: (value: number) => string
}

const clock = memoisePerLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const day = memoisePerLocale((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))

const seconds = (value: number) => formatDuration(value * 1000)

export const METRIC_CHARTS: readonly MetricChart[] = [
  {
    title: 'Runs that ended',
    unit: 'Runs',
    kind: 'bars',
    stacked: true,
    series: [
      { name: 'Succeeded', of: 'runs_succeeded', hue: 'healthcare' },
      { name: 'Failed', of: 'runs_failed', hue: 'legal' },
      { name: 'Cancelled', of: 'runs_cancelled', hue: 'documents' },
    ],
    format: formatNumber,
    formatTick: formatCompact,
  },
  {
    title: 'Queue',
    unit: 'Runs, at the most',
    kind: 'lines',
    series: [
      { name: 'Waiting', of: 'queued_runs' },
      { name: 'In progress', of: 'running_runs' },
      { name: 'Longest wait', of: 'queue_oldest_s', format: seconds, inTableOnly: true },
      { name: 'Workers', of: 'workers', inTableOnly: true },
    ],
    format: formatNumber,
    formatTick: formatCompact,
  },
  {
    title: 'Requests',
    unit: 'Requests',
    kind: 'bars',
    series: [
      { name: 'Requests', of: 'requests' },
      { name: 'Server errors', of: 'requests_failed', hue: 'legal' },
    ],
    format: formatNumber,
    formatTick: formatCompact,
  },
  {
    title: 'Response times',
    unit: 'Mean time',
    kind: 'lines',
    series: [
      { name: 'Request', of: 'request_ms' },
      { name: 'Step of a run', of: 'step_ms' },
      { name: 'Event loop delay (99th percentile)', of: 'event_loop_ms' },
    ],
    format: formatDuration,
  },
  {
    title: 'AI models',
    unit: 'Tokens',
    kind: 'bars',
    series: [
      { name: 'Tokens', of: 'model_tokens' },
      { name: 'Cost', of: 'model_cost_paise', format: (paise) => formatPaise(Math.round(paise)), inTableOnly: true },
    ],
    format: formatNumber,
    formatTick: formatCompact,
  },
  {
    title: 'Needs attention',
    unit: 'Count, at the most',
    kind: 'lines',
    series: [
      { name: 'Parts down', of: 'parts_down' },
      { name: 'Mail waiting', of: 'waiting_mails' },
      { name: 'Failed jobs', of: 'jobs_failed' },
    ],
    format: formatNumber,
    formatTick: formatCompact,
  },
  {
    title: 'Database',
    unit: 'Connections, at the most',
    kind: 'lines',
    series: [
      { name: 'Connections', of: 'database_connections' },
      { name: 'Size', of: 'database_bytes', format: formatBytes, inTableOnly: true },
    ],
    format: formatNumber,
    formatTick: formatCompact,
  },
  {
    title: 'Free disk space',
    unit: 'At the least',
    kind: 'lines',
    series: [{ name: 'Free', of: 'disk_free_bytes' }],
    format: formatBytes,
  },
]

/** Stretches in which nothing of the chart was measured are left out: a line through 0 would say that there was none. */
export function pointsOf({ series }: MetricChart, points: readonly MetricPoint[], range: MetricRange): ChartPoint[] {
  const label = range === '1h' || range === '24h' ? clock() : day()
  return points
    .filter((point) => series.some(({ of }) => point[of] !== null))
    .map((point) => ({
      key: point.at,
      label: label.format(new Date(point.at)),
      title: formatExactTime(point.at),
      values: series.map(({ of }) => point[of] ?? 0),
    }))
}
