/** Tells buyers that a month of an agent ends: nothing renews automatically, so they are asked in time. */

import { say, sayDay } from '#contract/phrases/phrases.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { Database } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import * as store from './purchases.store.ts'

/** So long before the end they are told first. */
const BEFORE_MS = 3 * DAY_MS

/** Each is told once that it ends and once that it has ended, unless the next month is bought. */
export async function notifyEndings(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const one of await store.takeEnding(tx, 'ended', now)) {
      if (await store.isContinued(tx, one.id)) continue
      await notify(tx, one.buyer_id, {
        kind: 'purchase',
        title: say('Your month of {agent} has ended', { agent: one.agent_name }),
        message: say('It no longer runs. The next month costs {price}, including GST.', {
          price: rupees(one.price_paise),
        }),
        href: `/agent/${one.agent_slug}`,
        group: `purchase:${one.id}`,
      })
    }
    for (const one of await store.takeEnding(tx, 'ending', new Date(now.getTime() + BEFORE_MS))) {
      if (one.ends_at <= now || (await store.isContinued(tx, one.id))) continue
      await notify(tx, one.buyer_id, {
        kind: 'purchase',
        title: say('Your month of {agent} ends on {day}', { agent: one.agent_name, day: sayDay(one.ends_at, false) }),
        message: say('It doesn’t renew automatically. The next month costs {price}, including GST.', {
          price: rupees(one.price_paise),
        }),
        href: `/agent/${one.agent_slug}`,
      })
    }
  })
}
