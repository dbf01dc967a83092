/** Tells an outage, which passes, from a fault. */
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
