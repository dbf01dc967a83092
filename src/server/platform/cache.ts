/**
 * Answers remembered in this process for as long as they hold. What holds is said by an epoch: a number that changes when the
 * answers may have. A question is asked once, however many ask it at the same time; while an answer that was good a moment ago
 * is fetched anew, the old one is given.
 */
import { createSharedTask, runForEveryone, type SharedTask } from './database/connections-per-caller.ts'

interface Entry<T> {
  value: T
  epoch: number
  /** When it was last known to hold, ms since 1970. */
  good_at: number
}

export interface AsyncCache<T> {
  get(key: string): Promise<T>
}

interface Options {
  /** What an answer is good for. */
  epoch: () => number | Promise<number>
  /** An answer that held this long ago may still be given while the new one is fetched. */
  lag_ms: number
  /** How many answers are kept. */
  max?: number
}

export function createCache<T>(
  fetch: (key: string) => Promise<T>,
  { epoch, lag_ms, max = 2000 }: Options,
): AsyncCache<T> {
  const entries = new Map<string, Entry<T>>()
  const pending = new Map<string, SharedTask<T>>()

  const keep = (key: string, entry: Entry<T>) => {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size > max) for (const oldest of entries.keys()) return entries.delete(oldest)
  }

  const load = (key: string, now: number): Promise<T> => {
    const running = pending.get(key)
    if (running) return running.join()
    const loading = createSharedTask(async () => {
      try {
        const value = await fetch(key)
        keep(key, { value, epoch: now, good_at: Date.now() })
        return value
      } finally {
        pending.delete(key)
      }
    })
    pending.set(key, loading)
    return loading.join()
  }

  return {
    async get(key) {
      // Read before the answer is fetched: a change in between makes the answer old at once, never wrong for good.
      const now = await epoch()
      const entry = entries.get(key)
      if (!entry) return load(key, now)
      const at = Date.now()
      if (entry.epoch === now) {
        entry.good_at = at
        return entry.value
      }
      const fresh = load(key, now)
      if (at - entry.good_at > lag_ms) return fresh
      // The database may be away: then the old answer serves for as long as it may.
      fresh.catch(() => {})
      return entry.value
    },
  }
}

/** Nothing is remembered. */
export const createUncached = <T>(fetch: (key: string) => Promise<T>): AsyncCache<T> => ({ get: fetch })

/** An epoch by the clock: answers hold until the next multiple of `ms`. */
export const createClockEpoch =
  (ms: number): (() => number) =>
  () =>
    Math.floor(Date.now() / ms)

/** How long a caller waits for the new epoch before the one that is known serves, ms. */
const PATIENCE_MS = 100

/**
 * An epoch that is asked for at most every `ms`. Callers wait for the new one, so that an answer is at most `ms` old; while the
 * database is slow or away, the known epoch serves for ten times `ms`.
 * @throws what asking throws, once the known epoch is older than that
 */
export function createPolledEpoch(ask: () => Promise<number>, ms: number): () => number | Promise<number> {
  let known = 0
  let at = Number.NEGATIVE_INFINITY
  let asking: Promise<number> | null = null
  const renew = (): Promise<number> => {
    asking ??= runForEveryone(ask)
      .then((epoch) => {
        known = epoch
        at = Date.now()
        return epoch
      })
      .finally(() => {
        asking = null
      })
    return asking
  }
  return () => {
    const age = Date.now() - at
    if (age <= ms) return known
    const renewed = renew()
    if (age > ms * 10) return renewed
    return new Promise((resolve) => {
      const serveKnown = () => resolve(known)
      const patience = setTimeout(serveKnown, PATIENCE_MS)
      renewed.then(resolve, serveKnown).finally(() => clearTimeout(patience))
    })
  }
}
