/**
 * Mail that a provider passes on by HTTP: signed with the operator's secret, and taken once. Which addresses exist is said to nobody:
 * mail to one that does not is answered like any other, and starts nothing.
 */

import { AppError, fieldError } from '#contract/core/errors.ts'
import type { Json } from '#contract/core/primitives.ts'
import { UnreadableMail } from '#server/gateways/mail-reader/mail-reader.ts'
import { enforceRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import { isObject } from '#shared/json.ts'
import { checkProtection, checkToken, type Headers } from './hook-auth.ts'
import { type MailDeps, readForMailboxes } from './mail-in.ts'
import type { ReceivedFile } from './received-files.ts'

export interface MailHookSettings {
  secret: string
  /** What stands behind the @ of the addresses. */
  domain: string
}

export interface MailHookCall {
  body: Json
  headers: Headers
  /** The body to the byte. */
  bytes: Uint8Array
  files: readonly ReceivedFile[]
  now: Date
}

const SIGNATURE_HEADER = 'x-mail-signature'
const TOLERANCE_S = 300
/** A message goes to that many workflows at most. */
const RECIPIENTS = 10
const LONGEST_RECIPIENTS = 4_000

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/**
 * Checks the header `X-Mail-Signature` (`t=…,v1=…` over time and body), before the body is parsed.
 * @returns what must not come a second time; null without the header
 * @throws hook_refused
 */
export function checkBytes(
  { secret }: Pick<MailHookSettings, 'secret'>,
  { headers, bytes, now }: Pick<MailHookCall, 'headers' | 'bytes' | 'now'>,
): string | null {
  if (typeof headers[SIGNATURE_HEADER] !== 'string') return null
  const protection = { auth: 'signature', header_name: '', signature_header: SIGNATURE_HEADER } as const
  const signed = { ...protection, signature_format: 'timestamped', tolerance_seconds: TOLERANCE_S } as const
  return checkProtection(signed, secret, { headers, body: bytes, now })?.once ?? ''
}

/**
 * By the header, or as Mailgun signs: `timestamp`, `token` and `signature` among the fields, or together under `signature`.
 * @returns what must not come a second time
 * @throws hook_refused
 */
function checkSignature(secret: string, call: MailHookCall): string {
  const once = checkBytes({ secret }, call)
  if (once !== null) return once
  const { body, now } = call
  const fields = isObject(body) ? body : {}
  const given = isObject(fields.signature) ? fields.signature : fields
  const [timestamp, token, signature] = [given.timestamp, given.token, given.signature].map(textOf)
  return checkToken(secret, { timestamp, token, signature } as Record<'timestamp' | 'token' | 'signature', string>, {
    now,
    tolerance: TOLERANCE_S,
  }).once
}

/** The message as it was sent (RFC 5322). @throws invalid_input */
function messageOf({ body, files }: MailHookCall): Uint8Array {
  const file = files.find(({ field }) => field === 'body-mime' || field === 'message')
  if (file) return file.bytes
  const fields = isObject(body) ? body : {}
  const encoded = textOf(fields.message_base64)
  if (encoded !== '') return Buffer.from(encoded, 'base64')
  const text = textOf(fields['body-mime']) || textOf(fields.message)
  if (text === '') throw fieldError('message', 'The message is missing: send it complete, as `message` or `body-mime`')
  return new TextEncoder().encode(text)
}

/** The parts before the @ of our addresses. @throws invalid_input */
function namesOf({ body }: MailHookCall, domain: string): string[] {
  const given = textOf(isObject(body) ? body.recipient : undefined)
  if (given === '' || given.length > LONGEST_RECIPIENTS) throw fieldError('recipient', 'The email recipient is missing')
  const names = given.split(',').flatMap((part) => {
    const address = part.trim().toLowerCase()
    const at = address.lastIndexOf('@')
    return at > 0 && address.slice(at + 1) === domain.toLowerCase() ? [address.slice(0, at)] : []
  })
  return [...new Set(names)].slice(0, RECIPIENTS)
}

/** @throws hook_refused, hook_replayed, invalid_input */
export async function receiveMailHook(deps: MailDeps, settings: MailHookSettings, call: MailHookCall): Promise<void> {
  const once = checkSignature(settings.secret, call)
  const [message, names] = [messageOf(call), namesOf(call, settings.domain)]
  // Before the transaction: reading may take seconds, and a connection would wait for it.
  const start = await readForMailboxes(deps, names, message).catch((error: unknown) => {
    throw error instanceof UnreadableMail ? fieldError('message', error.message) : error
  })
  // What fails is not taken: the provider may send it again.
  await deps.db.transaction().execute(async (tx) => {
    await enforceRateLimit(tx, [{ name: 'mail hook', subject: once, max: 1 }]).catch((error) => {
      throw error instanceof AppError && error.code === 'too_many_requests' ? new AppError('hook_replayed') : error
    })
    await start()
  })
}
