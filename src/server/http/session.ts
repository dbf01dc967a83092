/**
 * Who is asking, once per request. The token says only who somebody is; role, permissions and status come from our own
 * database at every request, so a lowered role or a block works at once.
 */
import { createHmac } from 'node:crypto'
import type { Caller, VisitorCaller } from '#server/domain/caller.ts'

export interface Sessions {
  /**
   * The user behind a bearer token.
   * @param authorization the header as it came, never empty
   * @throws AppError `unauthenticated` when the token is malformed, not to be believed or its session has ended;
   * `account_blocked` and `account_inactive` when its user may not act
   */
  resolve(authorization: string): Promise<Caller>
  /** Whether somebody resolved earlier may still act; asked every few seconds for open streams. */
  stillValid(caller: Caller): Promise<boolean>
}

/** An IPv6 subscriber owns a whole /64, so the quota hangs on that. */
function network(address: string): string {
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const end = tail === '' ? [] : tail.split(':')
    while (groups.length + end.length < 8) groups.push('0')
    groups.push(...end)
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** A visitor is known by a keyed hash of the address: quotas need to recognise it, nobody needs to read it. */
export const visitorOf = (secret: string, address: string): VisitorCaller => ({
  type: 'visitor',
  key: createHmac('sha256', secret)
    .update(`visitor:${network(address)}`)
    .digest('base64url'),
})

/** The loopback addresses: the machine itself. */
export const isLoopback = (address: string): boolean => address === '::1' || /^(?:::ffff:)?127\./.test(address)
