/** What /admin/metrics shows: how the installation did over time, and its state now as the embedded pages say it. */
import { z } from 'zod'
import { roleAtLeast } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Timestamp } from '#contract/core/primitives.ts'
import { METRIC_RANGES } from './metric-ranges.ts'

const MetricRange = z.enum(METRIC_RANGES)

const amount = z.number()
const measured = z.number().nullable()

/** A stretch of time. What is measured is null where nothing ran that could. */
export const MetricPoint = z.object({
  /** When the stretch begins. */
  at: Timestamp,
  runs_succeeded: amount,
  runs_failed: amount,
  runs_cancelled: amount,
  /** Mean time a step took, in ms. */
  step_ms: measured,
  requests: amount,
  /** Requests answered with a status of 500 or above. */
  requests_failed: amount,
  /** Mean time a request took, in ms. */
  request_ms: measured,
  model_tokens: amount,
  model_cost_paise: amount,
  jobs_failed: amount,
  /** The most that waited to begin at a time, and how long one of them had waited, in seconds. */
  queued_runs: measured,
  queue_oldest_s: measured,
  running_runs: measured,
  /** The fewest that were alive. */
  workers: measured,
  waiting_mails: measured,
  /** The most parts that were down at a time. */
  parts_down: measured,
  database_connections: measured,
  database_bytes: measured,
  /** The least that was free. */
  disk_free_bytes: measured,
  /** The longest delay of the event loop, at the 99th percentile, in ms. */
  event_loop_ms: measured,
})
export type MetricPoint = z.infer<typeof MetricPoint>

export const MetricHistory = z.object({
  range: MetricRange,
  /** How long each stretch is, in seconds. */
  step_s: z.number().int(),
  /** Oldest first; stretches in which nothing was stored are left out. */
  points: z.array(MetricPoint),
})
export type MetricHistory = z.infer<typeof MetricHistory>

/** The dashboard as a file: `history` and the state of each part for programs, `csv` for spreadsheets. */
export const MetricExport = z.object({
  /** Of the files, without an ending. */
  name: z.string(),
  exported_at: Timestamp,
  version: z.string(),
  checks: z.record(z.string(), z.enum(['up', 'down'])),
  history: MetricHistory,
  csv: z.string(),
})
export type MetricExport = z.infer<typeof MetricExport>

const access = roleAtLeast('admin')

export const metricEndpoints = {
  getMetricHistory: endpoint({
    method: 'GET',
    path: '/api/v1/admin/metrics',
    access,
    query: z.object({ range: MetricRange.default('1h') }),
    returns: MetricHistory,
  }),
  openMetricsPages: endpoint({
    method: 'POST',
    path: '/api/v1/admin/metrics/pages',
    access,
    returns: z.object({ open_until: Timestamp }),
  }),
  exportMetrics: endpoint({
    method: 'POST',
    path: '/api/v1/admin/metrics/export',
    access,
    body: z.object({ range: MetricRange }),
    returns: MetricExport,
    errors: ['confirmation_needed'],
  }),
}
