/** The SQL of letting go of what is older than it is kept for. Each statement takes a batch, so that nothing is locked for long. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { clearAnswers } from '#server/platform/idempotency/requests.store.ts'
import { deleteMade } from './made-from-runs.store.ts'
import { expireInputFiles, expireMadeFiles, queueStoredOutputs } from './stored-content.store.ts'

/** Which runs: by who ran them and how they ended. */
export type Kind = 'visitor' | 'succeeded' | 'failed'

const KINDS: Record<Kind, RawBuilder<unknown>> = {
  visitor: sql`e.owner_id is null`,
  succeeded: sql`e.owner_id is not null and e.status in ('succeeded', 'cancelled')`,
  failed: sql`e.owner_id is not null and e.status = 'failed'`,
}

/**
 * Ended, and nothing that is kept needs it: no run around it is under way, and none made from it still has its data, which may lie
 * among the outputs of this one.
 */
const isFree = sql`e.status in ('succeeded', 'failed', 'cancelled')
  and not exists (select 1 from executions around where around.id = e.parent_id and around.finished_at is null)
  and not exists (select 1 from executions later where later.source_id = e.id and later.payload_removed_at is null)`

export interface Batch {
  /** How many were let go. */
  count: number
  /** Where the next batch begins; null when this was the last one. */
  next: Date | null
}

interface Taken {
  id: string
  created_at: Date
}

const batchOf = (taken: readonly Taken[], limit: number): Batch => ({
  count: taken.length,
  next: taken.length < limit ? null : (taken.at(-1)?.created_at ?? null),
})

/** As which notices of comments and assignments of a document are written, see `review-queue.ts`. */
const documentGroups = (id: string): string[] => [`run-comment:${id}`, `assigned:${id}`]

/**
 * What arrived through a channel and what was sent there of these messages `m`. The row of what arrived stays, without its content:
 * services repeat their deliveries.
 */
export async function dropChannelMessages(tx: Queryable, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with gone as (
      select c.visitor_id, coalesce(m.key::text, m.id::text) as cause from conversation_messages m
      join conversations c on c.id = m.conversation_id where ${which} and c.visitor_id is not null),
    sent as (
      delete from channel_outbox o using gone g
      where o.visitor_id = g.visitor_id and split_part(o.cause, ' ', 2) = g.cause and o.state <> 'sending')
    update channel_messages a set text = '', media = null, envelope = null from gone g
    where a.visitor_id = g.visitor_id and a.id::text = g.cause`.execute(tx)
}

/** Removes what its nodes gave, its large outputs, the documents only it was given and the files it made. */
async function dropData(tx: Queryable, ids: readonly string[]): Promise<void> {
  const gone = sql`any(${sql.val(ids)}::uuid[])`
  await queueStoredOutputs(tx, ids)
  await expireMadeFiles(tx, ids)
  await sql`delete from journal where execution_id = ${gone}`.execute(tx)
  await sql`delete from trace_entries where execution_id = ${gone}`.execute(tx)
  await sql`delete from execution_waits where execution_id = ${gone}`.execute(tx)
  // Of a review only who signed it off, and when, stays as long as the run.
  await sql`delete from run_decisions where execution_id = ${gone}`.execute(tx)
  await sql`delete from run_comments where execution_id = ${gone}`.execute(tx)
  await sql`update run_reviews set findings = null where execution_id = ${gone}`.execute(tx)
  // The record keeps who did what and when; hashes of the rest remain, so that it can still be checked.
  await sql`
    update run_record_entries set content = null, content_salt = null where execution_id = ${gone} and content is not null`.execute(
    tx,
  )
  // Notices, calls of triggers and mail quote what went in or came out. Mail that is still to be sent goes once it is sent.
  await sql`
    delete from notifications n using executions e left join agents a on a.id = e.agent_id
    where e.id = ${gone} and n.user_id = any(array[e.owner_id, a.seller_id]) and n.href = '/runs/' || e.id`.execute(tx)
  await sql`
    delete from notifications where kind = 'mention' and group_key = any(${sql.val(ids.flatMap(documentGroups))}::text[])`.execute(
    tx,
  )
  await sql`delete from trigger_calls where execution_id = ${gone}`.execute(tx)
  // What batches show of a run, and what they would run again.
  await sql`delete from batch_results where execution_id = ${gone}`.execute(tx)
  await sql`
    update batch_items set name = 'Document ' || (position + 1), input = null, message = null
    where execution_id = ${gone} and state not in ('waiting', 'started')`.execute(tx)
  // Chats: what was asked and answered, with the earlier wordings of the question, and every summary with something of it.
  await sql`
    delete from conversation_summaries s using conversation_messages m, conversation_messages g
    where g.execution_id = ${gone} and s.conversation_id = g.conversation_id and m.id = s.through and m.seq >= g.seq`.execute(
    tx,
  )
  await dropChannelMessages(tx, sql`m.execution_id = ${gone}`)
  // A chat is called by its first message, and handed over for a reason in its words.
  await sql`
    with gone as (select conversation_id, min(seq) as seq from conversation_messages
      where execution_id = ${gone} and role = 'person' group by conversation_id),
    handed as (update chat_handovers h set reason = '' from gone g where h.conversation_id = g.conversation_id)
    update conversations c set title = '' from gone g where c.id = g.conversation_id and not exists (
      select from conversation_messages m where m.conversation_id = c.id and m.role = 'person' and m.seq < g.seq
        and m.replaced_by is null)`.execute(tx)
  await sql`
    with gone as (select id from conversation_messages where execution_id = ${gone})
    delete from conversation_messages m using gone g where m.id = g.id or m.replaced_by = g.id`.execute(tx)
  await clearAnswers(tx, ids)
  await sql`delete from mails where run_id = ${gone} and status <> 'queued'`.execute(tx)
  await sql`delete from mail_deliveries where run_id = ${gone}`.execute(tx)
  // Last: what goes with these runs keeps no document.
  await expireInputFiles(tx, ids)
}

/** Removes what went in and came out of the oldest runs of a kind that ended `hours` ago, from `from` on. The runs stay as lines. */
export function removePayloads(
  db: Database,
  kind: Kind,
  { hours, from, limit }: { hours: number; from: Date | null; limit: number },
): Promise<Batch> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Taken>`
      select e.id, e.created_at from executions e
      where ${KINDS[kind]} and e.payload_removed_at is null and e.created_at >= ${from ?? new Date(0)}
        and e.created_at < now() - make_interval(hours => ${hours}) and e.finished_at < now() - make_interval(hours => ${hours})
        and ${isFree}
      order by e.created_at limit ${limit} for update of e skip locked`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return { count: 0, next: null }
    await deletePayloads(tx, ids)
    return batchOf(rows, limit)
  })
}

/** Who chose to keep runs for a time of their own, in an order that is another one each time. */
export async function findChoosers(db: Queryable): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select u.id from users u where u.keep_runs_days is not null
      or exists (select from data_policies p where p.account_id = u.id and p.runs_days is not null)
      or exists (select from services s where s.owner_id = u.id and s.keep_runs_days is not null)
    order by random()`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes the content of the oldest runs that this owner chose to keep no longer. */
export function removeByChoice(
  db: Database,
  owner: UserId,
  { from, limit }: { from: Date | null; limit: number },
): Promise<Batch> {
  return db.transaction().execute(async (tx) => {
    // A service’s own time comes first; of two of the account the shorter one. No time is never.
    const age = sql`make_interval(days => coalesce(s.keep_runs_days, least(p.runs_days, u.keep_runs_days)))`
    const { rows } = await sql<Taken & { with_made: boolean }>`
      select e.id, e.created_at, coalesce(p.with_made, false) as with_made from executions e join users u on u.id = e.owner_id
      left join data_policies p on p.account_id = u.id left join services s on s.id = e.service_id
      where u.id = ${owner} and e.payload_removed_at is null
        and e.created_at >= ${from ?? new Date(0)}
        and e.created_at < now() - ${age} and e.finished_at < now() - ${age} and ${isFree}
      order by e.created_at limit ${limit} for update of e skip locked`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return { count: 0, next: null }
    const cases = rows[0]?.with_made ? await deleteMade(tx, ids) : []
    await deletePayloads(tx, [...ids, ...cases])
    return batchOf(rows, limit)
  })
}

/** Of these runs, whatever needs it: the caller knows that they have ended. */
export async function deletePayloads(tx: Queryable, ids: readonly string[]): Promise<void> {
  await dropData(tx, ids)
  // Of an error only its kind and place stay: its words may quote what went in.
  await sql`update executions set payload_removed_at = coalesce(payload_removed_at, now()), input = 'null', input_file = null,
      output = null, output_file = null, title = null, long_input_ids = null, copied_ids = null,
      run_token_hash = null, shared_until = null, test = case when test is null then null else (test::jsonb || '{"pins": {}}')::json end,
      error = case when error is null then null else jsonb_build_object('code', error -> 'code', 'node_id', error -> 'node_id',
        'field', null, 'message', 'What was said is gone with the data of the run.') end
      where id = any(${sql.val(ids)}::uuid[])`.execute(tx)
}

/** Removes the oldest runs that ended `days` ago, as if they had never been; figures of agents keep their counts. */
export function removeRuns(
  db: Database,
  { days, from, limit }: { days: number; from: Date | null; limit: number },
): Promise<Batch> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Taken>`
      select e.id, e.created_at from executions e
      where e.created_at >= ${from ?? new Date(0)} and e.created_at < now() - make_interval(days => ${days})
        and e.finished_at < now() - make_interval(days => ${days}) and ${isFree}
      order by e.created_at limit ${limit} for update of e skip locked`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return { count: 0, next: null }
    await deleteRuns(tx, ids)
    return batchOf(rows, limit)
  })
}

/** Removes these runs with everything they hold. The caller has made sure that they ended and that nothing needs them. */
export async function deleteRuns(tx: Queryable, ids: readonly string[]): Promise<void> {
  await dropData(tx, ids)
  await sql`delete from notice_causes where execution_id = any(${sql.val(ids)}::uuid[])`.execute(tx)
  await sql`delete from executions where id = any(${sql.val(ids)}::uuid[])`.execute(tx)
}

/**
 * Removes calls of models that were made `days` ago. What a run under way has used stays: its budgets are counted from it; what was used
 * today is younger than a day and stays, too.
 */
export async function removeModelCalls(
  db: Database,
  { days, from, limit }: { days: number; from: Date | null; limit: number },
): Promise<Batch> {
  const { rows } = await sql<Taken>`
    with old as (
      select c.id, c.created_at from model_calls c
      where c.created_at >= ${from ?? new Date(0)} and c.created_at < now() - make_interval(days => ${days})
        and not exists (select 1 from executions e where e.id = c.execution_id and e.finished_at is null)
      order by c.created_at limit ${limit} for update skip locked)
    delete from model_calls c using old where c.id = old.id returning c.id, c.created_at`.execute(db)
  return batchOf(
    rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()),
    limit,
  )
}

/** What the privacy policy promises: messages go three years after they were written. */
export async function removeMessages(db: Queryable, years: number): Promise<void> {
  await sql`delete from contact_messages where created_at < now() - make_interval(years => ${years})`.execute(db)
}

/** What the privacy policy promises of addresses and browsers: ended sessions, visitors' daily counts and who used an agent. */
export async function removeLogs(db: Queryable, days: number): Promise<void> {
  const long = sql`make_interval(days => ${days})`
  await sql`delete from auth.session where "expiresAt" < now() - ${long}`.execute(db)
  await sql`delete from visitor_usage where day < (now() - ${long})::date`.execute(db)
  await sql`delete from model_calls where visitor_key is not null and created_at < now() - ${long}`.execute(db)
  await sql`delete from agreements where visitor_key is not null and agreed_at < now() - interval '1 day'`.execute(db)
  await sql`delete from agent_users where last_run_at < now() - ${long}`.execute(db)
  await sql`delete from recoveries where finished_at < now() - ${long}`.execute(db)
}
