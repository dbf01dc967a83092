/** Verifies that the caller of a webhook knows its secret. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'

export interface Protection {
  auth: 'none' | 'header' | 'signature'
  header_name: string
  signature_header: string
  signature_format: 'timestamped' | 'body'
  tolerance_seconds: number
}

/** Names in lower case. */
export type Headers = Record<string, unknown>

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
/** In the same time whatever is wrong, and however long it is. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))

const refused = (message: string) => new AppError('hook_refused', { message })

const textOf = (headers: Headers, name: string): string => {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' ? value : ''
}

/** The header that carries a secret or a signature: workflows are not given it. */
export const secretHeader = ({ auth, header_name, signature_header }: Protection): string | null =>
  auth === 'none' ? null : (auth === 'header' ? header_name : signature_header).toLowerCase()

/**
 * @param body as it came, to the byte
 * @returns what must not come a second time, and for how long (s); null where nothing is signed with a time
 * @throws hook_refused
 */
export function checkProtection(
  protection: Protection,
  secret: string,
  { headers, body, now }: { headers: Headers; body: Uint8Array; now: Date },
): { once: string; for_s: number } | null {
  if (protection.auth === 'header') {
    if (!isSame(textOf(headers, protection.header_name), secret)) throw refused('The request’s secret is invalid.')
    return null
  }
  const given = textOf(headers, protection.signature_header)
  return protection.signature_format === 'body'
    ? checkBody(given, secret, body)
    : checkTimestamped(given, secret, body, { now, tolerance: protection.tolerance_seconds })
}

const hmac = (secret: string, ...parts: (string | Uint8Array)[]): string => {
  const sum = createHmac('sha256', secret)
  for (const part of parts) sum.update(part)
  return sum.digest('hex')
}

/**
 * The hex HMAC of `<timestamp><token>`, as Mailgun signs what it sends.
 * @throws hook_refused
 */
export function checkToken(
  secret: string,
  { timestamp, token, signature }: { timestamp: string; token: string; signature: string },
  { now, tolerance }: { now: Date; tolerance: number },
): { once: string; for_s: number } {
  if (!/^\d{1,12}$/.test(timestamp) || token === '' || token.length > 200) throw refused('The request isn’t signed.')
  const expected = hmac(secret, timestamp, token)
  if (!isSame(signature.toLowerCase(), expected)) throw refused('The signature doesn’t match the token.')
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (age > tolerance) throw refused('The signature is too old, or the clocks differ.')
  return { once: expected, for_s: tolerance * 2 }
}

/** `sha256=<hex>` over the body, as GitHub's `X-Hub-Signature-256`. */
function checkBody(given: string, secret: string, body: Uint8Array): null {
  if (!isSame(given.trim().toLowerCase(), `sha256=${hmac(secret, body)}`)) {
    throw refused('The signature doesn’t match the body.')
  }
  return null
}

/** `t=<seconds since 1970>,v1=<hex>` over `<seconds>.<body>`; several `v1` while a secret is changed. */
function checkTimestamped(
  given: string,
  secret: string,
  body: Uint8Array,
  { now, tolerance }: { now: Date; tolerance: number },
): { once: string; for_s: number } {
  const parts = given
    .slice(0, 1000)
    .split(',')
    .map((part) => part.trim().split('='))
  const time = parts.find(([key]) => key === 't')?.[1] ?? ''
  const signatures = parts.filter(([key]) => key === 'v1').map(([, value]) => value?.toLowerCase() ?? '')
  if (!/^\d{1,12}$/.test(time) || signatures.length === 0) throw refused('The request isn’t signed.')
  const expected = hmac(secret, `${time}.`, body)
  // Every one is compared, so that the time says nothing about which.
  const fitting = signatures.slice(0, 5).filter((signature) => isSame(signature, expected)).length
  if (fitting === 0) throw refused('The signature doesn’t match the body.')
  const age = Math.abs(now.getTime() / 1000 - Number(time))
  if (age > tolerance) throw refused('The signature is too old, or the clocks differ.')
  return { once: expected, for_s: tolerance * 2 }
}
