/** A sale whose payment a bank disputes: what its seller could be paid of it is held again until the bank has decided. */

import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './charges.store.ts'
import { sellerShareLeft } from './sale-parts.ts'

interface Holding {
  /** Stands for this movement: posted once. */
  key: string
  now: Date
}

/** What the seller was paid already leaves their payable earnings below zero. A sale that is held stays as it is. */
export async function holdSale(tx: Queryable, id: string, { key, now }: Holding): Promise<void> {
  const sale = await store.lockSale(tx, id)
  if (sale === null || sale.released_at === null) return
  const paise = sellerShareLeft(sale)
  if (paise > 0)
    await postToLedger(tx, {
      key,
      kind: 'dispute',
      cause: { type: 'sale', id },
      lines: [
        { account: 'earnings', owner: sale.seller_id, paise: -paise },
        { account: 'earnings_held', owner: sale.seller_id, paise },
      ],
    })
  await store.noteHeld(tx, id, now)
}
