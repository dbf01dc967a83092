/** The SQL of who follows which seller. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { hasPage } from './page.store.ts'

export type FollowGrant = Grant<'seller.follow', UserId>

/** Null for one without a page: nothing of theirs was published, or they are blocked. */
export async function findSellerId(db: Queryable, handle: string): Promise<UserId | null> {
  const { rows } = await sql<{ id: UserId }>`
    select u.id from sellers l join users u on u.id = l.user_id where l.handle = ${handle} and ${hasPage}`.execute(db)
  return rows[0]?.id ?? null
}

export async function countFollowers(db: Queryable, seller: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from seller_follows where seller_id = ${seller}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Those whose page can be seen, the newest first. */
export async function findFollowed(db: Queryable, { on }: FollowGrant): Promise<string[]> {
  const { rows } = await sql<{ handle: string }>`
    select l.handle from seller_follows f join sellers l on l.user_id = f.seller_id join users u on u.id = l.user_id
    where f.follower_id = ${on} and ${hasPage} order by f.created_at desc, l.handle`.execute(db)
  return rows.map(({ handle }) => handle)
}

/** @returns false when that many are followed already; the person's row makes two requests at once one after the other */
export async function insertFollow(tx: Queryable, { on }: FollowGrant, seller: UserId, most: number): Promise<boolean> {
  await lockOwner(tx, on)
  const { rows } = await sql<{ ok: boolean }>`
    with known as (select count(*) as count, coalesce(bool_or(seller_id = ${seller}), false) as held from seller_follows where follower_id = ${on}),
    added as (
      insert into seller_follows (seller_id, follower_id) select ${seller}::uuid, ${on}::uuid from known where not held and count < ${most}
      on conflict do nothing returning true
    )
    select held or exists (select from added) as ok from known`.execute(tx)
  return rows[0]?.ok ?? false
}

/** Whom a publication of this seller is told to. */
export const followersOf = (seller: UserId) =>
  sql<{ user_id: UserId }>`select follower_id as user_id from seller_follows where seller_id = ${seller}`

export async function deleteFollow(db: Queryable, { on }: FollowGrant, seller: UserId): Promise<void> {
  await sql`delete from seller_follows where follower_id = ${on} and seller_id = ${seller}`.execute(db)
}
