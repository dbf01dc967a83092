/** Where a secret may go: the hosts its owner named. */
import { NodeError } from '#nodes/node.ts'

/** `api.example.com`, with a port, or `*.example.com` for any subdomain. */
const HOST = /^(?:\*\.)?[a-z0-9](?:[a-z0-9._-]{0,250}[a-z0-9])?(?::\d{1,5})?$|^\[[0-9a-f:.]{2,45}\](?::\d{1,5})?$/

/** @returns null when one of them is no host */
export function readHosts(text: string): string[] | null {
  const hosts = text
    .split(/[\s,]+/)
    .map((host) => host.toLowerCase())
    .filter(Boolean)
  return hosts.length > 0 && hosts.length <= 50 && hosts.every((host) => HOST.test(host)) ? hosts : null
}

function fits(url: URL, host: string): boolean {
  const wanted = host.includes(':') && !host.endsWith(']') ? url.host : url.hostname
  if (host.startsWith('*.')) return wanted.endsWith(host.slice(1))
  // A named port is the standard one of the address, too.
  return wanted === host || `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}` === host
}

const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether a secret may be sent there: https, except to this machine or to what the operator allows, and one of the hosts.
 * @throws NodeError `credential_host`
 */
export function checkHost(url: URL, hosts: readonly string[], name: string, allow: ReadonlySet<string>): void {
  if (!hosts.some((host) => fits(url, host)))
    throw new NodeError('credential_host', `“${name}” is not for ${url.host}: its owner named other hosts.`, {
      field: 'url',
    })
  const operatorAllows = allow.has(`${url.hostname}:${url.port || 80}`)
  if (url.protocol !== 'https:' && !LOCAL.test(url.hostname) && !operatorAllows)
    throw new NodeError('credential_host', `“${name}” is sent over https only.`, { field: 'url' })
}
