/** Selling needs a legal identity: without one no paid listing goes live, and sales of those that are live are paused. */

import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say } from '#contract/phrases/phrases.ts'
import { noticeFor, writeNotices } from '#server/areas/accounts/notifications/notifications.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './legal-identity.store.ts'

/** What a seller still has to provide, in words; empty when nothing is missing. */
export async function findMissingIdentity(db: Queryable, seller: UserId): Promise<string[]> {
  const row = await store.findIdentity(db, seller)
  if (row?.is_house) return []
  if (row?.is_rejected) return ['corrected seller details, which an admin sent back']
  const missing = [
    !row?.legal_name?.trim() && 'your legal name',
    !row?.address?.trim() && 'your address',
    !row?.has_contact && 'an email or phone number for complaints',
  ]
  return missing.filter((one) => one !== false)
}

const listed = new Intl.ListFormat('en-IN')
export const describeMissing = (missing: readonly string[]): string => `Add ${listed.format(missing)} to sell`

/** @throws seller_details_missing when something that costs money would go live without them */
export async function checkLegalIdentity(
  db: Queryable,
  { seller_id, price_type }: { seller_id: UserId; price_type: string },
): Promise<void> {
  if (price_type === 'free') return
  const missing = await findMissingIdentity(db, seller_id)
  if (missing.length > 0)
    throw new AppError('seller_details_missing', {
      message: `A paid agent can't be published before its seller's legal details are complete. ${describeMissing(missing)}.`,
    })
}

const GROUP = 'sales_paused'
const BATCH = 200

/** Tells every seller whose sales are paused, once. */
export async function notifyPausedSellers(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const sellers = await store.findUntoldPaused(tx, GROUP, BATCH)
    await writeNotices(
      tx,
      sellers.map((seller) =>
        noticeFor(seller, {
          kind: 'payee',
          title: say('Sales of your paid agents are paused'),
          message: say(
            'Paid listings must show your legal name, address and a contact for complaints. Add them to sell again. Buyers keep what they bought.',
          ),
          href: '/seller/payouts?edit=details',
          group: GROUP,
        }),
      ),
    )
  })
}
