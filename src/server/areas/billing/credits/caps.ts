/** What a buyer lets runs cost: asked before a run is paid for, and before each call of a model inside it that the platform pays. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { findMemberCap } from '#server/areas/accounts/accounts.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './caps.store.ts'

export interface Spending {
  buyer: UserId
  /** The member of a workspace whose run it is; null for runs that no member starts, and those of a person's own account. */
  member: UserId | null
  service_id: string | null
  /** The run that the person started, where runs of agents inside it cost something, too. Null for every other. */
  root: string | null
  /** What is about to be spent. */
  paise: number
  now: Date
}

/**
 * Checks the caps of the day, of the service, of the member and of a run with the runs inside it under a lock that lasts as long as the transaction, so that any number of runs at
 * the same time stay inside them together.
 * @returns the cap of a single run, null without one
 * @throws cap_reached naming the cap
 */
export async function checkCaps(
  tx: Queryable,
  { buyer, member, service_id, root, paise, now }: Spending,
): Promise<number | null> {
  const settings = await store.findSettings(tx, buyer)
  const day = settings?.day_cap_paise ?? null
  const service = service_id === null ? null : await store.findServiceCap(tx, service_id)
  const month = member === null ? null : await findMemberCap(tx, buyer, member)
  const run = settings?.run_cap_paise ?? null
  const together = run !== null && root !== null
  if (day !== null || service !== null || month !== null || together) await store.lockCaps(tx, buyer)
  if (day !== null) refuse('a day', day, await store.sumSpentToday(tx, buyer, now), paise)
  if (service !== null && service_id !== null)
    refuse('this service in a month', service, await store.sumSpentByService(tx, service_id, now), paise)
  if (month !== null && member !== null)
    refuse('a month in this workspace', month, await store.sumSpentByMember(tx, { buyer, member, now }), paise)
  if (together) refuse('a run', run, await store.sumSpentInRun(tx, root), paise)
  return run
}

/** What a member of a workspace may still spend this month, in paise; null without a limit. */
export async function leftInMonth(
  db: Queryable,
  of: { buyer: UserId; member: UserId; now: Date },
): Promise<number | null> {
  const cap = await findMemberCap(db, of.buyer, of.member)
  return cap === null ? null : Math.max(0, cap - (await store.sumSpentByMember(db, of)))
}

function refuse(what: string, cap: number, spent: number, paise: number): void {
  if (spent + paise <= cap) return
  const message = `Your limit for ${what} is ${rupees(cap)}. You’ve spent or reserved ${rupees(spent)}, and this costs ${rupees(paise)}.`
  throw new AppError('cap_reached', { message })
}

/** @throws cap_reached when a run that costs `paise` would pass the cap of one run */
export function checkRunCap(cap: number | null, paise: number): void {
  if (cap !== null && paise > cap)
    throw new AppError('cap_reached', {
      message: `Your limit per run is ${rupees(cap)}, and this one costs ${rupees(paise)}.`,
    })
}
