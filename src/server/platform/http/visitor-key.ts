/** A visitor without an account is known by a keyed hash of the address; the address itself is stored nowhere. */
import { createHmac } from 'node:crypto'
import { networkOf } from '#server/gateways/network.ts'

export const visitorKey = (secret: string, ip: string): string =>
  createHmac('sha256', secret)
    .update(`visitor\n${networkOf(ip)}`)
    .digest('base64url')
    .slice(0, 32)
