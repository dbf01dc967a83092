/** What an admin sees first. */
import type { AdminOverview } from '#contract/admin/admin-overview.ts'
import { SUPER_WORK, WORK } from '#contract/admin/admin-overview-values.ts'
import { getQueue } from '#server/areas/runs/runs.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { HealthChecks } from '#server/platform/health.ts'
import { DAY_MS } from '#shared/time.ts'
import { findDayFigures, findDayStart, findWork } from './overview.store.ts'

export async function getAdminOverview(
  { db, health }: { db: Queryable; health: Pick<HealthChecks, 'check'> },
  { on: admin }: Grant<'admin.open', UserCaller>,
): Promise<AdminOverview> {
  const { now, began } = await findDayStart(db)
  const before = (date: Date) => new Date(date.getTime() - DAY_MS)
  const [today, yesterday, work, queue, { checks }] = await Promise.all([
    findDayFigures(db, began, now),
    findDayFigures(db, before(began), before(now)),
    findWork(db),
    getQueue(db),
    health.check(),
  ])
  const queued = queue.depth.reduce((sum, one) => sum + one.queued, 0)
  const waits = new Map(work.map((row) => [row.kind, row]))
  return {
    day_began_at: began.toISOString(),
    today,
    yesterday,
    down: Object.keys(checks).filter((part) => checks[part] === 'down'),
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
