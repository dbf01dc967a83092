import { AppError } from '#contract/core/errors.ts'
import type { ServiceId } from '#contract/core/primitives.ts'
import type { ServiceUsage } from '#contract/services/services.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findServiceUsage, type UsageRow } from './service-usage.store.ts'
import type { UseServices } from './services.policy.ts'
import { findService } from './services.store.ts'

type Used = Pick<ServiceUsage, 'runs' | 'failed' | 'spent_paise'>

function successRate(rows: readonly UsageRow[]): number | null {
  const succeeded = rows.reduce((all, row) => all + row.succeeded, 0)
  const ended = rows.reduce((all, { failed }) => all + failed, succeeded)
  return ended === 0 ? null : succeeded / ended
}

const sum = (rows: readonly Used[]): Used => ({
  runs: rows.reduce((all, { runs }) => all + runs, 0),
  failed: rows.reduce((all, { failed }) => all + failed, 0),
  spent_paise: rows.reduce((all, { spent_paise }) => all + spent_paise, 0),
})

/**
 * @param days how many days in India, today the last of them
 * @throws not_found, also for a foreign one
 */
export async function readServiceUsage(
  db: Queryable,
  grant: UseServices,
  id: ServiceId,
  days: number,
): Promise<ServiceUsage> {
  if (!(await findService(db, grant.on, id))) throw new AppError('not_found')
  const rows = await findServiceUsage(db, id, days)
  const by_day = [...Map.groupBy(rows, ({ day }) => day)].map(([day, of]) => ({ day, ...sum(of) }))
  const started = rows.flatMap(({ trigger, ...row }) => (trigger === null ? [] : [{ trigger, ...row }]))
  const by_trigger = [...Map.groupBy(started, ({ trigger }) => trigger)]
    .map(([trigger, of]) => ({ trigger, ...sum(of) }))
    .sort((a, b) => b.runs - a.runs)
  return { days, ...sum(rows), success_rate: successRate(rows), by_day, by_trigger }
}
