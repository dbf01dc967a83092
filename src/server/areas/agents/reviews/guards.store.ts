/** The SQL of the guards against abuse. */

import { sql } from 'kysely'
import { REVIEWS } from '#contract/agents/review-limits.ts'
import type { ReviewId } from '#contract/agents/reviews.ts'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import { addressOfPerson, isPersonProven } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCK_SEEDS } from '#server/platform/locks/advisory-locks.ts'

/**
 * What these people and mailboxes write of agents waits for each other: how much one of them wrote in a day, and whether they review each
 * other, does not change under a guard. Two neighbours in a ring have a person in common. Of one agent, the row of the agent keeps the order.
 */
export async function lockAuthors(tx: Queryable, keys: readonly string[]): Promise<void> {
  const sorted = [...new Set(keys)].toSorted().map((key) => `reviews ${key}`)
  // In one order everywhere, or two of them could wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(key, ${LOCK_SEEDS.reviews}))
    from (select key from unnest(${sorted}::text[]) with ordinality as k (key, at) order by at offset 0) k`.execute(tx)
}

export async function lockReview(tx: Queryable, id: ReviewId): Promise<void> {
  await sql`select 1 from reviews where id = ${id} for update`.execute(tx)
}

/** Who writes, and of whose agent. */
export interface Sides {
  author_email: string
  /** Whether the author's address is proven. */
  is_verified: boolean
  /** Whether the author sells anything: only who does can be in a ring. */
  sells: boolean
  seller_email: string
}

export async function findSides(db: Queryable, author: UserId, seller: UserId): Promise<Sides | null> {
  const { rows } = await sql<Sides>`
    select ${addressOfPerson('a')} as author_email, ${isPersonProven('a')} as is_verified, ${addressOfPerson('s')} as seller_email,
      exists (select from agents where seller_id = a.id) as sells
    from users a, users s where a.id = ${author} and s.id = ${seller}`.execute(db)
  return rows[0] ?? null
}

/** Whether another account of the mailbox has reviewed it. */
export async function isMailboxHeard(db: Queryable, agent: AgentId, author: UserId, mailbox: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from reviews where agent_id = ${agent} and mailbox_hash = ${mailbox} and author_id <> ${author}`.execute(db)
  return rows.length > 0
}

export async function countWritten(db: Queryable, author: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reviews where author_id = ${author} and created_at > now() - interval '1 day'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Of one agent in a day, by people who did not pay. */
export async function countUnpaid(db: Queryable, agent: AgentId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reviews
    where agent_id = ${agent} and not is_buyer and created_at > now() - interval '1 day'`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * The chain of reviews from the seller of an agent back to its reviewer: the seller reviewed another seller's agent,
 * who reviewed another one …, until an agent is the author's.
 */
export async function findRing(db: Queryable, author: UserId, seller: UserId): Promise<ReviewId[]> {
  const { rows } = await sql<{ path: ReviewId[] }>`
    with recursive way as (
      select a.seller_id as reached, array[r.id] as path, array[r.author_id] as seen
      from reviews r join agents a on a.id = r.agent_id where r.author_id = ${seller} and r.status <> 'removed'
      union all
      select a.seller_id, w.path || r.id, w.seen || r.author_id
      from way w join reviews r on r.author_id = w.reached and r.status <> 'removed' join agents a on a.id = r.agent_id
      where cardinality(w.path) < ${REVIEWS.ring} - 1 and w.reached <> ${author} and not r.author_id = any(w.seen)
    )
    select path from way where reached = ${author} limit 20`.execute(db)
  return [...new Set(rows.flatMap(({ path }) => path))]
}

/** Keeps back what an admin has not looked at yet. */
export async function holdReviews(db: Queryable, reviews: readonly ReviewId[], why: 'ring' | 'burst'): Promise<void> {
  await sql`update reviews set status = 'held', held_for = ${why}
    where id = any(${reviews}::uuid[]) and status = 'shown' and judged_at is null`.execute(db)
}
