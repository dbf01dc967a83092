/** The SQL of MCP servers and their tools. */
import { sql } from 'kysely'
import type { McpPackageId } from '#contract/connectors/mcp-packages.ts'
import type { McpSignIn } from '#contract/connectors/mcp-server-values.ts'
import type { McpServerId } from '#contract/connectors/mcp-servers.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { KeptVariable } from '#server/areas/connectors/mcp-packages/mcp-packages.store.ts'
import type { McpTransport } from '#server/gateways/mcp/connection.ts'
import type { ServerDescription } from '#server/gateways/mcp/mcp.ts'
import type { ToolDefinition } from '#server/gateways/mcp/tools.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ServerRow {
  id: McpServerId
  owner_id: UserId
  name: string
  /** Null of one from a package. */
  url: string | null
  package_id: McpPackageId | null
  /** The five below are the package's; null of one at an address. */
  package: string | null
  package_version: string | null
  package_state: 'enabled' | 'disabled' | null
  package_hosts: string[] | null
  package_environment: KeptVariable[] | null
  transport: McpTransport
  sign_in: McpSignIn
  credential_id: string | null
  /** Of the credential; null without one. */
  credential_status: 'ready' | 'connecting' | 'reconnect' | null
  /** What its owner entered that is not secret. */
  shown: Record<string, string> | null
  title: string
  version: string
  protocol: string
  instructions: string
  resources: number
  prompts: number
  left_out: number
  trust_read_only: boolean
  checked_at: Date | null
  last_error: string | null
  calls: number
  failures: number
  last_call_at: Date | null
  created_at: Date
  tools_on: number
  tools_waiting: number
}

/** Newest first; one when `id` is given. */
export async function findServers(db: Queryable, owner: UserId, id: McpServerId | null = null): Promise<ServerRow[]> {
  const { rows } = await sql<ServerRow>`
    select s.id, s.owner_id, s.name, s.url, s.package_id, p.package, v.version as package_version, p.state as package_state,
      p.hosts as package_hosts, p.environment as package_environment, s.transport, s.sign_in, s.credential_id, c.status as credential_status, c.shown,
      s.title, s.version, s.protocol, s.instructions, s.resources, s.prompts, s.left_out, s.trust_read_only, s.checked_at,
      s.last_error, s.calls::int, s.failures::int, s.last_call_at, s.created_at,
      (select count(*)::int from mcp_tools t where t.server_id = s.id and not t.gone and t.enabled and t.hash = t.agreed_hash) as tools_on,
      (select count(*)::int from mcp_tools t where t.server_id = s.id and not t.gone and t.hash is distinct from t.agreed_hash) as tools_waiting
    from mcp_servers s left join credentials c on c.id = s.credential_id
      left join mcp_packages p on p.id = s.package_id left join mcp_package_versions v on v.id = p.version_id
    where s.owner_id = ${owner} and (${id}::uuid is null or s.id = ${id}) order by s.created_at desc, s.id desc`.execute(
    db,
  )
  return rows
}

export interface NewServerRow {
  id: McpServerId
  owner_id: UserId
  name: string
  url: string | null
  package_id: McpPackageId | null
  sign_in: McpSignIn
  credential_id: string | null
}

/** Makes it unless the owner, who must be locked, has `limit` already. @returns whether it was made */
export async function insertServer(tx: Queryable, row: NewServerRow, limit: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into mcp_servers (id, owner_id, name, url, package_id, transport, sign_in, credential_id)
    select ${row.id}::uuid, ${row.owner_id}::uuid, ${row.name}, ${row.url}::text, ${row.package_id}::uuid,
      ${row.package_id === null ? 'http' : 'stdio'}, ${row.sign_in}, ${row.credential_id}::uuid
    where (select count(*) from mcp_servers where owner_id = ${row.owner_id}) < ${limit}`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether this person has switched the package on. */
export async function hasServerOf(db: Queryable, owner: UserId, packageId: McpPackageId): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from mcp_servers where owner_id = ${owner} and package_id = ${packageId}::uuid`.execute(db)
  return rows.length > 0
}

export async function countServers(db: Queryable, owner: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mcp_servers where owner_id = ${owner}`.execute(db)
  return rows[0]?.count ?? 0
}

/** @returns false for a foreign one */
export async function updateServer(
  db: Queryable,
  owner: UserId,
  id: McpServerId,
  change: { name: string | null; trust_read_only: boolean | null; credential_id: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mcp_servers set name = coalesce(${change.name}::text, name),
      trust_read_only = coalesce(${change.trust_read_only}::boolean, trust_read_only),
      credential_id = coalesce(${change.credential_id}::uuid, credential_id)
    where id = ${id} and owner_id = ${owner}`.execute(db)
  return numAffectedRows === 1n
}

/** With the credential that was made for it. @returns false for a foreign one */
export async function deleteServer(tx: Queryable, owner: UserId, id: McpServerId): Promise<boolean> {
  const { rows } = await sql<{ credential_id: string | null }>`
    delete from mcp_servers where id = ${id} and owner_id = ${owner} returning credential_id`.execute(tx)
  const [gone] = rows
  if (gone?.credential_id)
    await sql`delete from credentials where id = ${gone.credential_id} and owner_id = ${owner}`.execute(tx)
  return gone !== undefined
}

/** A credential of a server that was not made after all. */
export async function deleteUnused(db: Queryable, owner: UserId, credentialId: string): Promise<void> {
  await sql`delete from credentials where id = ${credentialId}::uuid and owner_id = ${owner}`.execute(db)
}

export async function noteFailure(db: Queryable, id: McpServerId, error: string): Promise<void> {
  await sql`update mcp_servers set last_error = ${error} where id = ${id}`.execute(db)
}

/** The server says that its tools changed: they are read again before the next call. */
export async function noteListChanged(db: Queryable, id: McpServerId): Promise<void> {
  await sql`update mcp_servers set checked_at = null where id = ${id}`.execute(db)
}

export async function noteCall(
  db: Queryable,
  { server, tool, error }: { server: McpServerId; tool: string; error: string | null },
): Promise<void> {
  const failed = error === null ? 0 : 1
  await sql`
    with called as (
      update mcp_tools set calls = calls + 1, failures = failures + ${failed}, last_call_at = now()
      where server_id = ${server} and id = ${tool}
    )
    update mcp_servers set calls = calls + 1, failures = failures + ${failed}, last_call_at = now(), last_error = ${error}::text
    where id = ${server}`.execute(db)
}

export interface ToolRow {
  id: string
  name: string
  definition: ToolDefinition
  /** Hexadecimal. */
  hash: string
  agreed: ToolDefinition | null
  agreed_hash: string | null
  enabled: boolean
  gone: boolean
  calls: number
  failures: number
  last_call_at: Date | null
}

/** In the order of the server; those that are gone come last. */
export async function findTools(db: Queryable, server: McpServerId, id: string | null = null): Promise<ToolRow[]> {
  const { rows } = await sql<ToolRow>`
    select id, name, definition, encode(hash, 'hex') as hash, agreed, encode(agreed_hash, 'hex') as agreed_hash, enabled, gone,
      calls::int, failures::int, last_call_at
    from mcp_tools where server_id = ${server} and (${id}::text is null or id = ${id}) order by gone, place, id`.execute(
    db,
  )
  return rows
}

/** Locks the server until the transaction ends. @returns false when it is gone */
export async function lockServer(tx: Queryable, id: McpServerId): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select id from mcp_servers where id = ${id} for update`.execute(tx)
  return rows.length === 1
}

export async function storeDescription(tx: Queryable, id: McpServerId, found: ServerDescription): Promise<void> {
  await sql`
    update mcp_servers set transport = ${found.transport}, title = ${found.title}, version = ${found.version},
      protocol = ${found.protocol}, instructions = ${found.instructions}, resources = ${found.resources},
      prompts = ${found.prompts}, left_out = ${found.left_out}, checked_at = now(), last_error = null
    where id = ${id}`.execute(tx)
}

export interface SeenTool {
  id: string
  name: string
  definition: ToolDefinition
  /** Hexadecimal. */
  hash: string
}

/**
 * Keeps what a server offers now. A tool that was agreed to keeps what was agreed to; one that is offered no longer stays, marked.
 * @param agree whether tools that are new are agreed to: those of the first time
 */
export async function storeTools(
  tx: Queryable,
  server: McpServerId,
  tools: readonly SeenTool[],
  agree: boolean,
): Promise<void> {
  const listed = JSON.stringify(tools.map((tool, place) => ({ ...tool, place })))
  await sql`
    update mcp_tools set gone = true where server_id = ${server}
      and not (name = any(${tools.map(({ name }) => name)}::text[])) and not gone`.execute(tx)
  await sql`
    insert into mcp_tools (server_id, id, name, place, definition, hash, agreed, agreed_hash)
    select ${server}::uuid, t.id, t.name, t.place, t.definition, decode(t.hash, 'hex'),
      case when ${agree}::boolean then t.definition end, case when ${agree}::boolean then decode(t.hash, 'hex') end
    from jsonb_to_recordset(${listed}::jsonb) as t (id text, name text, place int, definition jsonb, hash text)
    on conflict (server_id, name) do update set place = excluded.place, definition = excluded.definition, hash = excluded.hash,
      gone = false`.execute(tx)
}

/** @returns how many were agreed to: not those that were changed again since */
export async function agreeToTools(
  db: Queryable,
  server: McpServerId,
  tools: readonly { id: string; hash: string }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update mcp_tools t set agreed = t.definition, agreed_hash = t.hash
    from jsonb_to_recordset(${JSON.stringify(tools)}::jsonb) as a (id text, hash text)
    where t.server_id = ${server} and t.id = a.id and encode(t.hash, 'hex') = a.hash`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** @returns false when there is no such tool */
export async function switchTool(db: Queryable, server: McpServerId, id: string, enabled: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mcp_tools set enabled = ${enabled} where server_id = ${server} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}
