/** Samples of how the installation does: taken every half minute, one row a minute, kept for thirty days. */

import type { MetricRange } from '#contract/admin/metric-ranges.ts'
import type { MetricHistory, MetricPoint } from '#contract/admin/metrics.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { withLease } from '#server/platform/jobs/job-lease.ts'
import type { CountsReader } from '#server/platform/metrics/counts.ts'
import type { Facts, Metrics } from '#server/platform/metrics/metrics.ts'
import * as store from './samples.store.ts'

const KEPT_DAYS = 30

export interface SamplingDeps {
  db: Queryable
  metrics: Pick<Metrics, 'facts'>
  counts: CountsReader
}

const measuredOf = ({ installation, health, disk }: Facts): store.Measured | null => {
  if (installation === null || disk === null) return null
  const { queue, runs, workers, mails, database } = installation
  return {
    queued_runs: queue.reduce((sum, { queued }) => sum + queued, 0),
    queue_oldest_s: Math.round(Math.max(0, ...queue.map(({ oldest_s }) => oldest_s))),
    running_runs: runs.running,
    workers,
    waiting_mails: mails.queued,
    parts_down: Object.values(health.checks).filter((state) => state === 'down').length,
    database_connections: database.connections,
    database_bytes: database.bytes,
    disk_free_bytes: disk.free,
  }
}

/**
 * One turn: every process adds what it counted; what is true of the installation is measured by the one that has the lease, unless the
 * minute is measured already.
 */
export const createSampling =
  ({ db, metrics, counts }: SamplingDeps): (() => Promise<void>) =>
  async () => {
    await counts.take((counted) => store.addCounts(db, counted))
    await withLease(db, 'store-samples', async () => {
      if (await store.isMeasured(db)) return
      const measured = measuredOf(await metrics.facts())
      if (measured) await store.storeMeasured(db, measured)
      await store.deleteOldSamples(db, KEPT_DAYS)
    })
  }

/** About as many stretches as a chart has room for. */
const STRETCHES: Record<MetricRange, { step_s: number; count: number }> = {
  '1h': { step_s: 60, count: 60 },
  '24h': { step_s: 15 * 60, count: 96 },
  '7d': { step_s: 2 * 60 * 60, count: 84 },
  '30d': { step_s: 8 * 60 * 60, count: 90 },
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)

const present = ({
  at,
  step_ms,
  request_ms,
  event_loop_ms,
  model_cost_paise,
  ...row
}: store.StretchRow): MetricPoint => ({
  ...row,
  at: at.toISOString(),
  step_ms: rounded(step_ms),
  request_ms: rounded(request_ms),
  event_loop_ms: rounded(event_loop_ms),
  model_cost_paise: Math.round(model_cost_paise * 100) / 100,
})

export async function getMetricHistory(
  db: Queryable,
  _grant: Grant<'metrics.read'>,
  range: MetricRange,
): Promise<MetricHistory> {
  const { step_s, count } = STRETCHES[range]
  const rows = await store.findStretches(db, step_s, count)
  return { range, step_s, points: rows.map(present) }
}
