import { METRIC_RANGES, type MetricRange } from '#contract/admin/metric-ranges.ts'

export const RANGE_NAMES: Record<MetricRange, string> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}

export const rangeIn = (params: URLSearchParams): MetricRange =>
  METRIC_RANGES.find((range) => range === params.get('range')) ?? '1h'
