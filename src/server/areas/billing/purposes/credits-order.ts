/** A top-up of credits: what is paid is what there is to spend. */
import type { UserId } from '#contract/core/primitives.ts'
import { sumGivenSince } from '#server/areas/billing/credits/goodwill.store.ts'
import { balanceOf, postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import type { PaidOrder, Purpose } from '#server/areas/billing/orders/purpose.ts'

const credits = (owner: UserId, paise: number) => ({ account: 'credits', owner, paise }) as const

export const creditsPurpose: Purpose<{ paise: number }> = {
  quote: async (_db, _buyer, { paise }) => ({ title: 'Credits', amount_paise: paise, subject: { paise }, sold: null }),
  async fulfil(tx, { id, user_id, amount_paise }: PaidOrder) {
    await postToLedger(tx, {
      key: `order:${id}:paid`,
      kind: 'top_up',
      cause: { type: 'order', id },
      lines: [{ account: 'gateway', paise: -amount_paise }, credits(user_id, amount_paise)],
    })
  },
  async takeBack(tx, { id, user_id }, { key, paise }) {
    await postToLedger(tx, {
      key: `order:${id}:back:${key}`,
      kind: 'refund',
      cause: { type: 'order', id },
      lines: [credits(user_id, -paise), { account: 'refunds_due', paise }],
    })
  },
  // What support gave after this was paid is for spending: it is spent after what was paid, and never paid out.
  leftOf: async (db, { user_id, amount_paise, paid_at }, refunded_paise) => {
    const balance = await balanceOf(db, 'credits', user_id)
    const given = paid_at === null ? 0 : await sumGivenSince(db, user_id, paid_at)
    return Math.min(amount_paise - refunded_paise, Math.max(0, balance - given))
  },
}
