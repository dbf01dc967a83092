/**
 * Renews tokens of connected accounts shortly before they expire: once, however many runs need one at the time.
 *
 * The service is asked outside of any transaction. A claim on the row, which expires, keeps other processes from asking with the same
 * refresh token, which many services take only once; they look for the new token now and again and hold no connection meanwhile.
 * Changing, reconnecting or deleting the credential ends the claim, and with it what a late answer could write.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { NodeError } from '#nodes/node.ts'
import { seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { OAuthConnector } from '#server/gateways/vault/oauth.ts'
import {
  credentialNotFound,
  type Freshen,
  isConnected,
  needsReconnect,
  type SealedRow,
  type Secret,
} from '#server/gateways/vault/vault.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import * as store from './credentials.store.ts'

/** So long before its end a token is not used any more. */
const EARLY_MS = 60_000
/** Longer than asking can take: the connector gives up on each of two requests after 15 s. */
const LEASE_S = 60
/** So long a database that is away is tried before an answer is given up. */
const WRITE_MS = 30_000

/** How long others wait for a renewal, and how often they look for its end. */
const WAITING = { most_ms: 35_000, every_ms: 250 }

const isGood = ({ fields }: Secret): boolean => {
  const { access_token = '', expires_at = '' } = fields
  return access_token !== '' && (expires_at === '' || Date.parse(expires_at) - EARLY_MS > Date.now())
}

const stillRenewing = (name: string): NodeError =>
  new NodeError(
    'credential_renewing',
    `The service behind “${name}” hasn’t returned a new access token yet. Try again in a minute.`,
    { field: 'credential', retryable: true },
  )

interface Deps {
  db: Database
  ring: KeyRing
  oauth: Pick<OAuthConnector, 'refresh'>
  waiting: typeof WAITING
}

const opened = (ring: KeyRing, row: SealedRow): Secret => {
  const { id, owner_id, type, name } = row
  return { id, owner_id, type, name, fields: unseal(ring, row, { id, owner_id, type }) }
}

/** Writes an answer. The service may refuse the earlier refresh token from now on, so a database that is away is waited for. */
async function write(answer: () => Promise<boolean>, every_ms: number): Promise<boolean> {
  for (const until = Date.now() + WRITE_MS; ; await delay(every_ms))
    try {
      return await answer()
    } catch (error) {
      if (!isOutage(error) || Date.now() >= until) throw error
    }
}

/** @returns null when the claim was lost before the answer could be written */
async function ask({ db, ring, oauth, waiting }: Deps, row: store.ClaimedRow): Promise<Secret | null> {
  const old = opened(ring, row)
  // Renewed between the look at the row and the claim.
  if (isGood(old)) return (await store.endRenewal(db, row, 'ready')) ? old : null
  const tokens = await oauth.refresh(old).catch(async (error: unknown) => {
    // The service is away: the next caller may ask it at once. Where this cannot be written the claim expires.
    await store.endRenewal(db, row, 'ready').catch(() => false)
    throw error
  })
  if (!tokens) {
    if (await write(() => store.endRenewal(db, row, 'reconnect'), waiting.every_ms)) throw needsReconnect(row)
    return null
  }
  const renewed = { ...old, fields: { ...old.fields, ...tokens } }
  const box = seal(ring, renewed.fields, old)
  return (await write(() => store.storeRenewed(db, row, box), waiting.every_ms)) ? renewed : null
}

async function renew(deps: Deps, { id, name }: Secret): Promise<Secret> {
  const { db, ring, waiting } = deps
  for (const until = Date.now() + waiting.most_ms; ; await delay(waiting.every_ms)) {
    const row = await store.findSealed(db, id)
    if (!row) throw credentialNotFound()
    if (row.status !== 'ready') throw needsReconnect(row)
    const now = opened(ring, row)
    if (isGood(now)) return now
    const claimed = await store.claimRenewal(db, id, LEASE_S)
    const renewed = claimed && (await ask(deps, claimed))
    if (renewed) return renewed
    if (Date.now() >= until) throw stillRenewing(name)
  }
}

/** One renewal per credential at a time: within this process by the promise that all share, across processes by the claim. */
export function createFreshen(
  db: Database,
  ring: KeyRing,
  oauth: Pick<OAuthConnector, 'refresh' | 'gmail'>,
  waiting = WAITING,
): Freshen {
  const renewing = new Map<string, Promise<Secret>>()
  const fresh = (secret: Secret): Promise<Secret> => {
    if (isGood(secret)) return Promise.resolve(secret)
    let pending = renewing.get(secret.id)
    if (!pending) {
      pending = renew({ db, ring, oauth, waiting }, secret).finally(() => renewing.delete(secret.id))
      renewing.set(secret.id, pending)
    }
    return pending
  }
  return async (secret) => {
    if (!isConnected(secret)) return secret
    if (secret.type !== 'gmail') return fresh(secret)
    if (!oauth.gmail) throw new NodeError('credential_type', 'Gmail isn’t set up on this installation.')
    const { fields, ...rest } = await fresh(secret)
    return { ...rest, fields: { ...fields, api_url: oauth.gmail.api_url } }
  }
}
