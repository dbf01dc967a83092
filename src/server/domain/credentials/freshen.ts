/** Tokens of connected accounts are renewed shortly before they end: once, however many runs need one at the time. */
import { NodeError } from '#nodes/node.ts'
import type { Database } from '#server/database/database.ts'
import { createTurns } from '#server/domain/turns.ts'
import { seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { OAuthConnector } from '#server/gateways/vault/oauth.ts'
import { credentialNotFound, type Freshen, needsReconnect, type Secret } from '#server/gateways/vault/vault.ts'
import * as store from './credentials.store.ts'

/** So long before its end a token is not used any more. */
const EARLY_MS = 60_000

const isGood = ({ fields }: Secret): boolean => {
  const { access_token = '', expires_at = '' } = fields
  return access_token !== '' && (expires_at === '' || Date.parse(expires_at) - EARLY_MS > Date.now())
}

/** The row's lock makes other processes wait, and find the new token then. */
async function renew(db: Database, ring: KeyRing, oauth: OAuthConnector, { id, name }: Secret): Promise<Secret> {
  const renewed = await db.transaction().execute(async (tx) => {
    const row = await store.lockSealed(tx, id)
    if (!row) throw credentialNotFound()
    const { owner_id, type } = row
    const belongs = { id, owner_id, type }
    const now: Secret = { ...belongs, name, fields: unseal(ring, row, belongs) }
    if (isGood(now)) return now
    const tokens = await oauth.refresh(now)
    if (!tokens) {
      await store.setStatus(tx, id, 'reconnect')
      return null
    }
    const fields = { ...now.fields, ...tokens }
    await store.storeTokens(tx, id, seal(ring, fields, belongs), 'ready')
    return { ...now, fields }
  })
  if (!renewed) throw needsReconnect(name)
  return renewed
}

/**
 * One renewal per credential at a time in this process, and one per owner: a renewal keeps a connection while a service answers, and the
 * credentials of one person at a service that never does would otherwise take all of them.
 */
export function createFreshen(db: Database, ring: KeyRing, oauth: OAuthConnector): Freshen {
  const renewing = new Map<string, Promise<Secret>>()
  const turns = createTurns(1)
  const fresh = (secret: Secret): Promise<Secret> => {
    if (isGood(secret)) return Promise.resolve(secret)
    let pending = renewing.get(secret.id)
    if (!pending) {
      pending = turns(secret.owner_id, () => renew(db, ring, oauth, secret)).finally(() => renewing.delete(secret.id))
      renewing.set(secret.id, pending)
    }
    return pending
  }
  return async (secret) => {
    if (secret.type === 'oauth2_generic') return fresh(secret)
    if (secret.type !== 'gmail') return secret
    if (!oauth.gmail) throw new NodeError('credential_type', 'Gmail is not set up in this installation.')
    const { fields, ...rest } = await fresh(secret)
    return { ...rest, fields: { ...fields, api_url: oauth.gmail.api_url } }
  }
}
