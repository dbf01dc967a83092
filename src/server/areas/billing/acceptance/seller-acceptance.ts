/** What a seller offers of "Charged only when accepted", and what buyers decided. */

import { AppError } from '#contract/core/errors.ts'
import type { AgentId } from '#contract/core/primitives.ts'
import { dayStartInIndia } from '#contract/india/time.ts'
import type { AcceptanceOption, SellerAcceptance } from '#contract/runs/acceptance/acceptance.ts'
import { isViewed } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import type { OfferAcceptance } from './acceptance.policy.ts'
import * as store from './seller-acceptance.store.ts'

const MOST_AGENTS = 100
const MOST_NOTES = 20

/** @throws not_found */
export async function getAgentAcceptance(
  db: Queryable,
  { on: seller }: OfferAcceptance,
  agent: AgentId,
): Promise<{ days: number | null }> {
  const option = await store.findOption(db, seller, agent)
  if (option === null) throw new AppError('not_found')
  return { days: option.days }
}

/** For runs that begin from now on. @throws not_found, illegal_transition without a price per run */
export async function saveAgentAcceptance(
  db: Database,
  grant: OfferAcceptance,
  agent: AgentId,
  days: number | null,
): Promise<AcceptanceOption> {
  const option = await store.findOption(db, grant.on, agent)
  if (option === null) throw new AppError('not_found')
  if (days !== null && option.price_type !== 'per_run')
    throw new AppError('illegal_transition', {
      message: 'Only agents with a price per run can be charged by acceptance.',
    })
  await store.saveOption(db, grant.on, agent, days)
  return { days }
}

/** Of runs of the last `days` days, today among them. What waits is counted whole. An admin who sees Chowk as the seller reads no notes. */
export async function getSellerAcceptance(
  db: Queryable,
  { by, on: seller }: OfferAcceptance,
  days: number,
): Promise<SellerAcceptance> {
  const since = dayStartInIndia(new Date(Date.now() - (days - 1) * DAY_MS))
  const [pending, by_buyer, by_reason, agents, notes] = await Promise.all([
    store.sumPending(db, seller),
    store.countByBuyerKind(db, seller, since),
    store.countByReason(db, seller, since),
    store.countByAgent(db, seller, since, MOST_AGENTS),
    isViewed(by) ? [] : store.findNotes(db, seller, since, MOST_NOTES),
  ])
  const sum = (side: 'accepted' | 'rejected') => by_buyer.reduce((total, row) => total + row[side], 0)
  return {
    days,
    pending: { ...pending, next_at: pending.next_at?.toISOString() ?? null },
    accepted: sum('accepted'),
    rejected: sum('rejected'),
    by_buyer,
    by_reason,
    by_agent: agents.map(({ id, slug, name, ...row }) => ({ agent: { id, slug, name }, ...row })),
    notes: notes.map((note) => ({ ...note, decided_at: note.decided_at.toISOString() })),
  }
}
