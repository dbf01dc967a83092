/** Money that came without an order of ours: an admin looks at it, and sends it back the way it came. */

import type { UnmatchedPayment } from '#contract/billing/refunds.ts'
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { hasSignedInFreshly } from '#server/areas/accounts/accounts.ts'
import { platformBalance, postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { payBack } from '#server/areas/billing/refunds/pay-back.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './unmatched-payments.store.ts'

type Administer = Grant<'refund.administer', UserId>

function refundAbility({ refund, status }: store.UnmatchedPaymentRow): Ability {
  if (refund !== null) return refusedAbility('It’s already being returned.')
  return status === 'refunded' ? refusedAbility('It was refunded at the gateway.') : allowed
}

const present = (row: store.UnmatchedPaymentRow): UnmatchedPayment => ({
  payment_id: row.payment_id,
  gateway_payment_id: row.gateway_payment_id,
  paise: row.paise,
  method: row.method,
  cause: row.cause || 'Payment without an order',
  received_at: row.received_at.toISOString(),
  refund: row.refund,
  refund_error: row.refund_error,
  abilities: { refund: refundAbility(row) },
})

/** What is still to be looked at first, then newest first; `unclaimed_paise` is what the books hold for nobody. */
export async function listUnmatchedPayments(
  db: Queryable,
  _grant: Administer,
  page: { limit: number; offset: number },
) {
  const [{ rows, total }, unclaimed_paise] = await Promise.all([
    store.findUnmatchedPayments(db, page),
    platformBalance(db, 'unclaimed'),
  ])
  return { items: rows.map(present), total, ...page, unclaimed_paise }
}

/** All of it, once; the gateway follows as with every refund. @throws confirmation_needed, not_found, illegal_transition */
export function refundUnmatchedPayment(
  db: Database,
  { on: by, by: caller }: Administer,
  payment: string,
  { reason, now }: { reason: string; now: Date },
): Promise<UnmatchedPayment> {
  return db.transaction().execute(async (tx) => {
    if (caller.type !== 'user' || !(await hasSignedInFreshly(tx, caller))) throw new AppError('confirmation_needed')
    const row = await store.lockUnmatchedPayment(tx, payment)
    if (!row) throw new AppError('not_found')
    const ability = refundAbility(row)
    if (!ability.allowed)
      throw new AppError('illegal_transition', { message: ability.reason ?? 'It’s already being returned.' })
    await postToLedger(tx, {
      key: `payment:${payment}:unclaimed_back`,
      kind: 'refund',
      cause: { type: 'payment', id: payment },
      note: reason,
      by,
      lines: [
        { account: 'unclaimed', paise: -row.paise },
        { account: 'refunds_due', paise: row.paise },
      ],
    })
    await payBack(tx, { order: null, payment: { id: payment }, paise: row.paise, reason, now })
    const details = { payment: row.gateway_payment_id, paise: row.paise }
    await insertAudit(tx, { actor_id: by, action: 'refund.unclaimed', target_id: payment, reason, details })
    const after = await store.lockUnmatchedPayment(tx, payment)
    return present(after ?? row)
  })
}
