/**
 * Secrets that requests are signed with: callbacks to others, and what arrives at the webhook of a service. A new one is shown once; the
 * one before it is valid for a day more, so that both sides can change over.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { UserId } from '#contract/core/primitives.ts'
import { type Belongs, seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import * as store from './signing.store.ts'

const SECRETS_AN_HOUR = 10

const belongs = ({ id, owner_id }: Pick<store.SecretRow, 'id' | 'owner_id'>): Belongs => ({
  ...{ id, owner_id, type: 'signing_secret' },
})

/** @returns the secrets that are valid, the one in use first. @throws Unreadable when the key of the installation has changed */
export async function openSigningSecrets(db: Queryable, ring: KeyRing, of: store.SecretOf): Promise<string[]> {
  const rows = await store.findSecrets(db, of)
  return rows.map((row) => unseal(ring, row, belongs(row)).secret ?? '').filter((secret) => secret !== '')
}

/** When the one in use was made; null where there is none. */
export async function secretMadeAt(db: Queryable, of: store.SecretOf): Promise<Date | null> {
  const [current] = await store.findSecrets(db, of)
  return current && current.replaced_at === null ? current.created_at : null
}

/** Within a transaction that has locked whose it is. @returns the new secret, to be shown once */
export async function renewSigningSecret(tx: Queryable, ring: KeyRing, of: store.SecretOf): Promise<string> {
  const id = uuidv7()
  const secret = `whsec_${randomBytes(32).toString('base64url')}`
  await store.replaceSecret(tx, id, of, seal(ring, { secret }, belongs({ id, owner_id: of.owner_id })))
  return secret
}

/** What an owner asks for, under the lock of their account. @throws too_many_requests, and what `make` throws */
export async function askForSecret<T>(db: Database, owner: UserId, make: (tx: Database) => Promise<T>): Promise<T> {
  const limit = rateLimitFor('signing_secret', { key: owner, shared: false }, SECRETS_AN_HOUR)
  await enforceRateLimit(db, [limit], 'You’ve made many secrets')
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, owner)
    return make(tx)
  })
}

/** The header `X-Webhook-Signature`: a time, and an HMAC-SHA256 over `<seconds>.<body>` with each of the secrets. */
export function signatureOf(secrets: readonly string[], body: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000)
  const signed = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`)
  return [`t=${t}`, ...signed].join(',')
}
