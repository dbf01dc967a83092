/** A request as it is shown to the owner of a test address. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'

const LONGEST = 20_000
/** Headers that proxies and browsers add say nothing about the message, or too much about its sender. */
const LEFT_OUT = /^(?:x-forwarded-.*|x-real-ip|forwarded|connection|content-length|host|accept-encoding|sec-.*)$/

/** JSON of at most so many characters; a longer body is cut and says so. */
export function shownRequest(input: JsonObject): string {
  const headers = Object.fromEntries(
    Object.entries((input.headers ?? {}) as JsonObject).filter(([name]) => !LEFT_OUT.test(name)),
  )
  const whole = JSON.stringify({ ...input, headers })
  if (whole.length <= LONGEST) return whole
  const body: Json = `${JSON.stringify(input.body).slice(0, LONGEST / 2)}…`.toWellFormed()
  const cut = JSON.stringify({ query: input.query, headers, body, cut: true })
  return cut.length <= LONGEST ? cut : JSON.stringify({ query: {}, headers: {}, body, cut: true })
}
