/** The day to respond to a dispute by: admins and the seller are reminded three days before, and one. */

import { say, sayCount } from '#contract/phrases/phrases.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { Database } from '#server/platform/database/database.ts'
import { notifyParties } from './dispute-notices.ts'
import { takeNearing } from './disputes.store.ts'

/** @returns how many were told of */
export const notifyDeadlines = (db: Database, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const nearing = await takeNearing(tx, now)
    for (const dispute of nearing) {
      await notifyParties(tx, dispute, {
        title: sayCount(
          dispute.told_days,
          {
            one: 'Respond to a dispute of {amount} within a day',
            other: 'Respond to a dispute of {amount} within {count} days',
          },
          { amount: rupees(dispute.paise) },
        ),
        message: say('Without evidence the buyer gets the money back.'),
        group: `dispute:${dispute.id}`,
      })
    }
    return nearing.length
  })
