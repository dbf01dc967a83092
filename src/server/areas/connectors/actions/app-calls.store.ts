/** The SQL of calls of apps: that they were made, where to and how they ended; never what was sent or came back. */
import { sql } from 'kysely'
import type { ActionEffect } from '#contract/connectors/integration-values.ts'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface NewAppCall {
  owner_id: UserId
  connector: string
  action: string
  effect: ActionEffect
  credential_id: string | null
  execution_id: string | null
  host: string | null
  error: string | null
  requests: number
  took_ms: number
}

/**
 * A credential or a run that is gone by now is left out. The caller waits for this, so it ends before it is on disk: a crash of the
 * database loses the notes of its last moments.
 */
export async function insertAppCall(db: Queryable, call: NewAppCall): Promise<void> {
  await sql`
    with unhurried as (select set_config('synchronous_commit', 'off', true) as value)
    insert into app_calls (owner_id, connector, action, effect, credential_id, execution_id, host, error, requests, took_ms)
    select ${call.owner_id}, ${call.connector}, ${call.action}, ${call.effect},
      (select id from credentials where id = ${call.credential_id}::uuid), (select id from executions where id = ${call.execution_id}::uuid),
      ${call.host}::text, ${call.error}::text, ${call.requests}::int, ${call.took_ms}::int
    from unhurried where value = 'off' and exists (select from users where id = ${call.owner_id})`.execute(db)
}

/**
 * Writes down a call of a run before it is made, as one whose answer is not known. On disk before it returns: a process that dies during the
 * call leaves this. Done twice it is there once.
 * @param key the same for every attempt
 * @returns false when one with this key was made before and may have taken effect
 */
export async function beginAppCall(
  db: Queryable,
  { id, ...call }: Omit<NewAppCall, 'error' | 'requests' | 'took_ms'> & { id: string },
  key: string,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with made as (
    insert into app_calls (id, owner_id, connector, action, effect, credential_id, execution_id, host, error, requests, took_ms, key)
    select ${id}::uuid, ${call.owner_id}, ${call.connector}, ${call.action}, ${call.effect},
      (select id from credentials where id = ${call.credential_id}::uuid), (select id from executions where id = ${call.execution_id}::uuid),
      ${call.host}::text, 'answer_lost', 1, 0, ${key}
    where exists (select from users where id = ${call.owner_id})
    on conflict (key) where key is not null do nothing returning id)
    select id from made union all select id from app_calls where key = ${key}`.execute(db)
  return rows[0]?.id === id
}

/** How a call ended that was written down before. One that did nothing may be made again. */
export async function endAppCall(
  db: Queryable,
  id: string,
  { host, error, requests, took_ms }: Pick<NewAppCall, 'host' | 'error' | 'requests' | 'took_ms'>,
  did_nothing: boolean,
): Promise<void> {
  await sql`
    update app_calls set host = ${host}::text, error = ${error}::text, requests = ${requests}::int, took_ms = ${took_ms}::int,
      key = case when ${did_nothing}::boolean then null else key end
    where id = ${id}`.execute(db)
}

/** A call that was written down, and then not made. */
export async function removeAppCall(db: Queryable, id: string): Promise<void> {
  await sql`delete from app_calls where id = ${id}`.execute(db)
}

export interface AppCallRow extends Omit<NewAppCall, 'owner_id'> {
  id: string
  account_name: string | null
  at: Date
}

/** The owner's calls of an app, newest first. */
export async function findAppCalls(
  db: Queryable,
  owner: UserId,
  connector: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AppCallRow[]; total: number }> {
  const { rows } = await sql<AppCallRow>`
    select c.id, c.connector, c.action, c.effect, c.credential_id, c.execution_id, c.host, c.error, c.requests, c.took_ms, c.at,
      a.name as account_name
    from app_calls c left join credentials a on a.id = c.credential_id
    where c.owner_id = ${owner} and c.connector = ${connector}
    order by c.at desc, c.id desc limit ${limit} offset ${offset}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from app_calls where owner_id = ${owner} and connector = ${connector}`.execute(db)
  return { rows, total: counts[0]?.total ?? 0 }
}

/**
 * The calls of a run, and of the runs that it started, with accounts of the person who runs it, newest first.
 * @returns null for a run that is not theirs
 */
export async function findCallsOfRun(
  db: Queryable,
  owner: UserId,
  run: ExecutionId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AppCallRow[]; total: number } | null> {
  const { rows: known } = await sql`select from executions where id = ${run} and owner_id = ${owner}`.execute(db)
  if (known.length === 0) return null
  const { rows } = await sql<AppCallRow & { total: number }>`
    with recursive runs as (
      select id from executions where id = ${run}
      union all
      select e.id from runs r join executions e on e.parent_id = r.id
    )
    select c.id, c.connector, c.action, c.effect, c.credential_id, c.execution_id, c.host, c.error, c.requests, c.took_ms, c.at,
      a.name as account_name, (count(*) over ())::int as total
    from app_calls c join runs on runs.id = c.execution_id left join credentials a on a.id = c.credential_id
    where c.owner_id = ${owner} order by c.at desc, c.id desc limit ${limit} offset ${offset}`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Removes at most `limit` calls from before a time. @returns how many */
export async function deleteAppCallsBefore(db: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from app_calls where id in (select id from app_calls where at < ${before} order by at limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
