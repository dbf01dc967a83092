/** Days of grace that were used and not paid: a renewal pays them, and so does a plan that is begun again instead. */

import { SUBSCRIPTIONS } from '#contract/billing/plans.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import { GRACE_MS } from './status-machine.ts'
import { findUnpaidGrace } from './subscriptions.store.ts'

const OWED_MS = SUBSCRIPTIONS.grace_owed_days * DAY_MS

/**
 * Moves the beginning of a period that is bought now back by the days of grace that were used before. Bought right after cancelling in
 * them, it begins where the last period ended. Days without the plan in between are not counted, nor grace that was longer because the
 * renewal was announced late.
 */
export async function startAfterGrace(db: Queryable, user: UserId, start: Date, now: Date): Promise<Date> {
  const last = await findUnpaidGrace(db, user, now)
  if (last === null || now.getTime() - last.access_until.getTime() > OWED_MS) return start
  const used = last.access_until.getTime() - last.period_end.getTime()
  return new Date(start.getTime() - Math.min(used, GRACE_MS))
}
