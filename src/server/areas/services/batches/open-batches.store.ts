/** The SQL of the work on batches: what is started next, what has ended. */
import { sql } from 'kysely'
import { rolesWith } from '#contract/accounts/workspace-values.ts'
import type { Role } from '#contract/core/access.ts'
import type { ExecutionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { BatchStatus } from '#contract/services/batch-values.ts'
import type { BatchId } from '#contract/services/batches.ts'
import { CLOSED_FAILURE, errorMessageFor, hasLargeOutput } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Those with something to do now, in an order that is another one each time. */
export async function findOpen(db: Queryable, limit: number): Promise<BatchId[]> {
  const { rows } = await sql<{ id: BatchId }>`
    select b.id from batches b where b.is_open and (b.status in ('running', 'cancelled') or b.retry_at <= now()
      or exists (select from batch_items i where i.batch_id = b.id and i.state = 'started'))
    order by random() limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function isCancelled(db: Queryable, id: BatchId): Promise<boolean> {
  const { rows } = await sql`select from batches where id = ${id} and status = 'cancelled'`.execute(db)
  return rows.length > 0
}

export interface OpenRow {
  id: BatchId
  owner_id: UserId
  name: string
  service_id: ServiceId | null
  created_by: UserId | null
  status: BatchStatus
  /** It pauses for want of money, and it is time to try again. */
  is_due: boolean
  cap_paise: number | null
  /** Null while the account may not act. */
  role: Role | null
  /** Who made it may still run things for the workspace, or it is an account of one person. */
  is_member: boolean
  in_flight: number
}

const RUNNERS = rolesWith('run')

/** @returns null when another process is at it, or it is gone */
export async function lockOpen(tx: Queryable, id: BatchId): Promise<OpenRow | null> {
  const { rows } = await sql<OpenRow>`
    select b.id, b.owner_id, b.name, b.service_id, b.created_by, b.status, coalesce(b.retry_at <= now(), false) as is_due,
      b.cap_paise::float8 as cap_paise,
      case when u.status <> 'deactivated' and (u.status <> 'blocked' or coalesce(u.blocked_until <= now(), false)) then u.role end as role,
      u.kind = 'person' or b.created_by = b.owner_id or exists (select from workspace_members m where m.workspace_id = b.owner_id
        and m.user_id = b.created_by and m.role = any(${sql.val(RUNNERS)}::text[])) as is_member,
      (select count(*)::int from batch_items i where i.batch_id = b.id and i.state = 'started') as in_flight
    from batches b join users u on u.id = b.owner_id
    where b.id = ${id} and b.is_open for no key update of b skip locked`.execute(tx)
  return rows[0] ?? null
}

export interface WaitingRow {
  position: number
  input: unknown
}

export async function findWaiting(tx: Queryable, batch: BatchId, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select position, input from batch_items where batch_id = ${batch} and state = 'waiting' order by position limit ${limit}`.execute(
    tx,
  )
  return rows
}

export async function noteStarted(tx: Queryable, batch: BatchId, position: number, run: string): Promise<void> {
  await sql`
    update batch_items set state = 'started', execution_id = ${run}, attempts = attempts + 1
    where batch_id = ${batch} and position = ${position}`.execute(tx)
}

/** An item that never became a run. */
export async function noteRefused(
  tx: Queryable,
  batch: BatchId,
  position: number,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await sql`
    update batch_items set state = 'failed', code = ${code}, message = ${message.slice(0, 1000)}, ended_at = now()
    where batch_id = ${batch} and position = ${position}`.execute(tx)
}

/** What the runs of a batch have cost and may still cost: what has ended as it is, what is under way or waits to be accepted as it is held. */
export async function sumCosts(tx: Queryable, batch: BatchId): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select (coalesce(sum(i.cost_paise), 0) + coalesce(sum(c.price_paise + case when i.state = 'started' then c.models_held_paise else 0 end)
        filter (where i.state = 'started' or c.status in ('awaiting', 'settled')), 0))::float8 as paise
    from batch_items i left join charges c on (i.state = 'started' or c.accept_until is not null) and c.execution_id = i.execution_id
    where i.batch_id = ${batch}`.execute(tx)
  return rows[0]?.paise ?? 0
}

export const createSavepoint = (tx: Queryable): Promise<unknown> => sql`savepoint batch_item`.execute(tx)
export const rollbackToSavepoint = (tx: Queryable): Promise<unknown> =>
  sql`rollback to savepoint batch_item`.execute(tx)
export const releaseSavepoint = (tx: Queryable): Promise<unknown> => sql`release savepoint batch_item`.execute(tx)

export interface EndedRow {
  position: number
  execution_id: ExecutionId
  /** Null once the run is deleted. */
  status: 'succeeded' | 'failed' | 'cancelled' | null
  code: string | null
  message: string | null
  cost_paise: number
  ms: number | null
  view: string | null
  output: unknown
  /** Where a large one is kept. */
  output_file: string | null
}

/** Items whose runs have ended or are gone. */
export async function findEnded(db: Queryable, batch: BatchId, limit: number): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    select i.position, i.execution_id, e.status, e.error ->> 'code' as code,
      case when e.status = 'failed' then coalesce(${errorMessageFor('owner')}, ${CLOSED_FAILURE}) end as message,
      -- a price that is charged when its result is accepted is added where it is read, because that may be before or after this
      coalesce(case when c.accept_until is null then e.cost_paise else c.models_paise end, 0)::float8 as cost_paise,
      round(extract(epoch from e.finished_at - coalesce(e.started_at, e.created_at)) * 1000)::int as ms, v.view,
      case when e.status = 'succeeded' and not ${hasLargeOutput} then e.output end as output, e.output_file
    from batch_items i left join executions e on e.id = i.execution_id left join agent_versions v on v.id = e.agent_version_id
      left join charges c on c.execution_id = i.execution_id
    where i.batch_id = ${batch} and i.state = 'started' and (e.id is null or e.finished_at is not null)
    order by i.position limit ${limit}`.execute(db)
  return rows
}

export interface Settled {
  position: number
  execution_id: string
  state: 'succeeded' | 'failed' | 'cancelled'
  code: string | null
  message: string | null
  cost_paise: number
  ms: number | null
}

/** Each end is counted once, also when several processes see it: only an item that is still under way with this run. */
export async function settleItems(tx: Queryable, batch: BatchId, ended: readonly Settled[]): Promise<void> {
  await sql`
    update batch_items i set state = n.state, code = n.code, message = n.message, cost_paise = i.cost_paise + n.cost_paise, ms = n.ms,
      ended_at = now(), input = case when n.state = 'succeeded' then null else i.input end
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
      as n (position int, execution_id uuid, state text, code text, message text, cost_paise bigint, ms int)
    where i.batch_id = ${batch} and i.position = n.position and i.execution_id = n.execution_id and i.state = 'started'`.execute(
    tx,
  )
}

export interface NewResult {
  execution_id: string
  fields: Record<string, string>
  top: string
  findings: number
  confidence: number | null
  pages: number | null
}

/** Of runs that are still there with their data. */
export async function insertResults(tx: Queryable, results: readonly NewResult[]): Promise<void> {
  await sql`
    insert into batch_results (execution_id, fields, top, findings, confidence, pages)
    select n.* from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as n (execution_id uuid, fields jsonb, top text, findings int, confidence real, pages int)
    join executions e on e.id = n.execution_id and e.payload_removed_at is null
    on conflict do nothing`.execute(tx)
}

/** Columns that were not seen before come last, up to `most`. */
export async function addColumns(tx: Queryable, batch: BatchId, names: readonly string[], most: number): Promise<void> {
  await sql`
    update batches set columns = (columns || array(select n from unnest(${sql.val(names)}::text[]) with ordinality as u (n, at)
      where n <> all(columns) order by at))[1:${most}::int]
    where id = ${batch} and not (${sql.val(names)}::text[] <@ columns) and cardinality(columns) < ${most}`.execute(tx)
}

export async function findRunsUnderWay(db: Queryable, batch: BatchId, limit: number): Promise<ExecutionId[]> {
  const { rows } = await sql<{ execution_id: ExecutionId }>`
    select i.execution_id from batch_items i join executions e on e.id = i.execution_id and e.finished_at is null
    where i.batch_id = ${batch} and i.state = 'started' limit ${limit}`.execute(db)
  return rows.map(({ execution_id }) => execution_id)
}

/**
 * Once nothing is left: it is finished, or its cancelling is over. One that pauses with runs ended has nothing to do until a person
 * resumes it.
 * @returns its state when it ended now
 */
export async function closeBatch(tx: Queryable, batch: BatchId): Promise<'finished' | 'cancelled' | null> {
  const { rows } = await sql<{ status: BatchStatus }>`
    with left_over as (
      select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'started') as started
      from batch_items where batch_id = ${batch})
    update batches b set
      is_open = b.status = 'paused' and l.waiting > 0 and b.retry_at is not null,
      status = case when b.status <> 'cancelled' and l.waiting = 0 then 'finished' else b.status end,
      pause_code = case when l.waiting = 0 then null else b.pause_code end,
      pause_message = case when l.waiting = 0 then null else b.pause_message end,
      finished_at = case when b.status = 'cancelled' or l.waiting = 0 then now() end
    from left_over l
    where b.id = ${batch} and b.is_open and l.started = 0
      and (b.status = 'paused' or b.status = 'cancelled' or (b.status = 'running' and l.waiting = 0))
    returning b.status`.execute(tx)
  const status = rows[0]?.status
  return status === 'finished' || status === 'cancelled' ? status : null
}
