/** Takes secrets out of what a browser reports: stack traces and addresses hold tokens, and a report is read by others. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'

export const HIDDEN = '(hidden)'

const SECRET_NAME = /token|secret|passw|otp$|key$|signature|session|cookie|authorization|credential|card|cvv/i

/** Patterns of secrets at any position, and what to keep of them. */
const SECRETS: readonly [RegExp, string][] = [
  // user:password@ in an address
  [/(:\/\/)[^\s/?#@]+@/g, `$1${HIDDEN}@`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  // a signed token, or a part of one; what follows may be missing, so that a text of such beginnings is read once
  [/\beyJ[\w-]+(?:\.[\w-]+)*/g, HIDDEN],
  // the part of a path that is itself a secret
  [/(\/(?:hooks(?:\/test)?|reset-password|verify-email|invite)\/)[\w.~-]{8,}/g, `$1${HIDDEN}`],
  // keys that carry their kind, such as sk_live_…
  [/\b[a-z]{2,8}_(?:[a-z]{2,8}_)?[A-Za-z0-9]{16,}\b/g, HIDDEN],
  // any other long run of letters and digits: no word, path or id of ours is as long
  [/[A-Za-z0-9_-]{40,}/g, HIDDEN],
  // a payment card
  [/\b\d(?:[ -]?\d){12,18}\b/g, HIDDEN],
]

const SECRET_PARAMETER = /token|secret|passw|otp|code|key|signature|session|auth|state|credential/i
/** A name holds no sign that could begin another one: anybody may send us text, and this way it is read once, not once per sign. */
const PARAMETER = /[?&#;]([^=?&#;\s]+)=/g
const VALUE = /[^&#\s"'<>)]*/y

/** Hides the parameters of addresses, in their query or fragment, whose name says that they are secret. */
function scrubParameters(text: string): string {
  let scrubbed = ''
  let at = 0
  for (const { 0: start, 1: name = '', index } of text.matchAll(PARAMETER)) {
    if (index < at || !SECRET_PARAMETER.test(name)) continue
    VALUE.lastIndex = index + start.length
    const value = VALUE.exec(text)?.[0] ?? ''
    if (value === '') continue
    scrubbed += text.slice(at, index + start.length) + HIDDEN
    at = index + start.length + value.length
  }
  return scrubbed + text.slice(at)
}

export const scrubText = (text: string): string =>
  SECRETS.reduce(
    (rest, [pattern, left]) => rest.replace(pattern, left),
    scrubParameters(text.replaceAll('\0', '').toWellFormed()),
  )

const MOST_DEPTH = 8

function scrub(value: Json, depth: number): Json {
  if (typeof value === 'string') return scrubText(value)
  if (value === null || typeof value !== 'object') return value
  if (depth >= MOST_DEPTH) return HIDDEN
  if (Array.isArray(value)) return value.map((item) => scrub(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      scrubText(key),
      SECRET_NAME.test(key) && item !== null && typeof item !== 'boolean' ? HIDDEN : scrub(item, depth + 1),
    ]),
  )
}

/** Also hides the value of every key that names a secret. */
export const scrubJson = (value: JsonObject): JsonObject => scrub(value, 0) as JsonObject
