/** A seller who does not answer: the request goes to the admins. */
import type { Database } from '#server/platform/database/database.ts'
import { notifyRefundEscalated } from './refund-notices.ts'
import { takeUnanswered } from './refunds.store.ts'

export const escalateRefunds = (db: Database, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const unanswered = await takeUnanswered(tx, now)
    for (const refund of unanswered) await notifyRefundEscalated(tx, refund)
    return unanswered.length
  })
