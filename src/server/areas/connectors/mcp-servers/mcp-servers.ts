/** The verbs of MCP servers: connected, read again, agreed to, switched, deleted. */

import type { Credential } from '#contract/accounts/credentials.ts'
import { MCP_SERVERS, type McpState } from '#contract/connectors/mcp-server-values.ts'
import {
  type McpServer,
  type McpServerChange,
  McpServerId,
  type McpServerSummary,
  type NewMcpServer,
} from '#contract/connectors/mcp-servers.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { keepCredential, replaceCredential } from '#server/areas/accounts/accounts.ts'
import { findUsesOfApp } from '#server/areas/connectors/catalogue/uses.store.ts'
import { personalOf } from '#server/areas/connectors/mcp-packages/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { usedBy } from '#server/platform/used-by.ts'
import { connectorIdOf } from './mcp-connectors.ts'
import * as store from './mcp-servers.store.ts'
import {
  checkServerHeaders,
  type McpParts,
  type Own,
  prepareOAuth,
  type SealedAccount,
  unreachable,
  valuesAccount,
} from './mcp-sign-in.ts'
import { presentTools, readServer } from './mcp-tools.ts'

/** The variables of a package that its owner gives values for. */
export const valuesAsked = ({ package_environment }: Pick<store.ServerRow, 'package_environment'>): string[] =>
  personalOf(package_environment ?? [])

/** Whether every value is there: an admin may ask for more since. */
function hasValues(row: store.ServerRow): boolean {
  const given = row.credential_status === null ? [] : (row.shown?.values?.split(', ') ?? [])
  return valuesAsked(row).every((name) => given.includes(name))
}

function stateOf(row: store.ServerRow): McpState {
  const { sign_in, credential_status, last_error, package_id, package_state } = row
  if (package_state === 'disabled') return 'disabled'
  if (package_id !== null && !hasValues(row)) return 'sign_in'
  if (sign_in !== 'none' && credential_status !== 'ready')
    return credential_status === 'reconnect' ? 'reconnect' : 'sign_in'
  return last_error === null ? 'connected' : 'failed'
}

export function presentSummary(row: store.ServerRow): McpServerSummary {
  return {
    id: row.id,
    integration: connectorIdOf(row.id),
    name: row.name,
    url: row.url,
    package: row.package_id && {
      id: row.package_id,
      name: row.package ?? '',
      version: row.package_version ?? '',
    },
    sign_in: valuesAsked(row).length > 0 ? 'values' : row.sign_in,
    credential_id: row.credential_id,
    state: stateOf(row),
    last_error: row.last_error,
    checked_at: row.checked_at?.toISOString() ?? null,
    last_call_at: row.last_call_at?.toISOString() ?? null,
    calls: row.calls,
    failures: row.failures,
    tools_on: row.tools_on,
    tools_waiting: row.tools_waiting,
    created_at: row.created_at.toISOString(),
  }
}

/** @throws not_found (also for a foreign one) */
export async function findServer(db: Database, owner: UserId, id: McpServerId): Promise<store.ServerRow> {
  const [row] = await store.findServers(db, owner, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws not_found (also for a foreign one) */
export async function getServer({ db }: Pick<McpParts, 'db'>, { on: owner }: Own, id: McpServerId): Promise<McpServer> {
  const row = await findServer(db, owner, id)
  const [tools, used_by] = [await store.findTools(db, id), await findUsesOfApp(db, owner, 'mcp', id)]
  const { title, version, protocol, instructions, resources, prompts, left_out, trust_read_only } = row
  return {
    ...presentSummary(row),
    ...{ title, version, protocol, instructions, resources, prompts, left_out, trust_read_only },
    value_names: valuesAsked(row),
    hosts: row.package_hosts ?? [],
    header_names: row.sign_in === 'headers' ? (row.shown?.headers?.split(', ') ?? []) : [],
    tools: presentTools(tools, trust_read_only),
    used_by,
  }
}

/** Newest first. */
export async function listServers({ db }: Pick<McpParts, 'db'>, { on: owner }: Own): Promise<McpServerSummary[]> {
  return (await store.findServers(db, owner)).map(presentSummary)
}

const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** https, except to this machine or what the operator allows. @throws invalid_input */
function checkUrl(text: string, allow: readonly string[]): string {
  const url = URL.parse(text.trim())
  if (!url || /[\s\\]/.test(text.trim())) throw fieldError('url', 'Enter a complete address')
  if (url.username !== '' || url.password !== '')
    throw fieldError('url', 'Enter the address without a user name or password')
  const isPlain = url.protocol === 'http:'
  const isNear = LOCAL.test(url.hostname) || allow.includes(`${url.hostname}:${url.port || 80}`)
  if (url.protocol !== 'https:' && !(isPlain && isNear))
    throw fieldError('url', 'Use an address that starts with https://')
  url.hash = ''
  return url.href
}

export const limitReaching = (db: Database, owner: UserId): Promise<void> =>
  enforceRateLimit(db, [rateLimitFor('mcp-connect', { key: owner, shared: false }, MCP_SERVERS.connects_an_hour)])

/** Looks at an address before anything is kept. @throws invalid_input, too_many_requests, mcp_unreachable */
export async function checkServer(parts: McpParts, { on: owner }: Own, given: string, signal: AbortSignal) {
  const { db, gateway, authorization, credentials, client_document } = parts
  const url = checkUrl(given, credentials.allow)
  await limitReaching(db, owner)
  const target = { id: '', url, transport: 'http' as const, headers: {}, secrets: [] }
  try {
    const { title, tools } = await gateway.describe(target, signal)
    return { sign_in: 'none' as const, title, tools: tools.length, registers: false }
  } catch (error) {
    const asksForSignIn = error instanceof NodeError && ['mcp_unauthorized', 'mcp_refused'].includes(error.code)
    if (!asksForSignIn) return unreachable(error)
  }
  const server = await authorization.find(url, signal).catch(unreachable)
  if (typeof server === 'string') return { sign_in: 'headers' as const, title: '', tools: 0, registers: false }
  return { sign_in: 'oauth' as const, title: '', tools: 0, registers: authorization.registers(server, client_document) }
}

async function makeCredential(
  parts: McpParts,
  grant: Own,
  id: McpServerId,
  { name, sign_in, headers = {}, ...client }: NewMcpServer & { url: string },
  signal: AbortSignal,
): Promise<Credential | null> {
  if (sign_in === 'none') return null
  const account =
    sign_in === 'headers'
      ? checkServerHeaders(parts, id, client.url, headers)
      : await prepareOAuth(parts, id, client.url, client, signal)
  const { db, credentials } = parts
  const row = { type: 'app_account' as const, connector: connectorIdOf(id), name, ...account }
  return keepCredential(db, credentials, grant, row)
}

export const full = () =>
  new AppError('limit_reached', { message: `You can connect up to ${MCP_SERVERS.per_user} MCP servers.` })

/**
 * Connects a server. One that signs in by OAuth waits for its owner to agree at the service; all others are read at once, and not kept
 * when they can't be.
 * @throws invalid_input, limit_reached, too_many_requests, mcp_unreachable
 */
export async function createServer(
  parts: McpParts,
  grant: Own,
  body: NewMcpServer,
  signal: AbortSignal,
): Promise<McpServer> {
  const { db, credentials } = parts
  const owner = grant.on
  const url = checkUrl(body.url, credentials.allow)
  await limitReaching(db, owner)
  if ((await store.countServers(db, owner)) >= MCP_SERVERS.per_user) throw full()
  const id = McpServerId.parse(uuidv7())
  const credential = await makeCredential(parts, grant, id, { ...body, url }, signal)
  const row = {
    id,
    owner_id: owner,
    name: body.name,
    url,
    package_id: null,
    sign_in: body.sign_in,
    credential_id: credential?.id ?? null,
  }
  const made = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, owner)
    return store.insertServer(tx, row, MCP_SERVERS.per_user)
  })
  if (!made) throw full()
  if (body.sign_in === 'oauth') return getServer(parts, grant, id)
  try {
    await readServer(parts, await findServer(db, owner, id), signal)
  } catch (error) {
    await db.transaction().execute((tx) => store.deleteServer(tx, owner, id))
    return unreachable(error)
  }
  return getServer(parts, grant, id)
}

/** Seals what its owner signs in with, in the place of what was there. @returns the id of the credential */
async function replaceAccount(
  { db, credentials }: McpParts,
  grant: Own,
  { id, name, credential_id }: store.ServerRow,
  account: SealedAccount,
): Promise<string> {
  const kept = { connector: connectorIdOf(id), name, ...account }
  if (credential_id !== null)
    return (await replaceCredential(db, credentials, grant, credential_id as Credential['id'], kept)).id
  return (await keepCredential(db, credentials, grant, { type: 'app_account', ...kept })).id
}

/** @throws not_found (also for a foreign one), invalid_input for headers or values of a server that takes none */
export async function updateServer(
  parts: McpParts,
  grant: Own,
  id: McpServerId,
  { name, headers, values, trust_read_only }: McpServerChange,
): Promise<McpServer> {
  const { db } = parts
  const row = await findServer(db, grant.on, id)
  let credential_id: string | null = null
  if (headers) {
    if (row.sign_in !== 'headers' || row.url === null)
      throw fieldError('headers', 'This server does not sign in with headers')
    credential_id = await replaceAccount(parts, grant, row, checkServerHeaders(parts, id, row.url, headers))
  }
  if (values) {
    if (row.package_id === null) throw fieldError('values', 'This server takes no values')
    credential_id = await replaceAccount(parts, grant, row, valuesAccount(id, valuesAsked(row), values))
  }
  const change = { name: name ?? null, trust_read_only: trust_read_only ?? null, credential_id }
  if (!(await store.updateServer(db, grant.on, id, change))) throw new AppError('not_found')
  return getServer(parts, grant, id)
}

/** @throws not_found (also for a foreign one), mcp_server_in_use naming the workflows unless `even_if_used` */
export async function deleteServer(
  { db }: Pick<McpParts, 'db'>,
  { on: owner }: Own,
  id: McpServerId,
  even_if_used: boolean,
): Promise<{ id: McpServerId }> {
  await findServer(db, owner, id)
  const uses = even_if_used ? [] : await findUsesOfApp(db, owner, 'mcp', id)
  if (uses.length > 0) throw new AppError('mcp_server_in_use', { message: usedBy(uses) })
  if (!(await db.transaction().execute((tx) => store.deleteServer(tx, owner, id)))) throw new AppError('not_found')
  return { id }
}

/** Reads what it offers again. Why it could not is in the answer. @throws not_found, too_many_requests */
export async function refreshServer(
  parts: McpParts,
  grant: Own,
  id: McpServerId,
  signal: AbortSignal,
): Promise<McpServer> {
  const row = await findServer(parts.db, grant.on, id)
  await limitReaching(parts.db, grant.on)
  await readServer(parts, row, signal).catch((error: unknown) => {
    if (!(error instanceof NodeError)) throw error
  })
  return getServer(parts, grant, id)
}

/** Agrees to tools as they were shown; one that was changed again since stays stopped. @throws not_found */
export async function agreeToTools(
  parts: McpParts,
  grant: Own,
  id: McpServerId,
  tools: readonly { id: string; hash: string }[],
): Promise<McpServer> {
  await findServer(parts.db, grant.on, id)
  await store.agreeToTools(parts.db, id, tools)
  return getServer(parts, grant, id)
}

/** @throws not_found (also for a foreign one) */
export async function switchTool(
  parts: McpParts,
  grant: Own,
  { id, tool }: { id: McpServerId; tool: string },
  enabled: boolean,
): Promise<McpServer> {
  await findServer(parts.db, grant.on, id)
  if (!(await store.switchTool(parts.db, id, tool, enabled))) throw new AppError('not_found')
  return getServer(parts, grant, id)
}
