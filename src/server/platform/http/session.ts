/** Visitors, and the addresses that requests come from. */
import type { FastifyRequest } from 'fastify'
import { addressIn, UNKNOWN_ADDRESS } from '#server/gateways/network.ts'
import { type Caller, personBehind, type VisitorCaller } from '#server/platform/access/caller.ts'
import type { Sender } from '#server/platform/rate-limits/rate-limits.ts'
import type { RequestContext } from './handlers.ts'
import { visitorKey } from './visitor-key.ts'

const visitors = new Map<string, VisitorCaller>()
const MOST_VISITORS = 10_000

/** Who asks without a token. The last ones are remembered: a hash costs more than the rest of a small answer. */
export function visitorCaller(secret: string, ip: string): VisitorCaller {
  const known = visitors.get(`${ip} ${secret}`)
  if (known) return known
  if (visitors.size >= MOST_VISITORS) visitors.clear()
  const visitor: VisitorCaller = { type: 'visitor', key: visitorKey(secret, ip) }
  visitors.set(`${ip} ${secret}`, visitor)
  return visitor
}

/**
 * The address a request is counted under; the only place that reads it off a request. What arrives through a proxy never counts as this machine, whatever the header says: all who
 * claim a loopback address are counted together.
 */
export function addressOf({ ip, ips, socket }: Pick<FastifyRequest, 'ip' | 'ips' | 'socket'>): string {
  const address = addressIn(ip)
  const isForwarded = (ips?.length ?? 1) > 1
  return isLoopback(address) && (isForwarded || !isLoopback(socket.remoteAddress ?? '')) ? UNKNOWN_ADDRESS : address
}

/** The loopback addresses: the machine itself. */
export const isLoopback = (address: string): boolean => address === '::1' || /^(?:::ffff:)?127\./.test(address)

/** Behind a proxy that does not say who asks all visitors are one. */
export const isAnybody = (caller: Caller, { ip }: { ip: string }): boolean =>
  caller.type === 'visitor' && isLoopback(ip)

/** Returns who sends this, for a rate limit: an account, else an address. */
export const senderOf = ({ caller, client }: RequestContext): Sender =>
  caller.type === 'user'
    ? { key: personBehind(caller), shared: false }
    : { key: caller.key, shared: isLoopback(client.ip) }
