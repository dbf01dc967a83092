/** Connecting an account of another service as a credential. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { findSealed, lockSealed, storeTokens } from '#server/areas/accounts/credentials/credentials.store.ts'
import type { OAuthConnector, Tokens } from '#server/gateways/vault/oauth.ts'
import { isConnected, type SealedRow, type Vault } from '#server/gateways/vault/vault.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database } from '#server/platform/database/database.ts'
import { claimPendingConnect, insertPendingConnect } from './oauth-callbacks.store.ts'

export type OAuthCallbackOutcome = 'connected' | 'denied' | 'failed' | 'wrong_state'

export interface OAuthCallbackDeps {
  vault: Vault
  oauth: OAuthConnector
  /** Of the installation: the proof key follows from it and the state, so that it is kept nowhere. */
  secret: string
}

const MINUTES = 10

/** RFC 7636 §4.1: 43 characters nobody can tell who has only seen the state. */
const codeVerifier = (secret: string, state: string): string =>
  createHmac('sha256', secret).update(`connect ${state}`).digest('base64url')

const sessionIdOf = (caller: Caller): string | null => (caller.type === 'user' ? caller.session_id : null)

/** What the outside refused, as an answer of ours. */
const throwAsAppError = (error: unknown): never => {
  if (!(error instanceof NodeError)) throw error
  throw new AppError(error.retryable ? 'unavailable' : 'way_not_offered', { message: error.message, cause: error })
}

/**
 * Begins to connect: an address where the owner agrees, good for ten minutes and one answer in this session.
 * @throws not_found (also for a foreign one), not_testable for a kind that is not connected, way_not_offered, unavailable
 */
export async function startOAuthConnect(
  db: Database,
  { vault, oauth, secret }: OAuthCallbackDeps,
  grant: Grant<'user.own', UserId>,
  id: CredentialId,
): Promise<{ url: string }> {
  const row = await findSealed(db, id)
  if (!row || row.owner_id !== grant.on) throw new AppError('not_found')
  const opened = await Promise.resolve()
    .then(() => vault.read(row))
    .catch(throwAsAppError)
  if (!isConnected(opened))
    throw new AppError('not_testable', { message: 'This type of credential is entered, not connected.' })
  const state = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(codeVerifier(secret, state)).digest('base64url')
  const url = await Promise.resolve()
    .then(() => oauth.authorizeUrl(opened, state, challenge))
    .catch(throwAsAppError)
  const session_id = sessionIdOf(grant.by)
  await insertPendingConnect(db, {
    state,
    service: opened.type,
    user_id: grant.on,
    session_id,
    credential_id: id,
    minutes: MINUTES,
  })
  return { url }
}

/** Seals what a connected account was given, unless its credential went meanwhile. */
async function storeConnectedTokens(
  db: Database,
  vault: Vault,
  { id, owner_id, type }: Pick<SealedRow, 'id' | 'owner_id' | 'type'>,
  tokens: Tokens,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await lockSealed(tx, id, owner_id)
    if (!row) return false
    const fields = { ...vault.read(row).fields, ...tokens }
    await storeTokens(tx, id, vault.seal(fields, { id, owner_id, type }))
    return true
  })
}

/**
 * The answer on the callback page. The state must be one that this user requested in this session and that is unused:
 * an answer started by another person would connect their account to this one (RFC 6749 §10.12). A refusal connects
 * nothing, regardless of who started it.
 */
export async function finishOAuthConnect(
  db: Database,
  { vault, oauth, secret }: OAuthCallbackDeps,
  caller: Caller,
  answer: { state: string; code?: string | undefined; error?: string | undefined },
): Promise<OAuthCallbackOutcome> {
  const id = caller.type === 'user' ? await claimPendingConnect(db, caller.id, sessionIdOf(caller), answer.state) : null
  if (answer.error !== undefined) return 'denied'
  const row = id === null ? null : await findSealed(db, id)
  if (!row) return 'wrong_state'
  if (!answer.code) return 'failed'
  try {
    const tokens = await oauth.exchange(vault.read(row), answer.code, codeVerifier(secret, answer.state))
    return (await storeConnectedTokens(db, vault, row, tokens)) ? 'connected' : 'wrong_state'
  } catch (error) {
    if (error instanceof NodeError) return 'failed'
    throw error
  }
}
