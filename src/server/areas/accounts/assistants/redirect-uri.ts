/** Where an assistant may have the browser sent back to: exactly an address it registered, of a kind that cannot run in our pages. */

/** Desktop programs that are reached by a scheme of their own. A scheme with a dot belongs to who owns the domain (RFC 8252 §7.1). */
const APPS = new Set(['cursor', 'vscode', 'vscode-insiders', 'windsurf', 'claude', 'zed', 'warp', 'goose', 'raycast'])
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const MOST_CHARS = 500
/** Of a scheme, or of a host with its port: what people are shown. */
const MOST_SHOWN_CHARS = 259
/** Characters that browsers drop or read differently would make two readers disagree on where an address leads. */
const PLAIN = /^[\u0021-\u007e]+$/

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK.has(hostname)
const isOfApp = ({ protocol }: URL): boolean => {
  const scheme = protocol.slice(0, -1)
  return APPS.has(scheme) || (scheme.includes('.') && !scheme.endsWith('.'))
}

/** @returns null for a text that is no address a browser may be sent back to */
export function readRedirectUri(text: string): URL | null {
  if (text.length > MOST_CHARS || !PLAIN.test(text) || text.includes('\\') || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol.length > MOST_SHOWN_CHARS || url.host.length > MOST_SHOWN_CHARS) return null
  if (text.includes('#') || url.username !== '' || url.password !== '') return null
  if (url.protocol === 'https:' && url.hostname !== '') return url
  return isLoopback(url) || isOfApp(url) ? url : null
}

/** The port of a program on the person's device is chosen when it starts, so any fits (RFC 8252 §7.3). */
const withoutPort = (url: URL): string => {
  const copy = new URL(url)
  copy.port = ''
  return copy.href
}

/** Whether the address is one of those registered, compared as text (RFC 9700 §4.1.3). */
export function isRegistered(asked: string, registered: readonly string[]): boolean {
  if (registered.includes(asked)) return true
  const url = readRedirectUri(asked)
  if (url === null || !isLoopback(url)) return false
  return registered.some((one) => {
    const known = readRedirectUri(one)
    return known !== null && isLoopback(known) && withoutPort(known) === withoutPort(url)
  })
}

export const isOnDevice = (url: URL): boolean => url.protocol !== 'https:'

/** What a person is shown: the host, or the scheme of an app. Never a part that its sender chooses freely. */
export const shownTarget = (url: URL): string => {
  if (url.protocol === 'https:') return url.host
  return isLoopback(url) ? url.hostname : url.protocol
}
