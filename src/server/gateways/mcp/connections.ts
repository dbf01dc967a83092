/** Connections to servers that are kept for a moment: a second call is one request, not the greeting of the protocol first. */
import { createHash } from 'node:crypto'
import { MINUTE_MS } from '#shared/time.ts'
import type { Connected, HttpTarget } from './connection.ts'

const MOST = 200
/** For the greeting of the protocol. */
const CONNECT_MS = 30_000
const KEPT_MS = 2 * MINUTE_MS

interface Entry {
  opening: Promise<Connected>
  timer: NodeJS.Timeout
}

/** A server that moved, or another sign-in, is another connection. */
const keyOf = ({ id, url, transport, headers }: HttpTarget): string =>
  createHash('sha256')
    .update(JSON.stringify([id, url, transport, Object.entries(headers).sort()]))
    .digest('base64url')

/** Others wait for the same connection: a caller who leaves does not end it. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((done, fail) => {
    if (signal.aborted) return fail(signal.reason)
    const leave = () => fail(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    work.then(done, fail).finally(() => signal.removeEventListener('abort', leave))
  })

export function createConnections(connect: (target: HttpTarget, signal: AbortSignal) => Promise<Connected>) {
  const entries = new Map<string, Entry>()
  const end = (key: string, entry: Entry) => {
    clearTimeout(entry.timer)
    if (entries.get(key) === entry) entries.delete(key)
    void entry.opening.then(
      (connected) => connected.end(),
      () => undefined,
    )
  }
  const keep = (key: string, opening: Promise<Connected>): Entry => {
    const timer: NodeJS.Timeout = setTimeout(() => end(key, entry), KEPT_MS).unref()
    const entry: Entry = { opening, timer }
    entries.set(key, entry)
    if (entries.size > MOST)
      for (const [oldest, one] of entries) {
        end(oldest, one)
        break
      }
    opening.catch(() => end(key, entry))
    return entry
  }
  return {
    async take(target: HttpTarget, signal: AbortSignal): Promise<{ connected: Connected; reused: boolean }> {
      const key = keyOf(target)
      const found = entries.get(key)
      if (found) {
        // The latest used comes last.
        entries.delete(key)
        entries.set(key, found)
        found.timer.refresh()
        return { connected: await orAborted(found.opening, signal), reused: true }
      }
      return {
        connected: await orAborted(keep(key, connect(target, AbortSignal.timeout(CONNECT_MS))).opening, signal),
        reused: false,
      }
    },
    /** A connection that failed is not used again. */
    drop(target: HttpTarget, connected: Connected): void {
      const key = keyOf(target)
      const entry = entries.get(key)
      if (entry) void entry.opening.then((one) => one === connected && end(key, entry)).catch(() => undefined)
    },
    close(): void {
      for (const [key, entry] of entries) end(key, entry)
    },
  }
}
