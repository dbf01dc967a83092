/** Who writes, for the throttle: an account, else an address. */

import type { RequestContext } from '#server/platform/http/handlers.ts'
import { isLoopback } from '#server/platform/http/session.ts'
import type { Sender } from './rate-limits.ts'

export const senderOf = ({ caller, client }: RequestContext): Sender =>
  caller.type === 'user' ? { key: caller.id, shared: false } : { key: caller.key, shared: isLoopback(client.ip) }
