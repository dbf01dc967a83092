/** The SQL of what listings mean: which wait for a vector, what was made, what is near. */

import { sql } from 'kysely'
import type { AgentId } from '#contract/core/primitives.ts'
import { isListed } from '#server/areas/agents/listing/is-listed.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import type { SignatureRow } from './signatures.ts'

export interface WaitingRow {
  agent_id: AgentId
  asked: number
  attempts: number
  name: string
  tagline: string
  tags: string[]
  category: string
  description: string
  /** Names of its samples. */
  samples: string[]
}

/** Takes some whose vector this model has not made, for two minutes: whoever dies with them leaves them to others. */
export async function claimWaitingListings(db: Queryable, model: string, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    with waiting as (
      select v.agent_id from listing_vectors v join agents a on a.id = v.agent_id
      where (v.model < ${model} or v.model > ${model}) and v.taken_until < now() and ${isListed}
      limit ${limit} for update of v skip locked
    ), taken as (
      update listing_vectors v set taken_until = now() + interval '2 minutes', attempts = attempts + 1
      from waiting w where v.agent_id = w.agent_id returning v.agent_id, v.asked, v.attempts
    )
    select t.agent_id, t.asked, t.attempts, a.name, a.tagline, a.tags, c.name as category, a.description,
      array(select s ->> 'title' from agent_versions o, jsonb_array_elements(o.samples) s
        where o.id = a.current_version_id and jsonb_typeof(o.samples) = 'array') as samples
    from taken t join agents a on a.id = t.agent_id join categories c on c.slug = a.category_slug`.execute(db)
  return rows
}

/** Puts off what could not be made: a minute, then twice as long each time, at most a day. */
export async function postponeListings(db: Queryable, agents: readonly AgentId[]): Promise<void> {
  await sql`
    update listing_vectors set taken_until = now() + least(interval '1 day', interval '1 minute' * power(2, least(attempts, 11) - 1))
    where agent_id = any(${agents}::uuid[])`.execute(db)
}

export interface MadeRow {
  agent_id: AgentId
  asked: number
  vector: Buffer
  signature: Buffer
}

/** Keeps those whose text did not change meanwhile. One writer at a time: readers ask by a number that must not come late. */
export async function storeVectors(tx: Queryable, model: string, made: readonly MadeRow[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.embeddingSearch})`.execute(tx)
  await sql`
    update listing_vectors v set model = ${model}, vector = m.vector, signature = m.signature, attempts = 0,
      taken_until = '-infinity', changed = nextval('listing_vectors_change')
    from unnest(${made.map(({ agent_id }) => agent_id)}::uuid[], ${made.map(({ asked }) => asked)}::bigint[],
      ${made.map(({ vector }) => vector)}::bytea[], ${made.map(({ signature }) => signature)}::bytea[]) m(agent_id, asked, vector, signature)
    where v.agent_id = m.agent_id and v.asked = m.asked`.execute(tx)
}

export async function findChangedSignatures(
  db: Queryable,
  model: string,
  { after, limit }: { after: number; limit: number },
): Promise<(SignatureRow & { changed: number })[]> {
  const { rows } = await sql<SignatureRow & { changed: number }>`
    select slot, signature, changed from listing_vectors
    where changed > ${after}::bigint and model = ${model} order by changed limit ${limit}`.execute(db)
  return rows
}

export interface CandidateRow {
  agent_id: AgentId
  vector: Buffer
}

/** What lies in these slots and is listed now. */
export async function findCandidates(db: Queryable, model: string, slots: readonly number[]): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select v.agent_id, v.vector from listing_vectors v join agents a on a.id = v.agent_id
    where v.slot = any(${slots}::int[]) and v.model = ${model} and ${isListed}`.execute(db)
  return rows
}
