/** The SQL of plugins: what was fetched, what is installed, what happened to it. */
import { sql } from 'kysely'
import type { Action, Connector } from '#connectors/connector.ts'
import type { PluginEvent, PluginSource, PluginState } from '#contract/connectors/plugin-values.ts'
import type { PluginTrigger } from '#contract/connectors/plugins.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { PackageUse } from '#server/areas/connectors/packages/package-uses.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export type Head = Omit<Connector, 'actions'>

export type TriggerName = Pick<PluginTrigger, 'id' | 'title' | 'description' | 'kind'>

export interface PackageRow {
  id: string
  plugin: string
  package: string
  version: string
  source: PluginSource
  verified: boolean
  integrity: string | null
  hash: string
  pin: string
  bytes: number
  files: number
  head: Head
  actions: Action[]
  /** All that the piece says it has; those that can start workflows are in the head as well. */
  triggers: TriggerName[]
  authors: string[]
  warnings: string[]
  fetched_at: Date
}

/** One that is installed, with how many actions it has instead of them. */
export interface PluginRow extends Omit<PackageRow, 'id' | 'plugin' | 'actions' | 'pin'> {
  id: string
  package_id: string
  state: Exclude<PluginState, 'available'>
  added_hosts: string[]
  actions: number
  installed_at: Date
}

/** All, or one. */
export async function findPlugins(db: Queryable, id: string | null = null): Promise<PluginRow[]> {
  const { rows } = await sql<PluginRow>`
    select p.id, p.package_id, p.state, p.added_hosts, p.installed_at, k.package, k.version, k.source, k.verified, k.integrity, k.hash,
      k.bytes::int as bytes, k.files, k.head - 'triggers' as head, jsonb_array_length(k.actions) as actions, k.triggers, k.authors, k.warnings, k.fetched_at
    from plugins p join plugin_packages k on k.id = p.package_id
    where ${id}::text is null or p.id = ${id}::text order by k.head ->> 'name', p.id`.execute(db)
  return rows
}

export interface PluginState_ {
  package_id: string
  state: 'enabled' | 'disabled'
  added_hosts: string[]
}

/** What may change of an installed plugin; the rest is read once. */
export async function findPluginState(db: Queryable, id: string): Promise<PluginState_ | null> {
  const { rows } = await sql<PluginState_>`
    select package_id, state, added_hosts from plugins where id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function findPackage(db: Queryable, id: string): Promise<PackageRow | null> {
  const { rows } = await sql<PackageRow>`
    select id, plugin, package, version, source, verified, integrity, hash, pin, bytes::int as bytes, files, head, actions, triggers, authors,
      warnings, fetched_at
    from plugin_packages where id = ${id}::uuid`.execute(db)
  return rows[0] ?? null
}

/** One that a check showed within a day. */
export async function findCandidate(
  db: Queryable,
  { plugin, version, hash }: { plugin: string; version: string; hash: string },
): Promise<PackageRow | null> {
  const { rows } = await sql<PackageRow>`
    select id, plugin, package, version, source, verified, integrity, hash, pin, bytes::int as bytes, files, head, actions, triggers, authors,
      warnings, fetched_at
    from plugin_packages
    where plugin = ${plugin} and version = ${version} and hash = ${hash} and fetched_at > now() - interval '1 day'`.execute(
    db,
  )
  return rows[0] ?? null
}

export type NewPackage = Omit<PackageRow, 'id' | 'fetched_at'>

/** Fetched once more, it is good for another day. */
export async function keepPackage(db: Queryable, row: NewPackage): Promise<PackageRow> {
  const { rows } = await sql<{ id: string; fetched_at: Date }>`
    insert into plugin_packages (plugin, package, version, source, verified, integrity, hash, pin, bytes, files, head, actions, triggers,
      authors, warnings)
    values (${row.plugin}, ${row.package}, ${row.version}, ${row.source}, ${row.verified}, ${row.integrity}, ${row.hash}, ${row.pin},
      ${row.bytes}, ${row.files}, ${JSON.stringify(row.head)}::jsonb, ${JSON.stringify(row.actions)}::jsonb,
      ${JSON.stringify(row.triggers)}::jsonb, ${JSON.stringify(row.authors)}::jsonb, ${JSON.stringify(row.warnings)}::jsonb)
    on conflict (plugin, version, hash) do update set fetched_at = now()
    returning id, fetched_at`.execute(db)
  const [kept] = rows
  if (!kept) throw new Error('A package of a plugin was not kept')
  return { ...row, ...kept }
}

/** Versions that were looked into and not installed within a day. @returns hashes that nothing has any more */
export async function deleteOldCandidates(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    with gone as (
      delete from plugin_packages k where fetched_at < now() - interval '1 day' and not exists (select from plugins where package_id = k.id)
        -- What a trigger was switched on with is what switches it off.
        and not exists (select from app_triggers where package_id = k.id)
      returning id, hash)
    select distinct hash from gone where not exists (
      select from plugin_packages k where k.hash = gone.hash and k.id not in (select id from gone))`.execute(db)
  return rows.map(({ hash }) => hash)
}

/** Bytes under which this version was installed here before. */
export async function findPin(db: Queryable, plugin: string, version: string): Promise<string | null> {
  const { rows } = await sql<{ pin: string }>`
    select pin from plugin_events where plugin = ${plugin} and version = ${version} and pin is not null
    order by at limit 1`.execute(db)
  return rows[0]?.pin ?? null
}

export async function findPinOfTree(db: Queryable, plugin: string, hash: string): Promise<string | null> {
  const { rows } = await sql<{ pin: string }>`
    select pin from plugin_packages where plugin = ${plugin} and hash = ${hash} limit 1`.execute(db)
  return rows[0]?.pin ?? null
}

/** Serialises changes of plugins. */
export async function lockPlugins(tx: Queryable): Promise<void> {
  await sql`lock table plugins in share row exclusive mode`.execute(tx)
}

export async function countPlugins(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from plugins`.execute(db)
  return rows[0]?.count ?? 0
}

export async function insertPlugin(tx: Queryable, id: string, packageId: string): Promise<void> {
  await sql`insert into plugins (id, package_id, state) values (${id}, ${packageId}::uuid, 'enabled')`.execute(tx)
}

export async function changePlugin(
  tx: Queryable,
  id: string,
  { package_id, state, added_hosts }: PluginState_,
): Promise<void> {
  await sql`
    update plugins set package_id = ${package_id}::uuid, state = ${state}, added_hosts = ${JSON.stringify(added_hosts)}::jsonb,
      changed_at = now() where id = ${id}`.execute(tx)
}

export async function deletePlugin(tx: Queryable, id: string): Promise<void> {
  await sql`delete from plugins where id = ${id}`.execute(tx)
}

export interface NewEvent {
  plugin: string
  event: PluginEvent
  version: string
  from_version: string | null
  host: string | null
  pin: string | null
  by: UserId
}

export async function insertEvent(tx: Queryable, one: NewEvent): Promise<void> {
  await sql`
    insert into plugin_events (plugin, event, version, from_version, host, pin, by)
    values (${one.plugin}, ${one.event}, ${one.version}, ${one.from_version}::text, ${one.host}::text, ${one.pin}::text, ${one.by})`.execute(
    tx,
  )
}

export interface EventRow {
  event: PluginEvent
  version: string
  from_version: string | null
  host: string | null
  by_name: string | null
  at: Date
}

/** The newest first, at most 100. */
export async function findEvents(db: Queryable, plugin: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.event, e.version, e.from_version, e.host, u.display_name as by_name, e.at
    from plugin_events e left join users u on u.id = e.by
    where e.plugin = ${plugin} order by e.at desc, e.id desc limit 100`.execute(db)
  return rows
}

/** Workflows whose draft, or what runs of them, names the plugin. */
export async function findUses(db: Queryable, plugin: string): Promise<PackageUse[]> {
  const named = `"${plugin}"`
  const { rows } = await sql<PackageUse>`
    select w.id, w.name, w.owner_id, u.display_name as owner
    from workflows w join users u on u.id = w.owner_id left join workflow_versions v on v.id = production_version(w.id)
    where w.archived_at is null and (strpos(w.document::text, ${named}::text) > 0 or strpos(v.document::text, ${named}::text) > 0)
    order by w.name, w.id limit 1000`.execute(db)
  return rows
}
