/** The SQL of batches. Every statement of a person's names the owner: a foreign batch is not found. */
import { sql } from 'kysely'
import type { AgentVersionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { BatchFormat, BatchStatus, ItemState } from '#contract/services/batch-values.ts'
import type { BatchId } from '#contract/services/batches.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface BatchRow {
  id: BatchId
  owner_id: UserId
  name: string
  service_id: ServiceId | null
  service_name: string | null
  status: BatchStatus
  pause_code: string | null
  pause_message: string | null
  cap_paise: number | null
  callback_url: string | null
  columns: string[]
  spent_paise: number
  counts: Record<ItemState, number>
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

/** What accepting the result of an item `i` cost. It isn’t in `cost_paise`, because it comes after the end of the run. */
export const acceptedPrice = sql`coalesce((select c.price_paise from charges c
  where c.execution_id = i.execution_id and c.accept_until is not null and c.status = 'settled'), 0)`

const columns = sql`b.id, b.owner_id, b.name, b.service_id, s.name as service_name, b.status, b.pause_code, b.pause_message,
  b.cap_paise::float8 as cap_paise, b.callback_url, b.columns, b.created_at, b.started_at, b.finished_at, c.spent_paise,
  json_build_object('waiting', c.waiting, 'started', c.started, 'succeeded', c.succeeded, 'failed', c.failed,
    'cancelled', c.cancelled) as counts`
const joins = sql`left join services s on s.id = b.service_id cross join lateral (
  select coalesce(sum(i.cost_paise + ${acceptedPrice}), 0)::float8 as spent_paise,
    count(*) filter (where i.state = 'waiting')::int as waiting, count(*) filter (where i.state = 'started')::int as started,
    count(*) filter (where i.state = 'succeeded')::int as succeeded, count(*) filter (where i.state = 'failed')::int as failed,
    count(*) filter (where i.state = 'cancelled')::int as cancelled
  from batch_items i where i.batch_id = b.id) c`

export async function findBatches(
  db: Queryable,
  owner: UserId,
  { service_id = null, limit, offset }: { service_id?: ServiceId | null; limit: number; offset: number },
): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select ${columns} from (
      select * from batches where owner_id = ${owner} and (${service_id}::uuid is null or service_id = ${service_id}::uuid)
      order by created_at desc, id limit ${limit} offset ${offset}) b ${joins}
    order by b.created_at desc, b.id`.execute(db)
  return rows
}

export async function countBatches(db: Queryable, owner: UserId, service_id: ServiceId | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from batches
    where owner_id = ${owner} and (${service_id}::uuid is null or service_id = ${service_id}::uuid)`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findBatch(db: Queryable, owner: UserId, id: BatchId): Promise<BatchRow | null> {
  const { rows } = await sql<BatchRow>`
    select ${columns} from batches b ${joins} where b.id = ${id} and b.owner_id = ${owner}`.execute(db)
  return rows[0] ?? null
}

/** Without asking for its owner: for the jobs. */
export async function findBatchById(db: Queryable, id: BatchId): Promise<BatchRow | null> {
  const { rows } = await sql<BatchRow>`select ${columns} from batches b ${joins} where b.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Keeps it as it is until the transaction ends. */
export async function lockBatch(tx: Queryable, owner: UserId, id: BatchId): Promise<boolean> {
  const { rows } = await sql`
    select from batches where id = ${id} and owner_id = ${owner} for no key update`.execute(tx)
  return rows.length > 0
}

interface NewBatch {
  owner_id: UserId
  created_by: UserId
  service_id: ServiceId
  name: string
  cap_paise: number | null
  callback_url: string | null
}

/** @returns null when the owner, who must be locked, has `limit` already */
export async function insertBatch(tx: Queryable, batch: NewBatch, limit: number): Promise<BatchId | null> {
  const { owner_id, created_by, service_id, name, cap_paise, callback_url } = batch
  const { rows } = await sql<{ id: BatchId }>`
    insert into batches (owner_id, created_by, service_id, name, cap_paise, callback_url)
    select ${owner_id}::uuid, ${created_by}::uuid, ${service_id}::uuid, ${name}, ${cap_paise}::bigint, ${callback_url}
    where (select count(*) from batches where owner_id = ${owner_id}) < ${limit} returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Fields that are absent stay. */
export async function changeBatch(
  tx: Queryable,
  id: BatchId,
  changes: {
    name?: string | undefined
    cap_paise?: number | null | undefined
    callback_url?: string | null | undefined
  },
): Promise<void> {
  const { name = null, cap_paise, callback_url } = changes
  await sql`
    update batches set name = coalesce(${name}, name),
      cap_paise = case when ${cap_paise !== undefined} then ${cap_paise ?? null}::bigint else cap_paise end,
      callback_url = case when ${callback_url !== undefined} then ${callback_url ?? null} else callback_url end
    where id = ${id}`.execute(tx)
}

/** @param by who resumes it; null: the reason for its pause has passed */
export async function noteRunning(tx: Queryable, id: BatchId, by: UserId | null): Promise<void> {
  await sql`
    update batches set status = 'running', created_by = coalesce(${by}::uuid, created_by), is_open = true, pause_code = null, pause_message = null, retry_at = null, finished_at = null,
      started_at = coalesce(started_at, now()), round = round + (status <> 'paused')::int where id = ${id}`.execute(tx)
}

/** It stays open for the runs under way. @param retry_s after how long it is tried again; null: when a person resumes it */
export async function notePaused(
  tx: Queryable,
  id: BatchId,
  { code, message, retry_s }: { code: string; message: string; retry_s: number | null },
): Promise<void> {
  await sql`
    update batches set status = 'paused', pause_code = ${code}, pause_message = ${message}, is_open = true,
      retry_at = now() + make_interval(secs => ${retry_s}::float8) where id = ${id} and status in ('running', 'paused')`.execute(
    tx,
  )
}

export async function noteCancelled(tx: Queryable, id: BatchId): Promise<void> {
  await sql`
    update batches set status = 'cancelled', is_open = true, pause_code = null, pause_message = null, retry_at = null where id = ${id}`.execute(
    tx,
  )
  await sql`update batch_items set state = 'cancelled', ended_at = now() where batch_id = ${id} and state = 'waiting'`.execute(
    tx,
  )
}

export async function deleteBatch(tx: Queryable, id: BatchId): Promise<void> {
  await sql`delete from batches where id = ${id}`.execute(tx)
}

export interface ReasonRow {
  code: string
  message: string
  items: number
}

/** The most frequent first. */
export async function findReasons(db: Queryable, id: BatchId): Promise<ReasonRow[]> {
  const { rows } = await sql<ReasonRow>`
    select code, mode() within group (order by message) as message, count(*)::int as items from batch_items
    where batch_id = ${id} and state = 'failed' group by code order by items desc, code limit 50`.execute(db)
  return rows
}

export interface PaceRow {
  /** Averages of the latest runs of the service that succeeded; null before there are any. */
  paise: number | null
  ms: number | null
  agent_version_id: AgentVersionId | null
}

export async function findPace(db: Queryable, service: ServiceId, latest: number): Promise<PaceRow> {
  const { rows } = await sql<PaceRow>`
    select (select s.agent_version_id from services s where s.id = ${service}) as agent_version_id,
      avg(case when c.accept_until is null then cost_paise else c.price_paise + c.models_paise end)::float8 as paise,
      (percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at) * 1000))::float8 as ms
    from (select id, cost_paise, started_at, finished_at from executions
      where service_id = ${service} and status = 'succeeded' order by created_at desc limit ${latest}) latest
      left join charges c on c.execution_id = latest.id`.execute(db)
  return rows[0] ?? { paise: null, ms: null, agent_version_id: null }
}

/** The records of its runs take it from here. */
export async function insertExport(
  db: Queryable,
  id: BatchId,
  { person, format, way, reason }: { person: UserId | null; format: BatchFormat; way: string; reason: string | null },
): Promise<void> {
  await sql`
    insert into batch_exports (batch_id, person_id, format, way, reveal_reason)
    values (${id}, ${person}, ${format}, ${way}, ${reason})`.execute(db)
}
