/** Retries of an error page (§4, §9): up to a maximum, each after 1 s; Reset returns the count to 0. */
import { LIMITS } from '#contract/limits.ts'
import { createStore, useStore } from '#web/lib/store.ts'

interface Retries {
  /** The address the count belongs to; another one starts at 0. */
  at: string
  count: number
}

// Outside the page, because a retry that fails mounts the page anew.
const store = createStore<Retries>({ at: '', count: 0 })

export const recovery = (count: number, max: number): 'Available' | 'Exhausted' =>
  count >= max ? 'Exhausted' : 'Available'

export function useRetries(at: string, retry: () => void, max: number = LIMITS.errors.retries) {
  const { at: countedAt, count: counted } = useStore(store)
  const count = countedAt === at ? counted : 0
  return {
    count,
    max,
    exhausted: count >= max,
    retry: () => {
      if (count >= max) return
      store.set({ at, count: count + 1 })
      setTimeout(retry, LIMITS.errors.retry_delay_ms)
    },
    reset: () => store.set({ at, count: 0 }),
  }
}
