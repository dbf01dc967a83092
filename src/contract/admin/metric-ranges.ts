/** How far back the charts of /admin/metrics reach. Plain data: the browser offers what the server takes. */
export const METRIC_RANGES = ['1h', '24h', '7d', '30d'] as const
export type MetricRange = (typeof METRIC_RANGES)[number]
