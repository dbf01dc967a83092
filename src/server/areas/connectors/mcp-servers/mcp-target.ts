/** A server as it is called: its address, and the sign-in of its owner from the vault. */
import { type CredentialParts, expireAccessToken, widenScope } from '#server/areas/accounts/accounts.ts'
import type { McpTarget } from '#server/gateways/mcp/connection.ts'
import { unauthorized } from '#server/gateways/mcp/errors.ts'
import { checkHost } from '#server/gateways/vault/hosts.ts'
import { signIn } from '#server/gateways/vault/sign-in.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ServerRow } from './mcp-servers.store.ts'

interface OpenedTarget {
  target: McpTarget
  /** Empty unless one signed in by OAuth. */
  access_token: string
}

type Row = Pick<ServerRow, 'id' | 'owner_id' | 'url' | 'transport' | 'sign_in' | 'credential_id'>

/** @throws NodeError `mcp_unauthorized` without a credential, what the vault throws, `credential_host` */
export async function openTarget({ vault, allow }: CredentialParts, row: Row): Promise<OpenedTarget> {
  const { id, owner_id, url, transport } = row
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
