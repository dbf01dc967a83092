/** The token endpoint (OAuth 2.1 §3.2 and §4.3) and revocation (RFC 7009), for programs without a secret of their own. */
import { ASSISTANT_SCOPES, ASSISTANTS, type AssistantScope } from '#contract/accounts/assistant-values.ts'
import type { AssistantId } from '#contract/accounts/assistants.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/time.ts'
import * as store from './assistants.store.ts'
import { isDocumentAddress } from './client-document.ts'
import { OAuthError } from './oauth-error.ts'
import { readResource } from './resources.ts'
import { createAssistantSecret, fitsChallenge, hashOfSecret } from './secrets.ts'

export interface TokenParts {
  db: Database
  publicUrl: string
  log: WarningLog
}

/** The fields of a form, each once. */
export type Form = ReadonlyMap<string, string>

export interface Tokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

const ACCESS_S = HOUR_MS / SECOND_MS
/** Counted from the last use. */
const REFRESH_S = (90 * DAY_MS) / SECOND_MS

const denied = () =>
  new OAuthError('invalid_grant', 'The code or refresh token is unknown, was used, has expired or was revoked')

function required(form: Form, name: string): string {
  const value = form.get(name)
  if (value === undefined || value === '') throw new OAuthError('invalid_request', `${name} is missing`)
  return value
}

function clientOf(form: Form): string {
  const id = form.get('client_id')
  if (!id) throw new OAuthError('invalid_client', 'client_id is missing')
  return id
}

/** A program that names the server again must name the one the person agreed to. */
function checkResource(form: Form, granted: string, publicUrl: string): void {
  const asked = form.get('resource')
  if (asked !== undefined && readResource(asked, publicUrl) !== granted)
    throw new OAuthError('invalid_target', 'The grant is for another resource')
}

async function issue(tx: Queryable, assistant_id: AssistantId, scopes: readonly AssistantScope[], granted = scopes) {
  const access = createAssistantSecret('access')
  const refresh = createAssistantSecret('refresh')
  await store.insertToken(tx, { hash: access.hash, assistant_id, kind: 'access', scopes, lives_s: ACCESS_S })
  await store.insertToken(tx, {
    hash: refresh.hash,
    assistant_id,
    kind: 'refresh',
    scopes: granted,
    lives_s: REFRESH_S,
  })
  const tokens: Tokens = {
    access_token: access.secret,
    token_type: 'Bearer',
    expires_in: ACCESS_S,
    refresh_token: refresh.secret,
    scope: scopes.join(' '),
  }
  return tokens
}

/** What was done before the refusal is kept: the transaction must not be taken back by throwing. */
type Outcome = Tokens | OAuthError

async function settle(outcome: Promise<Outcome>): Promise<Tokens> {
  const result = await outcome
  if (result instanceof OAuthError) throw result
  return result
}

function refusalOfCode(code: store.CodeRow, form: Form): OAuthError | null {
  if (code.expired || code.client_id !== clientOf(form)) return denied()
  if (code.redirect_uri !== (form.get('redirect_uri') ?? code.redirect_uri))
    return new OAuthError('invalid_grant', 'redirect_uri is not the one of the authorization request')
  if (!fitsChallenge(form.get('code_verifier') ?? '', code.challenge))
    return new OAuthError('invalid_grant', 'code_verifier does not fit the code_challenge')
  return code.may_not_act ? denied() : null
}

/** @throws OAuthError invalid_request, invalid_client, invalid_grant, invalid_target */
export async function exchangeCode({ db, publicUrl, log }: TokenParts, form: Form): Promise<Tokens> {
  clientOf(form)
  const hash = hashOfSecret('code', required(form, 'code'))
  required(form, 'code_verifier')
  if (hash === null) throw denied()
  const work = db.transaction().execute(async (tx): Promise<Outcome> => {
    const owner = await store.findCodeOwner(tx, hash)
    if (owner === null) return denied()
    await lockOwner(tx, owner)
    const code = await store.lockCode(tx, hash)
    if (code === null) return denied()
    if (code.used) {
      // Its second holder may have stolen it (RFC 6749 §4.1.2).
      if (code.assistant_id !== null) await store.endAssistant(tx, code.assistant_id)
      log.warn({ user: code.user_id, client: code.client_id }, 'an authorization code was used twice')
      return denied()
    }
    const refusal = refusalOfCode(code, form)
    if (refusal !== null) {
      await store.markCodeUsed(tx, hash, null)
      return refusal
    }
    checkResource(form, code.resource, publicUrl)
    if (!isDocumentAddress(code.client_id)) await store.deleteEarlier(tx, code)
    const id = await store.insertAssistant(tx, code, ASSISTANTS.per_user)
    if (id === null) return new OAuthError('invalid_grant', 'The account has reached its limit of connected assistants')
    await store.markCodeUsed(tx, hash, id)
    return issue(tx, id, code.scopes)
  })
  return settle(work)
}

/** The scopes of the next access token: fewer when the program asks for fewer, never more (RFC 6749 §6). */
function narrowed(form: Form, granted: readonly AssistantScope[]): AssistantScope[] {
  const asked = form.get('scope')?.split(' ').filter(Boolean)
  if (asked === undefined) return [...granted]
  if (asked.length === 0 || !asked.every((one) => granted.some((scope) => scope === one)))
    throw new OAuthError('invalid_scope', 'The person did not agree to this scope')
  return ASSISTANT_SCOPES.filter((scope) => asked.includes(scope))
}

/** @throws OAuthError invalid_request, invalid_client, invalid_grant, invalid_scope, invalid_target */
export async function exchangeRefreshToken({ db, publicUrl, log }: TokenParts, form: Form): Promise<Tokens> {
  const client = clientOf(form)
  const hash = hashOfSecret('refresh', required(form, 'refresh_token'))
  if (hash === null) throw denied()
  const work = db.transaction().execute(async (tx): Promise<Outcome> => {
    if ((await store.lockAssistantOfToken(tx, hash)) === null) return denied()
    const row = await store.lockRefreshToken(tx, hash)
    if (row === null || row.client_id !== client) return denied()
    if (row.used) {
      // One of two holders is a thief, and which one cannot be known (RFC 9700 §4.14.2).
      await store.endAssistant(tx, row.assistant_id)
      log.warn(
        { user: row.user_id, assistant: row.assistant_id },
        'a refresh token was used twice: its assistant was disconnected',
      )
      return denied()
    }
    if (row.expired || row.may_not_act) return denied()
    checkResource(form, row.resource, publicUrl)
    const scopes = narrowed(form, row.scopes)
    await store.markRefreshUsed(tx, hash, row.assistant_id)
    return issue(tx, row.assistant_id, scopes, row.scopes)
  })
  return settle(work)
}

/** Ends a token of this program; one that is unknown has ended already (RFC 7009 §2.2). @throws OAuthError invalid_request, invalid_client */
export async function revokeToken({ db }: TokenParts, form: Form): Promise<void> {
  const client = clientOf(form)
  const token = required(form, 'token')
  const hash = hashOfSecret('access', token) ?? hashOfSecret('refresh', token)
  if (hash !== null) await db.transaction().execute((tx) => store.revokeToken(tx, hash, client))
}
