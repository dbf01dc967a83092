/** The verbs of API keys. */

import type { ApiKey, ApiKeyId, NewApiKey } from '#contract/accounts/api-keys.ts'
import { API_KEYS, parseOrigin } from '#contract/accounts/key-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { DAY_MS } from '#shared/time.ts'
import * as store from './api-keys.store.ts'
import { createSecret, isSecretOf, readKeyPrefix } from './secret.ts'

type Own = Grant<'user.own', UserId>

const present = ({ prefix, ...row }: store.ApiKeyRow): ApiKey => ({
  ...row,
  prefix: `chowk_${prefix}`,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

/** Newest first, those whose time has passed too. */
export async function listApiKeys(db: Queryable, grant: Own): Promise<{ items: ApiKey[] }> {
  return { items: (await store.findKeys(db, grant.on)).map(present) }
}

/**
 * Makes a key. `secret` is known to the caller alone from here on.
 * @throws limit_reached at 20 keys
 */
export async function createApiKey(
  db: Database,
  grant: Own,
  { name, scopes, allowed_origins, expires_in_days }: NewApiKey,
): Promise<{ api_key: ApiKey; secret: string }> {
  const { secret, prefix, hash } = createSecret()
  const expires_at = expires_in_days ? new Date(Date.now() + expires_in_days * DAY_MS) : null
  const origins = allowed_origins ? [...new Set(allowed_origins.map((one) => parseOrigin(one) ?? one))] : null
  const row = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const made_by = grant.by.type === 'user' && grant.by.workspace ? grant.by.workspace.person_id : null
    const row = { owner_id: grant.on, made_by, name, prefix, hash, scopes, allowed_origins: origins, expires_at }
    return store.insertKey(tx, row, API_KEYS.per_user)
  })
  if (!row)
    throw new AppError('limit_reached', {
      message: `An account can have up to ${API_KEYS.per_user} API keys. Revoke one you no longer use.`,
    })
  return { api_key: present(row), secret }
}

/** @throws not_found, also for a foreign one */
export async function revokeApiKey(db: Database, grant: Own, id: ApiKeyId): Promise<{ id: ApiKeyId }> {
  if (!(await store.deleteKey(db, grant.on, id))) throw new AppError('not_found')
  return { id }
}

/** The key behind a secret with its user as they are now; null when there is none or its time has passed. Notes the use. */
export async function findKeyOwner(db: Database, secret: string): Promise<store.KeyOwnerRow | null> {
  const prefix = readKeyPrefix(secret)
  const row = prefix === null ? null : await store.findByPrefix(db, prefix)
  if (!isSecretOf(secret, row?.hash ?? null) || row === null || row.expired) return null
  if (row.note_use) await store.recordApiKeyUse(db, row.key_id)
  return row
}

/** Whether the key of an open stream is still valid. */
export const isKeyLive = (db: Queryable, id: ApiKeyId): Promise<boolean> => store.isLive(db, id)
