/** The verbs of "Charged only when accepted": a buyer decides about a result, or the end of their time does. */

import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import { say, sayCount, sayTime } from '#contract/phrases/phrases.ts'
import type { DecideAcceptance, RunAcceptance, WaitingResult } from '#contract/runs/acceptance/acceptance.ts'
import { ACCEPTANCE, type AcceptanceWay, type RejectReason } from '#contract/runs/acceptance/acceptance-values.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import { checkCaps } from '#server/areas/billing/credits/caps.ts'
import { refuseShort } from '#server/areas/billing/ledger/ledger.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { OwnMoney } from '#server/areas/billing/purchases/purchases.policy.ts'
import { divideSale } from '#server/areas/billing/tax/divide-sale.ts'
import { isViewed } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './acceptance.store.ts'

/** A decision, and who makes it. */
export interface Deciding {
  way: AcceptanceWay
  /** Null where nobody does. */
  person: UserId | null
  wanted: { decision: 'accept' } | { decision: 'reject'; reason: RejectReason; note: string }
}

/** Enters what was decided in the record of the run, in the same transaction. */
export type EnterDecision = (tx: Queryable, execution: ExecutionId) => Promise<void>

const AT_ONCE = 200

const ENDED = 'The time to decide about this result is over.'
const stateOf = ({ status }: Pick<store.AcceptanceRow, 'status'>): RunAcceptance['state'] => {
  if (status === 'settled') return 'accepted'
  return status === 'rejected' ? 'rejected' : 'waiting'
}

function abilitiesOf({ status, is_open }: store.AcceptanceRow, may: Ability): RunAcceptance['abilities'] {
  const done = status === 'settled' ? 'This result is accepted.' : null
  const late = is_open ? null : ENDED
  const accept = done ?? (status === 'rejected' ? late : null)
  const reject = done ?? (status === 'rejected' ? 'This result is rejected.' : late)
  const ability = (refused: string | null) => (refused === null ? may : refusedAbility(refused))
  return { accept: ability(accept), reject: ability(reject) }
}

/**
 * @param may what the right of a member allows
 * @returns null for a run that is charged when it succeeds, and before it has
 */
export function presentAcceptance(row: store.AcceptanceRow | null, may: Ability): RunAcceptance | null {
  if (row?.accept_days == null || row.accept_until === null) return null
  const state = stateOf(row)
  const decided = state === 'waiting' ? null : row
  return {
    state,
    days: row.accept_days,
    until: row.accept_until.toISOString(),
    price_paise: row.price_paise,
    decided_at: decided?.decided_at?.toISOString() ?? null,
    way: decided?.way ?? null,
    reason: decided?.reason ?? null,
    note: decided?.note ?? '',
    abilities: abilitiesOf(row, may),
  }
}

/**
 * In the caller's transaction.
 * @returns false where it does not wait, and for silence before its time
 * @throws insufficient_credits where it was rejected before
 */
async function accept(
  tx: Queryable,
  row: Omit<store.ToAccept, 'execution_id'>,
  { way, person }: Omit<Deciding, 'wanted'>,
): Promise<boolean> {
  const { id, seller_id: seller, price_paise: gross_paise, commission_rate: rate } = row
  // The sale is of this day, with the commission that was agreed when the run began.
  const split = await divideSale(tx, { seller, gross_paise, rate, now: new Date() })
  return refuseShort(() => store.acceptCharge(tx, id, { way, person, split }))
}

/** Nothing is held for a rejected result any more, so that its price is spent like that of a new run. @throws cap_reached */
const checkCapsAgain = (tx: Queryable, row: store.LockedRow) => {
  const { buyer_id: buyer, member_id: member, service_id, price_paise: paise } = row
  return checkCaps(tx, { buyer, member, service_id, root: null, paise, now: new Date() })
}

const refuse = (message: string): never => {
  throw new AppError('illegal_transition', { message })
}

/**
 * In the caller's transaction, with the charge locked. Saying the same again changes nothing.
 * @returns whether anything changed
 * @throws not_found for a foreign one, illegal_transition, acceptance_ended, insufficient_credits, cap_reached
 */
export async function decideIn(
  tx: Queryable,
  buyer: UserId,
  execution: ExecutionId,
  { wanted, ...by }: Deciding,
): Promise<boolean> {
  const row = await store.lockAcceptance(tx, execution)
  if (row === null || row.buyer_id !== buyer) throw new AppError('not_found')
  if (row.accept_until === null)
    return refuse(row.accept_days === null ? 'This run isn’t charged by acceptance.' : 'This run hasn’t succeeded.')
  if (wanted.decision === 'accept') {
    if (row.status === 'settled') return false
    if (row.status === 'rejected') {
      if (!row.is_open) throw new AppError('acceptance_ended')
      await checkCapsAgain(tx, row)
      if (!(await accept(tx, row, by))) throw new AppError('acceptance_ended')
      return true
    }
    return accept(tx, row, by)
  }
  if (row.status === 'rejected') return false
  if (!row.is_open) throw new AppError('acceptance_ended')
  if (row.status === 'settled') refuse('This result is accepted, so it can’t be rejected.')
  if (!(await store.rejectCharge(tx, row.id, { ...by, reason: wanted.reason, note: wanted.note })))
    throw new AppError('acceptance_ended')
  return true
}

export const wantedOf = ({ decision, reason, note }: DecideAcceptance): Deciding['wanted'] =>
  decision === 'accept' || reason === undefined ? { decision: 'accept' } : { decision: 'reject', reason, note }

/** @throws not_found, illegal_transition, acceptance_ended, insufficient_credits, cap_reached */
export async function decideAcceptance(
  db: Database,
  { on: buyer }: OwnMoney,
  execution: ExecutionId,
  deciding: Deciding,
  enter: EnterDecision,
): Promise<RunAcceptance> {
  await db.transaction().execute(async (tx) => {
    if (await decideIn(tx, buyer, execution, deciding)) await enter(tx, execution)
  })
  const shown = presentAcceptance(await store.findAcceptance(db, execution), allowed)
  if (shown === null) throw new AppError('not_found')
  return shown
}

/** @throws result_rejected for what may not be done with a rejected result */
export async function refuseRejected(db: Queryable, execution: string): Promise<void> {
  if (await store.isRejected(db, execution)) throw new AppError('result_rejected')
}

/** A sign-off accepts the result that it closes. Without one that waits nothing happens. */
export async function acceptSignedOff(tx: Queryable, execution: ExecutionId, person: UserId): Promise<void> {
  const row = await store.lockAcceptance(tx, execution)
  if (row?.status === 'awaiting') await accept(tx, row, { way: 'sign_off', person })
}

/** The first to end first; without titles for an admin who sees Chowk as the buyer. */
export async function listWaitingResults(
  db: Queryable,
  { by, on: buyer }: OwnMoney,
  query: { limit: number; offset: number; service_id?: ServiceId | undefined },
): Promise<{ items: WaitingResult[]; total: number; limit: number; offset: number }> {
  const { rows, total } = await store.findWaiting(db, buyer, query)
  const items = rows.map(({ agent_id: id, slug, name, until, title, ...row }) => ({
    ...row,
    title: isViewed(by) ? null : title,
    agent: { id, slug, name },
    until: until.toISOString(),
  }))
  return { items, total, limit: query.limit, offset: query.offset }
}

/**
 * Each in a transaction of its own: several sales in one would lock the accounts of the platform in different orders. One that fails
 * keeps nothing else from being accepted.
 */
async function acceptEach(
  db: Database,
  rows: readonly store.ToAccept[],
  way: AcceptanceWay,
  enter: EnterDecision,
): Promise<void> {
  const failures: unknown[] = []
  for (const row of rows) {
    try {
      await db.transaction().execute(async (tx) => {
        if (await accept(tx, row, { way, person: null })) await enter(tx, row.execution_id)
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} results could not be accepted`)
}

/** Accepts results whose time to decide is over, by the clock of the database. It bears being done by several processes. */
export async function acceptOverdue(db: Database, enter: EnterDecision): Promise<void> {
  for (;;) {
    const due = await store.findOverdue(db, AT_ONCE)
    await acceptEach(db, due, 'silence', enter)
    if (due.length < AT_ONCE) return
  }
}

/** Before a buyer's account is deleted: nobody could decide afterwards. */
export async function acceptAllOf(db: Database, buyer: UserId, enter: EnterDecision): Promise<void> {
  for (;;) {
    const open = await store.findAwaitingOf(db, buyer, AT_ONCE)
    await acceptEach(db, open, 'closing', enter)
    if (open.length < AT_ONCE) return
  }
}

/** One for all results of a buyer whose time ends within a day, and for large sums alone. */
export async function remindOfAcceptance(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { buyer_id, runs, paise, next_at } of await store.takeReminders(tx, ACCEPTANCE.remind))
      await notify(tx, buyer_id, {
        kind: 'credits',
        title: sayCount(runs, {
          one: 'A result waits for your decision',
          other: '{count} results wait for your decision',
        }),
        message: say(
          'Together they cost {amount}. What you don’t reject is accepted and charged, the first on {time}.',
          {
            amount: rupees(paise),
            time: sayTime(next_at),
          },
        ),
        href: '/subscription?tab=credits',
        group: 'acceptance',
      })
  })
}
