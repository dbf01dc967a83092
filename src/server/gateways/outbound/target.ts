/** From a URL as written to the address that is called: parsed once, resolved once, refused unless public or allowed. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { NodeError } from '#nodes/node.ts'
import { isPublicAddress } from './addresses.ts'

export interface Resolved {
  address: string
  family: number
}
/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<Resolved[]>

export interface Target {
  url: URL
  /** Host without brackets. */
  host: string
  port: number
  /** The connection goes to these and nowhere else. */
  pinned: Resolved[]
  /** Named by the operator: may be private. */
  allowed: boolean
}

const MAX_URL = 8_192

const refuse = (why: string): NodeError => new NodeError('url_refused', why, { field: 'url' })

/** @throws NodeError `url_refused` */
export const parseUrl = (text: string, base?: URL): URL => {
  if (text.length > MAX_URL) throw refuse('This URL is too long')
  // The URL parser drops tabs and line breaks silently: what a person reads would not be what is called.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(text)) throw refuse('This URL holds characters that are not allowed')
  let url: URL
  try {
    url = base === undefined ? new URL(text) : new URL(text, base)
  } catch {
    throw refuse('This is not a complete URL')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('Only http and https URLs can be called')
  if (url.username !== '' || url.password !== '') throw refuse('A URL with a user name or password cannot be called')
  if (url.hostname === '') throw refuse('This URL has no host')
  return url
}

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true })

/** @throws NodeError `url_refused`, `http_failed` (unknown name) */
export const resolveTarget = async (url: URL, allow: ReadonlySet<string>, resolve: Resolve): Promise<Target> => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const allowed = allow.has(`${url.hostname}:${port}`)
  const family = isIP(host)
  const pinned = family > 0 ? [{ address: host, family }] : await addressesOf(host, resolve)
  // One private address among several is refused as a whole: a later connection could pick it.
  if (!allowed && !pinned.every(({ address }) => isPublicAddress(address)))
    throw refuse('This address is not on the public internet')
  return { url, host, port, pinned, allowed }
}

const addressesOf = async (host: string, resolve: Resolve): Promise<Resolved[]> => {
  try {
    const addresses = await resolve(host)
    if (addresses.length > 0) return addresses
  } catch (cause) {
    throw new NodeError('http_failed', `The host ${host.slice(0, 200)} cannot be found`, { retryable: true, cause })
  }
  throw new NodeError('http_failed', `The host ${host.slice(0, 200)} has no address`, { retryable: true })
}
