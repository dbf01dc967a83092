/** The day to answer a dispute by: admins and the seller are told three days before, and one. */
import type { Database } from '#server/database/database.ts'
import { rupees } from '#server/domain/credits/rupees.ts'
import { notify } from '#server/domain/notifications/notifications.ts'
import { takeNearing } from './disputes.store.ts'

/** @returns how many were told of */
export const tellDeadlines = (db: Database, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const nearing = await takeNearing(tx, now)
    for (const { id, paise, seller_id, told_days } of nearing) {
      const telling = {
        kind: 'refund',
        title: `A dispute of ${rupees(paise)} is to be answered within ${told_days === 1 ? 'a day' : `${told_days} days`}`,
        message: 'Without evidence the money goes to the buyer.',
        group: `dispute:${id}`,
      } as const
      await notify(tx, 'admins', { ...telling, href: `/admin/payments?tab=disputes&dispute=${id}` })
      if (seller_id !== null) await notify(tx, seller_id, { ...telling, href: `/seller/refunds?dispute=${id}` })
    }
    return nearing.length
  })
