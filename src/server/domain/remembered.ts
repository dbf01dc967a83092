/**
 * Answers that may be a few seconds old, remembered in this process: asked once however many ask at the same time; an old
 * answer is given at once while a new one is fetched behind it.
 */
interface Entry<T> {
  value: T
  /** ms since 1970. */
  at: number
  refreshing: boolean
}

export interface Remembered<T> {
  get(key: string): Promise<T>
}

/**
 * @param fresh_ms how old an answer may be before it is fetched anew; 0 remembers nothing
 * @param stale_ms how old an answer may be to be given at all
 */
export function remember<T>(
  fetch: (key: string) => Promise<T>,
  { fresh_ms, stale_ms = fresh_ms * 6, max = 2000 }: { fresh_ms: number; stale_ms?: number; max?: number },
): Remembered<T> {
  if (fresh_ms === 0) return { get: fetch }
  const entries = new Map<string, Entry<T>>()
  const pending = new Map<string, Promise<T>>()

  const load = (key: string): Promise<T> => {
    const running = pending.get(key)
    if (running) return running
    const loading = fetch(key).then((value) => {
      entries.delete(key)
      entries.set(key, { value, at: Date.now(), refreshing: false })
      if (entries.size > max)
        for (const oldest of entries.keys()) {
          entries.delete(oldest)
          break
        }
      return value
    })
    pending.set(key, loading)
    const done = () => pending.delete(key)
    loading.then(done, done)
    return loading
  }

  return {
    async get(key) {
      const entry = entries.get(key)
      const age = entry ? Date.now() - entry.at : Number.POSITIVE_INFINITY
      if (!entry || age > stale_ms) return load(key)
      if (age > fresh_ms && !entry.refreshing) {
        entry.refreshing = true
        // The database may be away: then the old answer serves until it is too old.
        load(key).catch(() => {
          entry.refreshing = false
        })
      }
      return entry.value
    },
  }
}
