/** A server as it is called: its address or its package, and what its owner signs in with from the vault. */

import { NodeError } from '#nodes/node.ts'
import { type CredentialParts, expireAccessToken, widenScope } from '#server/areas/accounts/accounts.ts'
import { findPackage, findVersionById } from '#server/areas/connectors/mcp-packages/mcp-packages.store.ts'
import { openSecrets, personalOf, startOf } from '#server/areas/connectors/mcp-packages/settings.ts'
import type { Trees } from '#server/areas/connectors/packages/trees.ts'
import type { McpTarget, PackageTarget } from '#server/gateways/mcp/connection.ts'
import { unauthorized } from '#server/gateways/mcp/errors.ts'
import { checkHost } from '#server/gateways/vault/hosts.ts'
import { signIn } from '#server/gateways/vault/sign-in.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { ServerRow } from './mcp-servers.store.ts'

interface OpenedTarget {
  target: McpTarget
  /** Empty unless one signed in by OAuth. */
  access_token: string
}

type Row = Pick<
  ServerRow,
  'id' | 'owner_id' | 'name' | 'url' | 'package_id' | 'transport' | 'sign_in' | 'credential_id'
>

export interface TargetParts {
  db: Queryable
  credentials: CredentialParts
  trees: Trees
}

/** The values that its owner gave, by their names. */
async function valuesOf({ vault }: CredentialParts, { owner_id, credential_id }: Row): Promise<Record<string, string>> {
  if (credential_id === null) return {}
  const { fields } = await vault.open(credential_id, { owner: { user_id: owner_id }, author: null, version: null })
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (name.startsWith('field.') ? [[name.slice(6), value]] : [])),
  )
}

/** @throws NodeError `app_not_found`, `mcp_package_disabled`, `credential_unreadable`, `mcp_unauthorized` without the values it asks for, `plugin_*` */
async function packageTarget({ db, credentials, trees }: TargetParts, row: Row, id: string): Promise<PackageTarget> {
  const found = await findPackage(db, id)
  const version = found && (await findVersionById(db, found.version_id))
  if (!found || !version)
    throw new NodeError('app_not_found', 'This MCP server is not here any more.', { field: 'integration' })
  if (found.state === 'disabled')
    throw new NodeError('mcp_package_disabled', `“${row.name}” is switched off. An admin can switch it on again.`)
  const asked = personalOf(found.environment)
  const given = asked.length === 0 ? {} : await valuesOf(credentials, row)
  // What an admin asks for no longer is not given to the server any more.
  const personal = Object.fromEntries(asked.map((name) => [name, given[name] ?? '']))
  if (Object.values(personal).includes(''))
    throw new NodeError('mcp_unauthorized', `“${row.name}” needs values of its owner: ${asked.join(', ')}.`, {
      field: 'connection',
    })
  const ours = openSecrets(credentials.ring, found)
  if (ours === null)
    throw new NodeError(
      'credential_unreadable',
      `The secrets of “${row.name}” can’t be opened. An admin enters them again.`,
    )
  const { start, secrets } = await startOf(trees, version, found, ours, personal)
  return { id: row.id, transport: 'stdio', start, owner: row.owner_id, secrets }
}

/** @throws NodeError `mcp_unauthorized` without a credential, what the vault throws, `credential_host`; of a package as above */
export async function openTarget(parts: TargetParts, row: Row): Promise<OpenedTarget> {
  const { id, owner_id, url, transport, package_id } = row
  if (package_id !== null) return { target: await packageTarget(parts, row, package_id), access_token: '' }
  if (url === null || transport === 'stdio') throw new Error('An MCP server has neither an address nor a package')
  const { vault, allow } = parts.credentials
  const plain = { id, url, transport, headers: {}, secrets: [] }
  if (row.sign_in === 'none') return { target: plain, access_token: '' }
  if (row.credential_id === null) throw unauthorized()
  const who = { owner: { user_id: owner_id }, author: null, version: null }
  const secret = await vault.open(row.credential_id, who)
  const request = { method: 'POST' as const, url, headers: {}, body: null, timeout_ms: 1 }
  const signed = await signIn(request, secret, new Date())
  checkHost(new URL(url), signed.hosts, secret.name, new Set(allow))
  const target = { ...plain, headers: signed.request.headers, secrets: signed.secrets }
  return { target, access_token: secret.fields.access_token ?? '' }
}

/** Has the next sign-in ask for what the server misses as well. */
export async function widenTarget(db: Database, { vault }: CredentialParts, row: Row, scope: string): Promise<void> {
  const { owner_id, credential_id, sign_in } = row
  if (sign_in === 'oauth' && credential_id !== null) await widenScope(db, vault, { id: credential_id, owner_id }, scope)
}

/** Has the next call renew a token that the server took no longer. @returns whether there is one to renew */
export async function expireTarget(
  db: Database,
  { vault }: CredentialParts,
  { owner_id, credential_id }: Row,
  access_token: string,
): Promise<boolean> {
  if (access_token === '' || credential_id === null) return false
  await expireAccessToken(db, vault, { id: credential_id, owner_id }, access_token)
  return true
}
