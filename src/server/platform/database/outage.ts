/** Tells an outage, which passes, from a fault. */
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND_MS } from '#shared/time.ts'

const AGAIN_MS = 250
/** Of a restart, or a failover to a replica. */
const LONGEST_MS = 30 * SECOND_MS

/** Does it again until the database is back, for half a minute at most. For work that may be done twice. */
export async function throughOutage<T>(work: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + LONGEST_MS; ; await pause(AGAIN_MS))
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error) || Date.now() >= until) throw error
    }
}

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENOTFOUND',
])

/** The database (or the way to it) is away: connection errors, shutdown, start-up, too many connections, full; a statement took too long; or two writers met. */
export function isOutage(error: unknown): boolean {
  const { code, message, cause } = (error ?? {}) as { code?: unknown; message?: unknown; cause?: unknown }
  if (
    typeof code === 'string' &&
    (/^(?:08|40|53|57014|57P0|58)/.test(code) || (SOCKET_CODES.has(code) && isSocketError(error)))
  )
    return true
  if (
    typeof message === 'string' &&
    /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      message,
    )
  )
    return true
  return cause instanceof Error && isOutage(cause)
}

const isSocketError = (error: unknown): boolean =>
  ['connect', 'read', 'write', 'getaddrinfo'].includes(String((error as { syscall?: unknown }).syscall))
