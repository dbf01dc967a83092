/** The subject of an address for rate limiting. */
import { isIP, isIPv6 } from 'node:net'

/** What stands for every client whose address nobody names: they are counted together. */
export const UNKNOWN_ADDRESS = '0.0.0.0'

/**
 * An address as a proxy or socket names it, without its port and brackets: some proxies append `203.0.113.9:51234` or
 * `[2001:db8::1]:51234`, and with the port every connection would be another client.
 */
export function addressIn(text: string | undefined): string {
  const [, bracketed, plain] = /^\s*(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d*)?\s*$/.exec(text ?? '') ?? []
  const address = bracketed ?? plain ?? (text ?? '').trim()
  return isIP(address) === 0 ? UNKNOWN_ADDRESS : address
}

/** One household or phone has a whole /64 of IPv6, so that is what one visitor is, or one who guesses. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const address = ip.split('%')[0] ?? ip
  if (!isIPv6(address)) return ip
  // The URL parser writes an IPv6 address in its one canonical form.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
