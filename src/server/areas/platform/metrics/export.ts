/** The dashboard of /admin/metrics as files. It leaves the product, so it asks for a fresh sign-in and is noted. */
import type { MetricRange } from '#contract/admin/metric-ranges.ts'
import type { MetricExport, MetricHistory, MetricPoint } from '#contract/admin/metrics.ts'
import { toCsv } from '#contract/core/csv.ts'
import { AppError } from '#contract/core/errors.ts'
import { hasSignedInFreshly } from '#server/areas/accounts/accounts.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { HealthChecks } from '#server/platform/health.ts'
import { mayExportMetrics } from './metrics.policy.ts'
import { getMetricHistory } from './samples.ts'

const COLUMNS = [
  'at',
  'runs_succeeded',
  'runs_failed',
  'runs_cancelled',
  'step_ms',
  'requests',
  'requests_failed',
  'request_ms',
  'model_tokens',
  'model_cost_paise',
  'jobs_failed',
  'queued_runs',
  'queue_oldest_s',
  'running_runs',
  'workers',
  'waiting_mails',
  'parts_down',
  'database_connections',
  'database_bytes',
  'disk_free_bytes',
  'event_loop_ms',
] as const satisfies readonly (keyof MetricPoint)[]

const csvOf = ({ points }: MetricHistory): string =>
  toCsv([COLUMNS, ...points.map((point) => COLUMNS.map((column) => point[column]))])

/** @throws unauthenticated, confirmation_needed */
export async function exportMetrics(
  { db, health }: { db: Database; health: Pick<HealthChecks, 'check'> },
  grant: Grant<'metrics.read'>,
  range: MetricRange,
): Promise<MetricExport> {
  const caller = grant.by
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  mayExportMetrics(grant, await hasSignedInFreshly(db, caller))
  const [{ version, checks }, history] = await Promise.all([health.check(), getMetricHistory(db, grant, range)])
  const entry = { actor_id: caller.id, action: 'metrics.export', target_id: caller.id, reason: null }
  await insertAudit(db, { ...entry, details: { range, points: history.points.length } })
  const exported_at = new Date().toISOString()
  const name = `metrics-${range}-${exported_at.slice(0, 10)}`
  return { name, exported_at, version, checks, history, csv: csvOf(history) }
}
