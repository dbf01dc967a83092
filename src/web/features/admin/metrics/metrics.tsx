import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { METRIC_RANGES, type MetricRange } from '#contract/admin/metric-ranges.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { paths } from '#web/paths.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import type { ChartPoint } from '#web/ui/charts/chart.ts'
import { LineChart } from '#web/ui/charts/line-chart.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { EmbeddedPages } from './embedded-pages.tsx'
import { ExportDashboard } from './export-dashboard.tsx'
import { METRIC_CHARTS, type MetricChart, pointsOf } from './metric-charts.ts'
import { RANGE_NAMES, rangeIn } from './ranges.ts'

const historyQuery = (range: MetricRange) => q('getMetricHistory', { query: { range } })

/** A sample is stored every minute. */
const RENEW_MS = 60_000

export const loader = ({ url: { searchParams } }: ScreenArgs) => load(historyQuery(rangeIn(searchParams)))

/** How the installation does: charts of stored samples, and the pages that monitoring reads. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const range = rangeIn(params)
  const { points } = useData(historyQuery(range))
  // Renews what is shown; failures keep it.
  useQuery({ ...historyQuery(range), refetchInterval: RENEW_MS })
  return (
    <AdminFrame
      title="Metrics"
      intro="How this installation is doing now and over time. A sample is stored every minute and kept for 30 days."
      actions={<ExportDashboard range={range} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Segmented
          label="Time range"
          segments={METRIC_RANGES.map((value) => ({ value, label: RANGE_NAMES[value] }))}
          value={range}
          onChange={(value) =>
            void navigate(paths.adminMetrics({ range: value === '1h' ? null : value }), { preventScrollReset: true })
          }
        />
        {points.length === 0 ? (
          <EmptyState icon={<ChartLine aria-hidden="true" />} title="No samples in this time range">
            The first sample appears within a minute of a start.
          </EmptyState>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 min-[90rem]:grid-cols-2">
            {METRIC_CHARTS.map((chart) => (
              <ChartCard key={chart.title} chart={chart} points={pointsOf(chart, points, range)} range={range} />
            ))}
          </div>
        )}
        <EmbeddedPages />
      </div>
    </AdminFrame>
  )
}

function ChartCard({
  chart,
  points,
  range,
}: {
  chart: MetricChart
  points: readonly ChartPoint[]
  range: MetricRange
}) {
  const { title, unit, kind, stacked, series, format, formatTick = format } = chart
  const label = `${title}, ${RANGE_NAMES[range].toLowerCase()}`
  const props = { label, unit, pointHeader: 'Time', series, points, format, formatTick }
  return (
    <Card>
      <CardHeader title={title} />
      {points.length === 0 ? (
        <p className="text-muted">Not measured in this time range.</p>
      ) : kind === 'bars' ? (
        <BarChart {...props} arrangement={stacked ? 'stacked' : 'parts'} />
      ) : (
        <LineChart {...props} />
      )}
    </Card>
  )
}
