/** Entering a code that gives free runs of an agent: nothing is bought, so there is no order. They are had as trial runs are. */
import type { FreeRuns } from '#contract/billing/coupons.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import { isUnproven } from '#server/areas/accounts/accounts.ts'
import { findByCode, lockCoupon } from '#server/areas/billing/coupons/coupons.store.ts'
import { countTry } from '#server/areas/billing/coupons/guessing.ts'
import * as store from '#server/areas/billing/coupons/redeem.store.ts'
import { NOT_HERE, refuseSeller, refuseState, USED } from '#server/areas/billing/coupons/redeem.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findParties, giveTrials } from './charges.store.ts'
import { findTrials, type TrialRules } from './trials.ts'

const FIELD = 'code'

export interface Entered {
  agent: { id: AgentId; seller_id: UserId }
  code: string
  now: Date
}

/**
 * Once per person; any number may ask at a time, and never more than its number have it.
 * @throws invalid_input (`code`), address_unproven, too_many_requests
 */
export async function enterCode(
  db: Database,
  rules: TrialRules,
  { on: buyer }: Grant<'order.own', UserId>,
  { agent, code, now }: Entered,
): Promise<FreeRuns> {
  await countTry(db, buyer)
  return db.transaction().execute(async (tx) => {
    const found = await findByCode(tx, agent.seller_id, code)
    if (found === null || found.runs === null || !found.items?.includes(agent.id)) throw fieldError(FIELD, NOT_HERE)
    const row = (await lockCoupon(tx, found.id)) ?? found
    const parties = await findParties(tx, buyer, agent.id)
    const { key: person } = await findTrials(tx, rules, { buyer, agent: agent.id, parties })
    if (await store.hasRuns(tx, row.id, person)) throw fieldError(FIELD, USED)
    refuseState(row, FIELD, now)
    // Before anything that depends on what the mailbox did: nobody has confirmed that it is theirs.
    if (isUnproven(rules, { is_verified: parties?.is_verified === true })) throw new AppError('address_unproven')
    await refuseSeller(tx, agent.seller_id, { buyer, person, secret: rules.secret, field: FIELD })
    if (row.first_only && (await store.hasBought(tx, { buyer, person, seller_id: agent.seller_id })))
      throw fieldError(FIELD, 'This code is only for a first purchase from this seller.')
    await store.insertRuns(tx, { coupon_id: row.id, person_key: person, now })
    await giveTrials(tx, person, agent.id, found.runs)
    const { left } = await findTrials(tx, rules, { buyer, agent: agent.id, parties })
    return { runs: found.runs, trial_runs_left: left }
  })
}
