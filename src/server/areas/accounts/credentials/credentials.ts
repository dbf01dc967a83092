/** The verbs of credentials: kept, listed without what is secret, tried out, deleted. */

import { CREDENTIAL_TYPES, type CredentialTypeName } from '#contract/accounts/credential-types.ts'
import {
  CREDENTIALS,
  type Credential,
  type CredentialChange,
  CredentialId,
  type NewCredential,
} from '#contract/accounts/credentials.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { OAuthConnector } from '#server/gateways/vault/oauth.ts'
import type { Tester } from '#server/gateways/vault/try-out.ts'
import type { Vault } from '#server/gateways/vault/vault.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { usedBy } from '#server/platform/used-by.ts'
import * as store from './credentials.store.ts'
import { type CheckedFields, checkFields } from './fields.ts'

type Own = Grant<'user.own', UserId>

/** What the verbs need of the outside. */
export interface CredentialParts {
  vault: Vault
  oauth: OAuthConnector
  tryOut: Tester
  /** Ids of the keys that are there. */
  key_ids: readonly string[]
  ring: KeyRing
  /** `host:port` the operator allows although private. */
  allow: readonly string[]
}

const TESTS_AN_HOUR = 60

async function present(
  db: Queryable,
  owner: UserId,
  rows: readonly store.CredentialRow[],
  key_ids: readonly string[],
): Promise<Credential[]> {
  const uses = await store.findUses(
    db,
    owner,
    rows.map(({ id }) => id),
  )
  return rows.map(({ hint, key_id, ...row }) => ({
    id: row.id,
    type: row.type,
    connector: row.connector,
    name: row.name,
    shown: row.shown,
    last_four: hint,
    status: key_ids.includes(key_id) ? row.status : 'unreadable',
    used_by: uses
      .filter(({ credential_id }) => credential_id === row.id)
      .map(({ kind, id, name }) => ({ kind, id, name })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }))
}

/** Newest first. */
export async function listCredentials(
  db: Queryable,
  { key_ids, oauth }: CredentialParts,
  grant: Own,
): Promise<{ items: Credential[]; gmail: boolean; redirect_url: string }> {
  const items = await present(db, grant.on, await store.findCredentials(db, grant.on), key_ids)
  return { items, gmail: oauth.gmail !== null, redirect_url: oauth.redirect_uri }
}

/** The caller's accounts at an app, newest first. */
export const listAccountsAt = async (
  db: Queryable,
  { key_ids }: Pick<CredentialParts, 'key_ids'>,
  owner: UserId,
  connector: string,
): Promise<Credential[]> => present(db, owner, await store.findAccountsAt(db, owner, connector), key_ids)

async function get(db: Queryable, parts: CredentialParts, owner: UserId, id: CredentialId): Promise<Credential> {
  const [credential] = await present(db, owner, await store.findCredentials(db, owner, id), parts.key_ids)
  if (!credential) throw new AppError('not_found')
  return credential
}

/**
 * Keeps a credential. One that is connected is not ready before its owner has agreed at the service.
 * @throws invalid_input with the fields, limit_reached at 100, way_not_offered for Gmail where Google does not know this installation
 */
export async function createCredential(
  db: Database,
  parts: CredentialParts,
  grant: Own,
  { type, name, fields: given }: NewCredential,
): Promise<Credential> {
  if (type === 'gmail' && !parts.oauth.gmail)
    throw new AppError('way_not_offered', { message: 'Gmail isn’t set up on this installation.' })
  const checked = checkFields(type, given, new Set(parts.allow))
  const status = CREDENTIAL_TYPES[type].connect ? ('connecting' as const) : ('ready' as const)
  return keepCredential(db, parts, grant, { type, connector: null, name, status, ...checked })
}

export interface CheckedCredential extends CheckedFields {
  type: CredentialTypeName
  /** Of an app account. */
  connector: string | null
  name: string
  status: 'ready' | 'connecting'
}

/** Keeps what was checked. @throws limit_reached at 100 */
export async function keepCredential(
  db: Database,
  parts: CredentialParts,
  grant: Own,
  { fields, ...row }: CheckedCredential,
): Promise<Credential> {
  const id = CredentialId.parse(uuidv7())
  const belongs = { id, owner_id: grant.on, type: row.type }
  const made = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const sealed = { ...row, ...belongs, ...parts.vault.seal(fields, belongs) }
    return store.insertCredential(tx, sealed, CREDENTIALS.per_user)
  })
  if (!made)
    throw new AppError('limit_reached', { message: `An account can have up to ${CREDENTIALS.per_user} credentials.` })
  return get(db, parts, grant.on, id)
}

/** @throws not_found (also for a foreign one), invalid_input with the fields */
export async function updateCredential(
  db: Database,
  parts: CredentialParts,
  grant: Own,
  id: CredentialId,
  wanted: CredentialChange,
): Promise<Credential> {
  await db.transaction().execute(async (tx) => {
    const row = await store.lockSealed(tx, id, grant.on)
    if (!row) throw new AppError('not_found')
    const name = wanted.name ?? row.name
    if (!wanted.fields) return store.renameCredential(tx, id, name)
    if (row.type === 'app_account') throw elsewhere()
    const { fields, shown, hint } = checkFields(row.type, wanted.fields, new Set(parts.allow))
    const status = CREDENTIAL_TYPES[row.type].connect ? 'connecting' : 'ready'
    const sealed = parts.vault.seal(fields, { id, owner_id: grant.on, type: row.type })
    return store.updateCredential(tx, id, { name, shown, hint, status, ...sealed })
  })
  return get(db, parts, grant.on, id)
}

const elsewhere = () =>
  new AppError('invalid_input', {
    problems: [
      {
        field: 'fields',
        code: 'invalid_input',
        message: 'Change what this account signs in with on the page of its app',
      },
    ],
  })

/**
 * Gives an app account other content. Workflows that name it use that from their next call on.
 * @throws not_found (also for a foreign one, and for an account at another app)
 */
export async function replaceCredential(
  db: Database,
  parts: CredentialParts,
  grant: Own,
  id: CredentialId,
  { fields, connector, ...rest }: Omit<CheckedCredential, 'type'>,
): Promise<Credential> {
  await db.transaction().execute(async (tx) => {
    const row = await store.lockSealed(tx, id, grant.on)
    if (row?.type !== 'app_account' || parts.vault.read(row).fields.connector !== connector)
      throw new AppError('not_found')
    const sealed = parts.vault.seal(fields, { id, owner_id: grant.on, type: row.type })
    return store.updateCredential(tx, id, { ...rest, ...sealed })
  })
  return get(db, parts, grant.on, id)
}

/** @throws not_found (also for a foreign one), credential_in_use naming what uses it unless `even_if_used` */
export async function deleteCredential(
  db: Database,
  grant: Own,
  id: CredentialId,
  even_if_used: boolean,
): Promise<{ id: CredentialId }> {
  const uses = even_if_used ? [] : await store.findUses(db, grant.on, [id])
  if (uses.length > 0) throw new AppError('credential_in_use', { message: usedBy(uses) })
  if (!(await store.deleteCredential(db, grant.on, id))) throw new AppError('not_found')
  return { id }
}

/** Finds out whether it works, by asking the service. @throws not_found (also for a foreign one), not_testable, too_many_requests */
export async function testCredential(
  db: Database,
  { vault, tryOut }: CredentialParts,
  grant: Own,
  id: CredentialId,
): Promise<{ works: boolean; message: string }> {
  const row = await store.findSealed(db, id)
  if (!row || row.owner_id !== grant.on) throw new AppError('not_found')
  if (!CREDENTIAL_TYPES[row.type].testable) throw new AppError('not_testable')
  await enforceRateLimit(db, [rateLimitFor('credential-test', { key: grant.on, shared: false }, TESTS_AN_HOUR)])
  return tryOut(() => vault.open(id, { owner: { user_id: grant.on }, author: null, version: null }))
}
