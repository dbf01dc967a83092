/** SQL of service schedules. */
import { sql } from 'kysely'
import type { Role } from '#contract/core/access.ts'
import type { AgentVersionId, ExecutionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ScheduleRow {
  id: string
  config: unknown
  input: unknown
  enabled: boolean
  stopped_reason: string | null
  next_run_at: Date | null
}

export interface TimeRow {
  schedule_id: string
  due_at: Date
  execution_id: ExecutionId | null
  status: ExecutionStatus | null
  reason: string | null
}

/** Oldest first. */
export async function findSchedules(db: Queryable, service: ServiceId): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select id, config, input, enabled, stopped_reason, next_run_at from service_schedules
    where service_id = ${service} order by created_at, id`.execute(db)
  return rows
}

/** The newest `limit` of each schedule, newest first. */
export async function findTimes(db: Queryable, service: ServiceId, limit: number): Promise<TimeRow[]> {
  const { rows } = await sql<TimeRow>`
    select t.schedule_id, t.due_at, t.execution_id, e.status, t.reason from service_schedules s
    cross join lateral (select * from service_schedule_times where schedule_id = s.id order by due_at desc limit ${limit}) t
    left join executions e on e.id = t.execution_id
    where s.service_id = ${service} order by t.due_at desc`.execute(db)
  return rows
}

/** Nobody else adds a schedule meanwhile, or takes another version. @returns false for a foreign service */
export async function lockService(tx: Queryable, owner: UserId, service: ServiceId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from services where id = ${service} and owner_id = ${owner} for no key update`.execute(tx)
  return rows.length > 0
}

export interface SavedSchedule {
  config: string
  input: string
  enabled: boolean
  next_run_at: Date | null
}

/** Unless the service, which must be locked, has `limit` already. @returns whether it was added */
export async function insertSchedule(
  tx: Queryable,
  service: ServiceId,
  { config, input, enabled, next_run_at }: SavedSchedule,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into service_schedules (service_id, config, input, enabled, next_run_at)
    select ${service}::uuid, ${config}::jsonb, ${input}::jsonb, ${enabled}::boolean, ${next_run_at}::timestamptz
    where (select count(*) from service_schedules where service_id = ${service}) < ${limit} returning 1`.execute(tx)
  return rows.length > 0
}

/** Waits for a run of it that is being started. */
export async function lockSchedule(tx: Queryable, service: ServiceId, id: string): Promise<ScheduleRow | null> {
  const { rows } = await sql<ScheduleRow>`
    select id, config, input, enabled, stopped_reason, next_run_at from service_schedules
    where service_id = ${service} and id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** As its owner wants it: what went wrong before counts no more. */
export async function saveSchedule(tx: Queryable, id: string, saved: SavedSchedule): Promise<void> {
  const { config, input, enabled, next_run_at } = saved
  await sql`
    update service_schedules set config = ${config}::jsonb, input = ${input}::jsonb, enabled = ${enabled},
      next_run_at = ${next_run_at}, stopped_reason = case when ${enabled} then null else stopped_reason end, refused_in_row = 0
    where id = ${id}`.execute(tx)
}

export async function deleteSchedule(tx: Queryable, service: ServiceId, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from service_schedules where service_id = ${service} and id = ${id} returning 1`.execute(tx)
  return rows.length > 0
}

export async function findDue(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from service_schedules where enabled and next_run_at <= now() order by next_run_at limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export interface DueRow {
  id: string
  service_id: ServiceId
  service_name: string
  owner_id: UserId
  role: Role
  agent_version_id: AgentVersionId
  config: unknown
  input: unknown
  next_run_at: Date
  refused_in_row: number
  /** The service runs, and its owner may act. */
  runs: boolean
  /** By the clock that says what is due. */
  now: Date
}

/** @returns null when it is not due any more, or another process is at it */
export async function lockDue(tx: Queryable, id: string): Promise<DueRow | null> {
  const { rows } = await sql<DueRow>`
    select c.id, c.service_id, s.name as service_name, s.owner_id, u.role, s.agent_version_id, c.config, c.input, c.next_run_at,
      c.refused_in_row, now(), s.status = 'running' and u.status <> 'deactivated'
        and (u.status <> 'blocked' or coalesce(u.blocked_until <= now(), false)) as runs
    from service_schedules c join services s on s.id = c.service_id join users u on u.id = s.owner_id
    where c.id = ${id} and c.enabled and c.next_run_at <= now() for update of c skip locked`.execute(tx)
  return rows[0] ?? null
}

/** A time that never comes again switches it off. */
export async function setNext(tx: Queryable, id: string, next: Date | null, never: string): Promise<void> {
  await sql`update service_schedules set next_run_at = ${next}::timestamptz, enabled = ${next}::timestamptz is not null,
    stopped_reason = case when ${next}::timestamptz is null then ${never} else stopped_reason end where id = ${id}`.execute(
    tx,
  )
}

/** @returns false when this time has been there before */
export async function noteTime(
  tx: Queryable,
  schedule: string,
  due_at: Date,
  end: { execution_id: string } | { code: string; reason: string },
): Promise<boolean> {
  const [run, code, reason] = 'execution_id' in end ? [end.execution_id, null, null] : [null, end.code, end.reason]
  const { rows } = await sql`
    insert into service_schedule_times (schedule_id, due_at, execution_id, code, reason)
    values (${schedule}, ${due_at}, ${run}, ${code}, ${reason}) on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** @returns how many times in a row it has been refused by now */
export async function countRefused(tx: Queryable, id: string, refused: boolean): Promise<number> {
  const { rows } = await sql<{ refused_in_row: number }>`
    update service_schedules set refused_in_row = ${refused ? sql`refused_in_row + 1` : sql`0`}
    where id = ${id} returning refused_in_row`.execute(tx)
  return rows[0]?.refused_in_row ?? 0
}

export async function stopSchedule(tx: Queryable, id: string, reason: string): Promise<void> {
  await sql`
    update service_schedules set enabled = false, next_run_at = null, stopped_reason = ${reason} where id = ${id}`.execute(
    tx,
  )
}

export async function pruneTimes(tx: Queryable, id: string, kept: number): Promise<void> {
  await sql`
    delete from service_schedule_times where schedule_id = ${id} and due_at <= (
      select due_at from service_schedule_times where schedule_id = ${id} order by due_at desc offset ${kept} limit 1)`.execute(
    tx,
  )
}

/** What is done since the mark is undone by `undo`, without ending the transaction. */
export const createSavepoint = (tx: Queryable): Promise<unknown> => sql`savepoint service_run`.execute(tx)
export const rollbackToSavepoint = (tx: Queryable): Promise<unknown> =>
  sql`rollback to savepoint service_run`.execute(tx)
