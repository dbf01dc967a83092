/** Whether a buyer may decide about results of a seller before paying: not while they have rejected too many of them. */

import type { UserId } from '#contract/core/primitives.ts'
import { ACCEPTANCE, isOverLimit } from '#contract/runs/acceptance/acceptance-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { countDecided } from './acceptance.store.ts'

export interface Standing {
  /** Of runs of the last days. */
  accepted: number
  rejected: number
  /** Runs are charged when they succeed. */
  over: boolean
}

export async function findStanding(db: Queryable, of: { buyer: UserId; seller: UserId }): Promise<Standing> {
  const counts = await countDecided(db, { ...of, days: ACCEPTANCE.limit.days })
  return { ...counts, over: isOverLimit(counts) }
}

/** How many days the buyer has to decide about a run that begins now; null where it is charged when it succeeds. */
export async function acceptDaysFor(
  tx: Queryable,
  { offered, ...of }: { buyer: UserId; seller: UserId; offered: number | null },
): Promise<number | null> {
  if (offered === null || (await findStanding(tx, of)).over) return null
  return offered
}
