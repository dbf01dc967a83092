/** What an admin sees first. */
import type { AdminOverview } from '#contract/admin/admin-overview.ts'
import { SUPER_WORK, WORK } from '#contract/admin/admin-overview-values.ts'
import { getQueue } from '#server/areas/runs/runs.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { HealthChecks } from '#server/platform/health.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { findBackupState, findDayFigures, findDayStart, findWork } from './overview.store.ts'

export interface OverviewDeps {
  db: Queryable
  health: Pick<HealthChecks, 'check'>
  /** How often backups are made; null where none are. */
  backupEveryHours: number | null
}

/** The time that a backup may take, and one that is tried again. */
const LATE_MS = 2 * HOUR_MS

/** When the last good backup was made, why the newest one failed, and whether one is overdue. */
export async function describeBackups(
  { db, backupEveryHours: every }: Pick<OverviewDeps, 'db' | 'backupEveryHours'>,
  now: Date,
): Promise<AdminOverview['backups']> {
  const { backed_up_at, error } = await findBackupState(db)
  const age = backed_up_at === null ? null : now.getTime() - backed_up_at.getTime()
  return {
    is_scheduled: every !== null,
    last_at: backed_up_at?.toISOString() ?? null,
    error,
    is_late: every !== null && age !== null && age > every * HOUR_MS + LATE_MS,
  }
}

export async function getAdminOverview(
  deps: OverviewDeps,
  { on: admin }: Grant<'admin.open', UserCaller>,
): Promise<AdminOverview> {
  const { db, health } = deps
  const { now, began } = await findDayStart(db)
  const before = (date: Date) => new Date(date.getTime() - DAY_MS)
  const [today, yesterday, work, queue, backups, { checks }] = await Promise.all([
    findDayFigures(db, began, now),
    findDayFigures(db, before(began), before(now)),
    findWork(db),
    getQueue(db),
    describeBackups(deps, now),
    health.check(),
  ])
  const queued = queue.depth.reduce((sum, one) => sum + one.queued, 0)
  const waits = new Map(work.map((row) => [row.kind, row]))
  return {
    day_began_at: began.toISOString(),
    today,
    yesterday,
    parts_down: Object.entries(checks).flatMap(([part, state]) => (state === 'down' ? [part] : [])),
    backups,
    queue: {
      queued,
      oldest_ms: queued === 0 ? null : Math.max(...queue.depth.map(({ oldest_ms }) => oldest_ms)),
      running: queue.running,
      waiting: queue.waiting,
      workers: queue.workers.filter(({ role }) => role !== 'web').length,
    },
    work: WORK.filter((kind) => admin.role === 'super_admin' || !SUPER_WORK.includes(kind)).flatMap((kind) => {
      const row = waits.get(kind)
      return row?.oldest_at ? [{ kind, count: row.count, oldest_at: row.oldest_at.toISOString() }] : []
    }),
  }
}
