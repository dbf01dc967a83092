/** The SQL of reviews. */
import { type RawBuilder, sql } from 'kysely'
import type { ReportReason, ReviewSort } from '#contract/agents/review-limits.ts'
import type { ReviewId } from '#contract/agents/reviews.ts'
import type { AgentId, AgentVersionId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ReviewRow {
  id: ReviewId
  agent_id: AgentId
  agent_slug: string
  agent_name: string
  seller_id: UserId
  author_id: UserId
  author: string
  stars: number
  text: string
  version: number
  is_buyer: boolean
  runs: number
  used_since: Date
  status: 'shown' | 'held' | 'removed'
  held_for: 'ring' | 'burst' | null
  reply: string | null
  replied_at: Date | null
  judged_at: Date | null
  removed_for: ReportReason | null
  removal_note: string | null
  created_at: Date
  edited_at: Date | null
  useful: number
  /** Both from the reader's point of view. */
  voted: boolean
  reported: boolean
}

const columns = (reader: UserId | null) => sql`
  r.id, r.agent_id, a.slug as agent_slug, a.name as agent_name, a.seller_id, r.author_id, u.display_name as author, r.stars, r.text,
  v.number as version, r.is_buyer, r.runs, r.used_since, r.status, r.held_for, r.reply, r.replied_at, r.judged_at, r.removed_for,
  r.removal_note, r.created_at, r.edited_at,
  (select count(*)::int from review_votes n where n.review_id = r.id) as useful,
  exists (select from review_votes n where n.review_id = r.id and n.voter_id = ${reader}) as voted,
  exists (select from review_reports p where p.review_id = r.id and p.reporter_id = ${reader}) as reported`
const joins = sql`from reviews r join agents a on a.id = r.agent_id join users u on u.id = r.author_id
  join agent_versions v on v.id = r.agent_version_id`

const ORDERS: Record<ReviewSort, RawBuilder<unknown>> = {
  newest: sql`coalesce(r.edited_at, r.created_at) desc, r.id`,
  useful: sql`useful desc, coalesce(r.edited_at, r.created_at) desc, r.id`,
  highest: sql`r.stars desc, coalesce(r.edited_at, r.created_at) desc, r.id`,
  lowest: sql`r.stars, coalesce(r.edited_at, r.created_at) desc, r.id`,
}

interface Page {
  limit: number
  offset: number
}

export async function findShown(
  db: Queryable,
  agent: AgentId,
  reader: UserId | null,
  { sort, limit, offset, ...chosen }: Page & Chosen & { sort: ReviewSort },
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select ${columns(reader)} ${joins} where ${shownOf(agent, chosen)}
    order by ${ORDERS[sort]} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Which of an agent's reviews are meant: with so many stars, of a version. */
export interface Chosen {
  stars?: number | undefined
  version?: number | undefined
}

const shownOf = (agent: AgentId, { stars, version }: Chosen) => sql`r.agent_id = ${agent} and r.status = 'shown'
  and (${stars ?? null}::int is null or r.stars = ${stars ?? null})
  and (${version ?? null}::int is null or v.number = ${version ?? null})`

export async function countShown(db: Queryable, agent: AgentId, chosen: Chosen): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reviews r join agent_versions v on v.id = r.agent_version_id
    where ${shownOf(agent, chosen)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The numbers of the versions that there are reviews of, the newest first. */
export async function findReviewedVersions(db: Queryable, agent: AgentId): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select distinct v.number from reviews r join agent_versions v on v.id = r.agent_version_id
    where ${shownOf(agent, {})} order by 1 desc`.execute(db)
  return rows.map(({ number }) => number)
}

export async function findOwn(db: Queryable, agent: AgentId, author: UserId): Promise<ReviewRow | null> {
  const { rows } = await sql<ReviewRow>`
    select ${columns(author)} ${joins} where r.agent_id = ${agent} and r.author_id = ${author}`.execute(db)
  return rows[0] ?? null
}

export async function findReview(db: Queryable, id: ReviewId, reader: UserId): Promise<ReviewRow | null> {
  const { rows } = await sql<ReviewRow>`select ${columns(reader)} ${joins} where r.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** How many gave how many stars, and how many of them had paid. */
export async function countStars(db: Queryable, agent: AgentId) {
  const { rows } = await sql<{ stars: number; count: number; buyers: number }>`
    select stars, count(*)::int as count, (count(*) filter (where is_buyer))::int as buyers
    from reviews where agent_id = ${agent} and status = 'shown' group by 1`.execute(db)
  return rows
}

export async function findRating(db: Queryable, agent: AgentId): Promise<number | null> {
  const { rows } = await sql<{ rating: number | null }>`select rating from agents where id = ${agent}`.execute(db)
  return rows[0]?.rating ?? null
}

export async function findRemovals(db: Queryable, agent: AgentId, limit: number) {
  const { rows } = await sql<{ reason: ReportReason; note: string; at: Date }>`
    select removed_for as reason, coalesce(removal_note, '') as note, judged_at as at from reviews
    where agent_id = ${agent} and status = 'removed' order by judged_at desc limit ${limit}`.execute(db)
  return rows
}

/**
 * What a person did with an agent: whether they paid and kept it, how often it worked, since when, and which version last. A run of one
 * of its samples counts for nothing: it is free and shows what the seller chose.
 */
export interface Use {
  is_buyer: boolean
  runs: number
  since: Date
  version: AgentVersionId
}

export async function findUse(db: Queryable, agent: AgentId, user: UserId): Promise<Use | null> {
  const { rows } = await sql<Use>`
    with used as (
      select agent_version_id as version, created_at as at, true as paid, false as worked from sales
        where agent_id = ${agent} and buyer_id = ${user} and refunded_paise < gross_paise
      union all
      select agent_version_id, created_at, false, true from executions
        where owner_id = ${user} and agent_id = ${agent} and parent_id is null and status = 'succeeded' and trigger <> 'sample'
          and agent_version_id is not null
    )
    select bool_or(paid) as is_buyer, (count(*) filter (where worked))::int as runs, min(at) as since,
      (array_agg(version order by at desc))[1] as version from used having count(*) > 0`.execute(db)
  return rows[0] ?? null
}

export async function upsertReview(
  db: Queryable,
  review: { agent: AgentId; author: UserId; mailbox: Buffer; stars: number; text: string; use: Use },
): Promise<{ id: ReviewId; is_new: boolean }> {
  const { agent, author, mailbox, stars, text, use } = review
  const { rows } = await sql<{ id: ReviewId; is_new: boolean }>`
    insert into reviews as r (agent_id, author_id, mailbox_hash, agent_version_id, stars, text, is_buyer, runs, used_since)
    values (${agent}, ${author}, ${mailbox}, ${use.version}, ${stars}, ${text}, ${use.is_buyer}, ${use.runs}, ${use.since})
    on conflict (agent_id, author_id) do update set agent_version_id = excluded.agent_version_id, stars = excluded.stars,
      text = excluded.text, is_buyer = excluded.is_buyer, runs = greatest(r.runs, excluded.runs),
      used_since = least(r.used_since, excluded.used_since), edited_at = now(),
      judged_at = case when r.text = excluded.text then r.judged_at end
    returning id, xmax = 0 as is_new`.execute(db)
  const [row] = rows
  if (!row) throw new Error('Review missing after insert')
  return row
}

export async function deleteReview(db: Queryable, id: ReviewId): Promise<void> {
  await sql`delete from reviews where id = ${id}`.execute(db)
}

export async function setReply(db: Queryable, id: ReviewId, text: string | null): Promise<void> {
  await sql`update reviews set reply = ${text}, replied_at = case when ${text}::text is null then null else now() end
    where id = ${id}`.execute(db)
}

/** Reviews of everything that a person sells. */
export async function findReceived(db: Queryable, seller: UserId, unanswered: boolean, { limit, offset }: Page) {
  const where = sql`a.seller_id = ${seller} and r.status = 'shown' and (not ${unanswered}::bool or r.reply is null)`
  const { rows } = await sql<ReviewRow>`
    select ${columns(seller)} ${joins} where ${where} order by ${ORDERS.newest} limit ${limit} offset ${offset}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${joins} where ${where}`.execute(
    db,
  )
  return { rows, total: counted[0]?.total ?? 0 }
}

/** @throws when there is no such review */
export async function findVersionOf(db: Queryable, id: ReviewId): Promise<AgentVersionId> {
  const { rows } = await sql<{ version: AgentVersionId }>`
    select agent_version_id as version from reviews where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('Review missing after update')
  return row.version
}
