/** What time does to charges and sales: a charge whose run never came is given back, and a seller's held part becomes payable. */

import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import type { Database } from '#server/platform/database/database.ts'
import { MINUTE_MS } from '#shared/time.ts'
import * as store from './charges.store.ts'
import { sellerShareLeft } from './sale-parts.ts'

/** A run is stored within a second or two of its charge; a process that is only slow is given this long. */
const ORPHAN_MS = 10 * MINUTE_MS
const AT_ONCE = 200

/** @returns how many were given back */
export async function releaseOrphans(db: Database, age_ms = ORPHAN_MS): Promise<number> {
  let released = 0
  for (const id of await store.findOrphans(db, age_ms, AT_ONCE)) released += Number(await store.releaseOrphan(db, id))
  return released
}

/** Makes payable what was held for its time. @returns how many sales were */
export async function releaseEarnings(db: Database, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const due = await store.takeDueSales(tx, now, AT_ONCE)
    // In one order, so that two processes never wait for each other's sellers.
    for (const sale of due.toSorted((a, b) => a.seller_id.localeCompare(b.seller_id))) {
      const paise = sellerShareLeft(sale)
      if (paise === 0) continue
      await postToLedger(tx, {
        // A sale that a dispute holds again is released again.
        key: `sale:${sale.id}:release:${sale.held_until.getTime()}`,
        kind: 'earned',
        cause: { type: 'sale', id: sale.id },
        lines: [
          { account: 'earnings_held', owner: sale.seller_id, paise: -paise },
          { account: 'earnings', owner: sale.seller_id, paise },
        ],
      })
    }
    await store.noteReleased(
      tx,
      due.map(({ id }) => id),
      now,
    )
    return due.length
  })
}

/** Does all of the above that is due. */
export async function releaseChargesAndEarnings(db: Database): Promise<void> {
  await releaseOrphans(db)
  while ((await releaseEarnings(db, new Date())) === AT_ONCE);
}
