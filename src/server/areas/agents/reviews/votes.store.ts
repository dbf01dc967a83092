/** The SQL of who found which review useful. */
import { sql } from 'kysely'
import type { ReviewId } from '#contract/agents/reviews.ts'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** What another account of a mailbox did with a review. */
export type Elsewhere = 'wrote' | 'voted'

/** Of an agent's reviews, those that other accounts of a mailbox wrote or found useful. */
export async function findElsewhere(
  db: Queryable,
  { agent, reader, mailbox }: { agent: AgentId; reader: UserId; mailbox: Buffer },
): Promise<ReadonlyMap<ReviewId, Elsewhere>> {
  const { rows } = await sql<{ id: ReviewId; what: Elsewhere }>`
    select r.id, 'voted' as what from reviews r join review_votes n on n.review_id = r.id
      where r.agent_id = ${agent} and n.mailbox_hash = ${mailbox} and n.voter_id <> ${reader}
    union all
    select r.id, 'wrote' from reviews r
      where r.agent_id = ${agent} and r.mailbox_hash = ${mailbox} and r.author_id <> ${reader}`.execute(db)
  return new Map(rows.map(({ id, what }) => [id, what]))
}

/** Says once that a review is useful; nothing for a mailbox that has said so. */
export async function addVote(db: Queryable, id: ReviewId, voter: UserId, mailbox: Buffer): Promise<void> {
  await sql`insert into review_votes (review_id, voter_id, mailbox_hash) values (${id}, ${voter}, ${mailbox})
    on conflict do nothing`.execute(db)
}

export async function deleteVote(db: Queryable, id: ReviewId, voter: UserId): Promise<void> {
  await sql`delete from review_votes where review_id = ${id} and voter_id = ${voter}`.execute(db)
}

/** Of a review that says something else now. */
export async function clearVotes(db: Queryable, id: ReviewId): Promise<void> {
  await sql`delete from review_votes where review_id = ${id}`.execute(db)
}
