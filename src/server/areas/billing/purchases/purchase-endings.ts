/** Tells buyers that a month of an agent ends: nothing is renewed by itself, so they are asked in time. */

import { notify } from '#server/areas/accounts/accounts.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { Database } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import * as store from './purchases.store.ts'

/** So long before the end they are told first. */
const BEFORE_MS = 3 * DAY_MS

const day = (date: Date): string =>
  date.toLocaleDateString('en-IN', { day: 'numeric', month: 'long', timeZone: 'Asia/Kolkata' })

/** Each is told once that it ends and once that it has ended, unless the next month is bought. */
export async function notifyEndings(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const one of await store.takeEnding(tx, 'ended', now)) {
      if (await store.isContinued(tx, one.id)) continue
      await notify(tx, one.buyer_id, {
        kind: 'purchase',
        title: `Your month of ${one.agent_name} has ended`,
        message: `It no longer runs. The next month costs ${rupees(one.price_paise)}, including GST.`,
        href: `/agent/${one.agent_slug}`,
        group: `purchase:${one.id}`,
      })
    }
    for (const one of await store.takeEnding(tx, 'ending', new Date(now.getTime() + BEFORE_MS))) {
      if (one.ends_at <= now || (await store.isContinued(tx, one.id))) continue
      await notify(tx, one.buyer_id, {
        kind: 'purchase',
        title: `Your month of ${one.agent_name} ends on ${day(one.ends_at)}`,
        message: `It doesn’t renew automatically. The next month costs ${rupees(one.price_paise)}, including GST.`,
        href: `/agent/${one.agent_slug}`,
      })
    }
  })
}
