/** The SQL of the guards against abuse. */
import { sql } from 'kysely'
import type { AgentId, UserId } from '#contract/primitives.ts'
import { REVIEWS } from '#contract/review-limits.ts'
import type { ReviewId } from '#contract/reviews.ts'
import type { Queryable } from '#server/database/database.ts'

/** Any number that no other lock of the program has. */
const LOCK = 7_234_114

/** Reviews are written one after the other: what guards count does not change under them. */
export async function lockReviews(tx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

/** Addresses of people. */
export async function findEmails(db: Queryable, people: readonly UserId[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`select email from users where id = any(${people}::uuid[])`.execute(db)
  return rows.map(({ email }) => email)
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
 * The reviews by which the seller of an agent leads back to whoever reviews it: the seller reviewed an agent of somebody, who
 * reviewed one of somebody …, until one is the author's.
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
export async function hold(db: Queryable, reviews: readonly ReviewId[], why: 'ring' | 'burst'): Promise<void> {
  await sql`update reviews set status = 'held', held_for = ${why}
    where id = any(${reviews}::uuid[]) and status = 'shown' and judged_at is null`.execute(db)
}
