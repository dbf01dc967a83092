/**
 * Following a seller: followers are notified when the seller publishes. The seller learns how many follow, never who.
 */
import { AppError } from '#contract/core/errors.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { SellerPage } from '#contract/selling/sellers.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { readCompany } from '#server/platform/settings/company.ts'
import { presentFacts } from './facts.ts'
import * as store from './follows.store.ts'
import { findByHandle } from './page.store.ts'

/** @throws not_found, for a seller who is gone or blocked as for one who never was */
export async function getSeller(db: Queryable, handle: string): Promise<SellerPage> {
  const row = await findByHandle(db, handle)
  if (row?.handle == null) throw new AppError('not_found')
  const { id, display_name, is_verified, avatar_url, bio, website_url } = row
  return {
    ...presentFacts(row, await readCompany(db)),
    id,
    handle: row.handle,
    display_name,
    is_verified,
    avatar_url,
    bio,
    website_url,
    followers: await store.countFollowers(db, id),
  }
}

export const listFollowed = async (db: Queryable, grant: store.FollowGrant) => ({
  handles: await store.findFollowed(db, grant),
})

async function sellerAt(db: Queryable, handle: string) {
  const seller = await store.findSellerId(db, handle)
  if (seller === null) throw new AppError('not_found')
  return seller
}

/** A second time changes nothing. @throws not_found, illegal_transition for oneself, limit_reached */
export async function followSeller(db: Database, grant: store.FollowGrant, handle: string) {
  const seller = await sellerAt(db, handle)
  if (seller === grant.on) throw new AppError('illegal_transition', { message: 'You can’t follow yourself.' })
  const most = SERVER_LIMITS.followed_sellers
  const followed = await db.transaction().execute((tx) => store.insertFollow(tx, grant, seller, most))
  if (!followed) throw new AppError('limit_reached', { message: `You can follow up to ${most} sellers.` })
  return { following: true, followers: await store.countFollowers(db, seller) }
}

/** A second time changes nothing. @throws not_found */
export async function unfollowSeller(db: Queryable, grant: store.FollowGrant, handle: string) {
  const seller = await sellerAt(db, handle)
  await store.deleteFollow(db, grant, seller)
  return { following: false, followers: await store.countFollowers(db, seller) }
}
