/** The SQL of triggers of pieces: what their code keeps, which version of it is switched on, and what was delivered to it. */
import { sql } from 'kysely'
import type { AppTriggerKind } from '#contract/connectors/app-trigger-values.ts'
import type { Json } from '#contract/core/primitives.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { toStorableJson } from '#server/platform/database/storable-json.ts'
import type { SealedSecret } from './secrets.ts'

/** A service that was not answered repeats a delivery so soon. What has the same content later happened again. */
const SAME_S = 60
/** More deliveries are refused until those that wait have been read. */
export const MOST_UNREAD = 1000

/** Locks it where a transaction reads it. */
export async function findMemory(db: Queryable, id: string): Promise<SealedSecret | null> {
  const { rows } = await sql<SealedSecret>`
    select key_id, wrapped_key, sealed from app_triggers where id = ${id}::uuid for update`.execute(db)
  return rows[0] ?? null
}

export async function storeMemory(tx: Queryable, id: string, { key_id, wrapped_key, sealed }: Sealed): Promise<void> {
  await sql`
    update app_triggers set key_id = ${key_id}, wrapped_key = ${wrapped_key}, sealed = ${sealed}
    where id = ${id}::uuid and left_at is null`.execute(tx)
}

/** Before its code is switched on: a process that dies leaves what has to be switched off. */
export async function noteEnabling(db: Queryable, id: string, package_id: string): Promise<void> {
  await sql`update app_triggers set package_id = ${package_id}::uuid where id = ${id}::uuid`.execute(db)
}

export interface EnabledRow {
  kind: AppTriggerKind
  remote: Json
  route: string | null
  renew_at: Date | null
  next_at: Date
}

/** It is switched on. One that was ended meanwhile keeps that it was. */
export async function keepEnabled(
  tx: Queryable,
  { id, version }: { id: string; version: number },
  { kind, remote, route, renew_at, next_at }: EnabledRow,
): Promise<void> {
  await sql`
    update app_triggers set state = case when state = 'starting' then 'on' else state end, kind = ${kind}, remote = ${toStorableJson(JSON.stringify(remote))}::jsonb,
      route = ${route}::text, renew_at = ${renew_at}::timestamptz, version = version + 1, taken_until = null, failures = 0, refusals = 0,
      error = null, checked_at = now(), next_at = case when state = 'starting' then ${next_at}::timestamptz else now() end
    where id = ${id}::uuid and version = ${version}::int`.execute(tx)
}

/** It was switched off, and begins from the start; what it kept is forgotten. */
export async function keepDisabled(
  tx: Queryable,
  { id, version }: { id: string; version: number },
  next: { stopped: string } | 'starting',
): Promise<boolean> {
  const error = next === 'starting' ? null : next.stopped
  const { numAffectedRows } = await sql`
    update app_triggers set state = ${next === 'starting' ? 'starting' : 'stopped'}, package_id = null, remote = null, route = null, seen = null,
      renew_at = null, key_id = null, wrapped_key = null, sealed = null, version = version + 1, taken_until = null, failures = 0, refusals = 0,
      error = ${error}::text, waits_for_plugin = ${error !== null}, checked_at = ${next === 'starting' ? null : sql`checked_at`}, next_at = now()
    where id = ${id}::uuid and version = ${version}::int and state in ('starting', 'on')`.execute(tx)
  return numAffectedRows === 1n
}

export async function keepRenewed(db: Queryable, id: string, renew_at: Date | null): Promise<void> {
  await sql`
    update app_triggers set renew_at = ${renew_at}::timestamptz, taken_until = null, failures = 0, refusals = 0, error = null, checked_at = now()
    where id = ${id}::uuid`.execute(db)
}

/** Nothing more is to be done for now. */
export async function release(db: Queryable, { id }: { id: string }): Promise<void> {
  await sql`update app_triggers set taken_until = null where id = ${id}::uuid and taken_until is not null`.execute(db)
}

/** What stopped with its plugin starts with it. */
export async function resumeWithPlugins(db: Queryable): Promise<void> {
  await sql`
    update app_triggers a set state = 'starting', waits_for_plugin = false, error = null, failures = 0, refusals = 0, checked_at = null, next_at = now()
    from plugins p where p.id = a.integration and p.state = 'enabled' and a.waits_for_plugin and a.state = 'stopped'`.execute(
    db,
  )
}

export interface UnreadRow {
  id: string
  key: string
  input: Json
  attempts: number
}

/** What arrived for it, the oldest first. */
export async function findUnread(db: Queryable, id: string, limit: number): Promise<UnreadRow[]> {
  const { rows } = await sql<UnreadRow>`
    select id, key, input, attempts from app_trigger_items
    where app_trigger_id = ${id}::uuid and unread and done_at is null and next_at <= now() order by id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Read by this process alone: another one that took it over meanwhile has changed the version. */
export async function claimReading(tx: Queryable, { id, version }: { id: string; version: number }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update app_triggers set version = version + 1, error = null, failures = 0, refusals = 0
    where id = ${id}::uuid and version = ${version}::int and state = 'on'`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Writes a delivery down as it arrived, once. One that its service did not name is the same as another with its key within `SAME_S`: they are
 * told apart by the stretch of time that they came in, by the clock of the database.
 * @returns false where too many wait
 */
export async function insertUnread(
  db: Queryable,
  { id, owner_id }: { id: string; owner_id: string },
  { key, isNamed, input }: { key: string; isNamed: boolean; input: Json },
): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from app_trigger_items where app_trigger_id = ${id}::uuid and unread and done_at is null`.execute(
    db,
  )
  if ((rows[0]?.waiting ?? 0) >= MOST_UNREAD) return false
  await sql`
    with stretch as (select case when ${isNamed}::boolean then 0 else floor(extract(epoch from now()) / ${SAME_S}::int)::bigint end as number)
    insert into app_trigger_items (app_trigger_id, owner_id, key, input, unread)
    select ${id}::uuid, ${owner_id}::uuid, ${key}::text || '.' || number, ${toStorableJson(JSON.stringify(input))}::jsonb, true from stretch
    where not exists (
      select from app_trigger_items where app_trigger_id = ${id}::uuid and key = ${key}::text || '.' || number - 1
        and created_at > now() - make_interval(secs => ${SAME_S}::int))
    on conflict (app_trigger_id, key) do nothing`.execute(db)
  return true
}

/** What nothing reads any more. */
export async function dropUnread(db: Queryable, id: string, why: string): Promise<void> {
  await sql`
    update app_trigger_items set done_at = now(), input = null, error = ${why}
    where app_trigger_id = ${id}::uuid and unread and done_at is null`.execute(db)
}
