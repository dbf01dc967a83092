/** Headers of a request: checked, and cut when a redirect leaves the host they were meant for. */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { NodeError } from '#nodes/node.ts'

/** They steer the connection itself; a caller who could set them could smuggle a second request. */
const OURS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
])
/** What another host may see after a redirect. */
const HARMLESS = new Set(['accept', 'accept-language', 'content-type', 'user-agent', 'idempotency-key'])

const MAX_HEADERS = 100
const MAX_BYTES = 32_000

export type Headers = [name: string, value: string][]

/** @throws NodeError `header_refused` */
export const checkHeaders = (headers: Record<string, string>): Headers => {
  const checked: Headers = []
  let bytes = 0
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase()
    bytes += name.length + value.length
    if (OURS.has(key)) throw refuse(`The header ${key} cannot be set`)
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch (cause) {
      throw refuse('A header holds characters that are not allowed', cause)
    }
    checked.push([key, value])
  }
  if (checked.length > MAX_HEADERS || bytes > MAX_BYTES) throw refuse('There are too many headers')
  return checked
}

const refuse = (why: string, cause?: unknown) => new NodeError('header_refused', why, { field: 'headers', cause })

export const harmlessOnly = (headers: Headers): Headers => headers.filter(([name]) => HARMLESS.has(name))

/** Repeated headers are joined as HTTP defines; keys in lower case. */
export const readHeaders = (raw: readonly string[]): Record<string, string> => {
  const headers = new Map<string, string>()
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name = '', value = ''] = [raw[i]?.toLowerCase(), raw[i + 1]]
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  headers.delete('__proto__')
  return Object.fromEntries(headers)
}
