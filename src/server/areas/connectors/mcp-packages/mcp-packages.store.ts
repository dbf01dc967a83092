/** The SQL of MCP packages: what was fetched, what is installed, what happened to it. */
import { sql } from 'kysely'
import type { McpPackageEvent, McpValueKind } from '#contract/connectors/mcp-package-values.ts'
import type { McpPackageId, McpPackageTool } from '#contract/connectors/mcp-packages.ts'
import type { McpServerId } from '#contract/connectors/mcp-servers.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { PackageUse } from '#server/areas/connectors/packages/package-uses.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface VersionRow {
  id: string
  package: string
  version: string
  source: 'registry' | 'file'
  integrity: string | null
  hash: string
  pin: string
  bytes: number
  files: number
  description: string
  licence: string | null
  website: string | null
  program: string
  hosts: string[]
  environment: string[]
  warnings: string[]
  title: string | null
  tools: McpPackageTool[] | null
  fetched_at: Date
}

const COLUMNS = sql.raw(
  'id, package, version, source, integrity, hash, pin, bytes::int as bytes, files, description, licence, website, program, hosts, environment, warnings, title, tools, fetched_at',
)

export type NewVersion = Omit<VersionRow, 'id' | 'fetched_at' | 'title' | 'tools'>

/** Fetched once more, it is good for another day. */
export async function keepVersion(db: Queryable, row: NewVersion): Promise<VersionRow> {
  const { rows } = await sql<VersionRow>`
    insert into mcp_package_versions (package, version, source, integrity, hash, pin, bytes, files, description, licence, website, program,
      hosts, environment, warnings)
    values (${row.package}, ${row.version}, ${row.source}, ${row.integrity}, ${row.hash}, ${row.pin}, ${row.bytes}, ${row.files},
      ${row.description}, ${row.licence}, ${row.website}, ${row.program}, ${JSON.stringify(row.hosts)}::jsonb,
      ${JSON.stringify(row.environment)}::jsonb, ${JSON.stringify(row.warnings)}::jsonb)
    on conflict (package, version, hash) do update set fetched_at = now()
    returning ${COLUMNS}`.execute(db)
  const [kept] = rows
  if (!kept) throw new Error('A version of an MCP package was not kept')
  return kept
}

/** Versions that were looked into and not installed within a day. @returns hashes that nothing has any more */
export async function deleteOldVersions(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    delete from mcp_package_versions v where fetched_at < now() - interval '1 day'
      and not exists (select from mcp_packages where version_id = v.id)
    returning hash`.execute(db)
  return rows.map(({ hash }) => hash)
}

/** One that a check showed within a day, or that is installed. */
export async function findVersion(
  db: Queryable,
  seen: { package: string; version: string; hash: string },
): Promise<VersionRow | null> {
  const { rows } = await sql<VersionRow>`
    select ${COLUMNS} from mcp_package_versions v
    where package = ${seen.package} and version = ${seen.version} and hash = ${seen.hash}
      and (fetched_at > now() - interval '1 day' or exists (select from mcp_packages where version_id = v.id))`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function findVersionById(db: Queryable, id: string): Promise<VersionRow | null> {
  const { rows } = await sql<VersionRow>`
    select ${COLUMNS} from mcp_package_versions where id = ${id}::uuid`.execute(db)
  return rows[0] ?? null
}

/** What it offered when it was started for a look. */
export async function noteStart(
  db: Queryable,
  id: string,
  title: string,
  tools: readonly McpPackageTool[],
): Promise<void> {
  await sql`
    update mcp_package_versions set title = ${title}, tools = ${JSON.stringify(tools)}::jsonb where id = ${id}::uuid`.execute(
    db,
  )
}

/** Bytes under which this version was installed here before. */
export async function findPin(db: Queryable, name: string, version: string): Promise<string | null> {
  const { rows } = await sql<{ pin: string }>`
    select pin from mcp_package_events where package = ${name} and version = ${version} and pin is not null
    order by at limit 1`.execute(db)
  return rows[0]?.pin ?? null
}

export async function findPinOfTree(db: Queryable, name: string, hash: string): Promise<string | null> {
  const { rows } = await sql<{ pin: string }>`
    select pin from mcp_package_versions where package = ${name} and hash = ${hash} limit 1`.execute(db)
  return rows[0]?.pin ?? null
}

export interface KeptVariable {
  name: string
  kind: McpValueKind
  /** Of a plain one alone. */
  value: string | null
}

export interface PackageSettingsRow extends Sealed {
  name: string
  arguments: string[]
  environment: KeptVariable[]
  hosts: string[]
}

export interface PackageRow extends PackageSettingsRow {
  id: McpPackageId
  package: string
  version_id: string
  state: 'enabled' | 'disabled'
  installed_at: Date
}

const PACKAGE = sql.raw(
  'id, package, version_id, state, name, arguments, environment, hosts, key_id, wrapped_key, sealed, installed_at',
)

export async function findPackage(db: Queryable, id: string): Promise<PackageRow | null> {
  const { rows } = await sql<PackageRow>`select ${PACKAGE} from mcp_packages where id = ${id}::uuid`.execute(db)
  return rows[0] ?? null
}

/** Keeps it from being removed until the transaction ends. @returns whether it is offered */
export async function holdOffered(tx: Queryable, id: McpPackageId): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from mcp_packages where id = ${id}::uuid and state = 'enabled' for key share`.execute(tx)
  return rows.length === 1
}

/** Waits for those who are connecting it. */
export async function lockPackage(tx: Queryable, id: McpPackageId): Promise<void> {
  await sql`select id from mcp_packages where id = ${id}::uuid for update`.execute(tx)
}

export async function findPackageByName(db: Queryable, name: string): Promise<PackageRow | null> {
  const { rows } = await sql<PackageRow>`select ${PACKAGE} from mcp_packages where package = ${name}`.execute(db)
  return rows[0] ?? null
}

export interface ListedRow {
  id: McpPackageId
  name: string
  package: string
  version: string
  description: string
  state: 'enabled' | 'disabled'
  hosts: string[]
  environment: KeptVariable[]
  tools: number | null
  server_id: McpServerId | null
}

/** By name, with the person's own server of each. */
export async function listPackages(db: Queryable, person: UserId, withDisabled: boolean): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select p.id, p.name, p.package, v.version, v.description, p.state, p.hosts, p.environment, jsonb_array_length(v.tools) as tools,
      s.id as server_id
    from mcp_packages p join mcp_package_versions v on v.id = p.version_id
      left join mcp_servers s on s.package_id = p.id and s.owner_id = ${person}
    where ${withDisabled}::boolean or p.state = 'enabled' order by lower(p.name), p.id`.execute(db)
  return rows
}

/** Serialises changes of packages. */
export async function lockPackages(tx: Queryable): Promise<void> {
  await sql`lock table mcp_packages in share row exclusive mode`.execute(tx)
}

export async function countPackages(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from mcp_packages`.execute(db)
  return rows[0]?.count ?? 0
}

export async function insertPackage(
  tx: Queryable,
  row: PackageSettingsRow & { id: McpPackageId; package: string; version_id: string },
): Promise<void> {
  await sql`
    insert into mcp_packages (id, package, version_id, name, arguments, environment, hosts, key_id, wrapped_key, sealed)
    values (${row.id}::uuid, ${row.package}, ${row.version_id}::uuid, ${row.name}, ${JSON.stringify(row.arguments)}::jsonb,
      ${JSON.stringify(row.environment)}::jsonb, ${JSON.stringify(row.hosts)}::jsonb, ${row.key_id}, ${row.wrapped_key}, ${row.sealed})`.execute(
    tx,
  )
}

export async function changePackage(
  tx: Queryable,
  id: McpPackageId,
  row: PackageSettingsRow & { version_id: string; state: 'enabled' | 'disabled' },
): Promise<void> {
  await sql`
    update mcp_packages set version_id = ${row.version_id}::uuid, state = ${row.state}, name = ${row.name},
      arguments = ${JSON.stringify(row.arguments)}::jsonb, environment = ${JSON.stringify(row.environment)}::jsonb,
      hosts = ${JSON.stringify(row.hosts)}::jsonb, key_id = ${row.key_id}, wrapped_key = ${row.wrapped_key}, sealed = ${row.sealed},
      changed_at = now()
    where id = ${id}::uuid`.execute(tx)
}

/** What people have switched on is read again before its next call: it may offer something else now. */
export async function noteChanged(tx: Queryable, id: McpPackageId): Promise<void> {
  await sql`update mcp_servers set checked_at = null where package_id = ${id}::uuid`.execute(tx)
}

/** With the servers that people switched on, and what they signed in with. */
export async function deletePackage(tx: Queryable, id: McpPackageId): Promise<void> {
  await sql`
    with gone as (delete from mcp_servers where package_id = ${id}::uuid returning credential_id)
    delete from credentials where id in (select credential_id from gone)`.execute(tx)
  await sql`delete from mcp_packages where id = ${id}::uuid`.execute(tx)
}

export interface NewEvent {
  package: string
  event: McpPackageEvent
  version: string
  from_version: string | null
  pin: string | null
  by: UserId
}

export async function insertEvent(tx: Queryable, one: NewEvent): Promise<void> {
  await sql`
    insert into mcp_package_events (package, event, version, from_version, pin, by)
    values (${one.package}, ${one.event}, ${one.version}, ${one.from_version}::text, ${one.pin}::text, ${one.by})`.execute(
    tx,
  )
}

export interface EventRow {
  event: McpPackageEvent
  version: string
  from_version: string | null
  by_name: string | null
  at: Date
}

/** The newest first, at most 100. */
export async function findEvents(db: Queryable, name: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.event, e.version, e.from_version, u.display_name as by_name, e.at
    from mcp_package_events e left join users u on u.id = e.by
    where e.package = ${name} order by e.at desc, e.id desc limit 100`.execute(db)
  return rows
}

export async function countPeople(db: Queryable, id: McpPackageId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mcp_servers where package_id = ${id}::uuid`.execute(db)
  return rows[0]?.count ?? 0
}

/** Workflows whose draft, or what runs of them, names a server that its owner switched on from the package. */
export async function findUses(db: Queryable, id: McpPackageId): Promise<PackageUse[]> {
  const { rows } = await sql<PackageUse>`
    select distinct w.id, w.name, w.owner_id, u.display_name as owner
    from mcp_servers s join workflows w on w.owner_id = s.owner_id join users u on u.id = w.owner_id
      left join workflow_versions v on v.id = production_version(w.id)
    where s.package_id = ${id}::uuid and w.archived_at is null
      and ((w.ids @> array[s.id] and strpos(w.document::text, 'mcp-' || s.id) > 0)
        or (v.ids @> array[s.id] and strpos(v.document::text, 'mcp-' || s.id) > 0))
    order by w.name, w.id limit 1000`.execute(db)
  return rows
}
