/** Tells a buyer that credits run low: once, until there is enough again. */

import type { UserId } from '#contract/core/primitives.ts'
import { say } from '#contract/phrases/phrases.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './caps.store.ts'

/** Paise; what `credit_settings.low_paise` is without a row. */
export const LOW_PAISE = 5_000

/** After a posting that takes credits, in its transaction. The mail goes the way of all notices. */
export async function notifyWhenLow(tx: Queryable, buyer: UserId, now: Date): Promise<void> {
  const [settings, balance] = [await store.findSettings(tx, buyer), await balanceOf(tx, 'credits', buyer)]
  const low = settings?.low_paise ?? LOW_PAISE
  if (balance >= low) {
    if (settings?.low_told_at) await store.clearLow(tx, buyer)
    return
  }
  if (settings?.low_told_at || !(await store.noteLow(tx, buyer, now))) return
  await notify(tx, buyer, {
    kind: 'credits',
    title: say('Your credits are low: {balance} left', { balance: rupees(balance) }),
    message: say('Paid runs stop when they’re used up. Top up to continue.'),
    href: '/subscription?tab=credits',
    group: 'credits:low',
  })
}
