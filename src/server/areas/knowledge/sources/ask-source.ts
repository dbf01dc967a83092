/** Asks the service of a source with the connection of its owner, and says what a refusal means. */
import { setTimeout as pause } from 'node:timers/promises'
import type { UserId } from '#contract/core/primitives.ts'
import { SOURCE_APPS, type SourceKindName } from '#contract/knowledge/knowledge-values.ts'
import { headerOf } from '#nodes/lib/integrations/request.ts'
import { NodeError } from '#nodes/node.ts'
import type { HttpPort, HttpResponse, RunAs } from '#nodes/ports.ts'
import type { RefusedAccounts } from '#server/areas/accounts/accounts.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { type Ask, type AskSource, isObject, SourceTrouble, textIn } from './kinds/source-kind.ts'
import { KINDS } from './kinds/source-kinds.ts'

export interface AskParts {
  /** Signs in with credentials; private addresses are refused. */
  http: HttpPort
  accounts: RefusedAccounts
}

interface Connection {
  kind: SourceKindName
  credential: string
  owner: UserId
}

/** Of one answer. */
const TIMEOUT_MS = 60_000
/** When a service that is too busy does not say how long. */
const USUAL_PAUSE_MS = 30 * SECOND_MS

/** A pause this short is waited for in place, a few times: a page of Notion takes many requests, and only three a second are allowed. */
const SHORT_PAUSE_MS = 5 * SECOND_MS
const MOST_SHORT_PAUSES = 4

/** Errors of the vault and of the guard that the owner of the connection has to look at. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'credential_not_found',
  'credential_reconnect',
  'credential_unreadable',
  'credential_type',
  'credential_host',
  'url_refused',
  'bad_url',
  'oauth_refused',
])

function troubleOf(error: NodeError): SourceTrouble {
  if (error.code === 'response_too_large')
    return new SourceTrouble('item', 'file_too_large', 'The file is larger than 25 MB.')
  if (error.code === 'credential_not_found')
    return new SourceTrouble('connection', error.code, 'The connection was removed. Choose another one to continue.')
  if (error.code === 'credential_reconnect')
    return new SourceTrouble('connection', error.code, 'The account has to be connected again. Then continue here.')
  if (OF_CONNECTION.has(error.code))
    return new SourceTrouble('connection', error.code, `${error.message.replace(/\.$/, '')}.`)
  return new SourceTrouble('again', error.code, 'The service didn’t answer. Try again later.')
}

/** Seconds or a date (RFC 9110 §10.2.3), from a second to an hour. */
function pauseOf(response: HttpResponse): number {
  const header = headerOf(response, 'retry-after').trim()
  const asked = /^\d{1,6}$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - Date.now()
  return Number.isFinite(asked) ? Math.min(Math.max(asked, SECOND_MS), HOUR_MS) : USUAL_PAUSE_MS
}

/** What the service calls its refusal: in JSON, or in the XML of S3. */
function codesOf({ body, bytes }: HttpResponse): string {
  const text = body === '' ? Buffer.from(bytes?.subarray(0, 4000) ?? []).toString() : body.slice(0, 4000)
  const [, ofXml = ''] = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text) ?? []
  try {
    const parsed: unknown = JSON.parse(text)
    const error = isObject(parsed) && isObject(parsed.error) ? parsed.error : parsed
    if (!isObject(error)) return ofXml
    const reasons = Array.isArray(error.errors) ? error.errors.filter(isObject).map((one) => textIn(one.reason)) : []
    return [textIn(error.code), textIn(error.status), ...reasons].join(' ')
  } catch {
    return ofXml
  }
}

/** Services that say 403 when they are asked too often. */
const TOO_OFTEN = /rateLimitExceeded|userRateLimitExceeded|SlowDown|activityLimitReached/i
const BAD_KEYS = /InvalidAccessKeyId|SignatureDoesNotMatch|AuthorizationHeaderMalformed/

/** Null where the service did as it was asked. */
function refusalOf(title: string, response: HttpResponse): SourceTrouble | null {
  const { status } = response
  if (status >= 200 && status < 300) return null
  const busy = () =>
    new SourceTrouble('later', 'too_busy', `${title} is too busy and asks to come back later.`, pauseOf(response))
  if (status === 429 || (status === 503 && headerOf(response, 'retry-after') !== '')) return busy()
  const codes = codesOf(response)
  if (TOO_OFTEN.test(codes)) return busy()
  if (status === 404 || status === 410)
    return new SourceTrouble('missing', 'not_there', `${title} doesn’t have it any more.`)
  if (/exportSizeLimitExceeded/.test(codes))
    return new SourceTrouble('item', 'file_too_large', `${title} can’t export documents as large as this one.`)
  if (BAD_KEYS.test(codes))
    return new SourceTrouble(
      'connection',
      'keys_refused',
      `${title} refused the keys. Check the connection, then continue here.`,
    )
  if (status === 401)
    return new SourceTrouble(
      'connection',
      'sign_in_refused',
      `${title} refused the sign-in. Check the connection, then continue here.`,
    )
  if (status === 403) return new SourceTrouble('item', 'no_access', `The account may not read this in ${title}.`)
  if (status >= 500)
    return new SourceTrouble('again', 'service_failed', `${title} answered with the status ${status}. Try again later.`)
  return new SourceTrouble('item', 'refused', `${title} refused it with the status ${status}.`)
}

/** @throws SourceTrouble, or what `signal` was aborted with */
export function createAsk(
  { http, accounts }: AskParts,
  { kind, credential, owner }: Connection,
  signal: AbortSignal,
): AskSource {
  const who: RunAs = { owner: { user_id: owner }, author: null, version: null }
  const app = SOURCE_APPS[kind]
  const send = ({ url, method = 'GET', headers = {}, body = null, binary = false }: Ask) =>
    http(
      { method, url, headers, body, binary, timeout_ms: TIMEOUT_MS, credential, ...(app !== null && { app }) },
      signal,
      who,
    )
  const once = async (ask: Ask) => {
    try {
      let response = await send(ask)
      // A token may end before its time.
      if (response.status === 401 && (await accounts.renew(credential, who))) {
        response = await send(ask)
        if (response.status === 401) await accounts.end(credential, who)
      }
      const refusal = refusalOf(KINDS[kind].title, response)
      return { response, refusal }
    } catch (error) {
      throw error instanceof NodeError ? troubleOf(error) : error
    }
  }
  return async (ask) => {
    for (let pauses = 0; ; pauses++) {
      const { response, refusal } = await once(ask)
      if (!refusal) return response
      const isShort = refusal.type === 'later' && refusal.wait_ms <= SHORT_PAUSE_MS
      if (!isShort || pauses >= MOST_SHORT_PAUSES) throw refusal
      await pause(refusal.wait_ms, undefined, { signal })
    }
  }
}
