/** The day to respond to a dispute by: admins and the seller are reminded three days before, and one. */

import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { Database } from '#server/platform/database/database.ts'
import { notifyParties } from './dispute-notices.ts'
import { takeNearing } from './disputes.store.ts'

/** @returns how many were told of */
export const notifyDeadlines = (db: Database, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const nearing = await takeNearing(tx, now)
    for (const dispute of nearing) {
      const left = dispute.told_days === 1 ? 'a day' : `${dispute.told_days} days`
      await notifyParties(tx, dispute, {
        title: `Respond to a dispute of ${rupees(dispute.paise)} within ${left}`,
        message: 'Without evidence the buyer gets the money back.',
        group: `dispute:${dispute.id}`,
      })
    }
    return nearing.length
  })
