/**
 * Retries of an error page (§4, §9): up to a maximum, each after 1 s; Reset returns the count to 0. They are stored
 * outside the page, because a failed retry mounts the page again.
 */
import { useEffect } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import { createStore, type Store, useStore } from '#web/lib/store.ts'

export interface RetryState {
  count: number
  /** One is on its way. */
  waiting: boolean
}

export interface Retries {
  max: number
  state: Store<RetryState>
  /** Counts one and does `work` 1 s later; nothing while one is on its way, or when all are used. */
  retry: (work: () => void) => void
  reset: () => void
  /** Takes back what is on its way: the page is left. */
  leave: () => void
}

export const recoveryState = (count: number, max: number): 'Available' | 'Exhausted' =>
  count >= max ? 'Exhausted' : 'Available'

export function createRetries(max: number): Retries {
  const state = createStore<RetryState>({ count: 0, waiting: false })
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    max,
    state,
    retry: (work) => {
      const { count, waiting } = state.get()
      if (waiting || count >= max) return
      state.set({ count: count + 1, waiting: true })
      timer = setTimeout(() => {
        state.set({ count: count + 1, waiting: false })
        work()
      }, LIMITS.errors.retry_delay_ms)
    },
    reset: () => {
      clearTimeout(timer)
      state.set({ count: 0, waiting: false })
    },
    leave: () => {
      clearTimeout(timer)
      const { count, waiting } = state.get()
      if (waiting) state.set({ count, waiting: false })
    },
  }
}

let latest: { of: string; retries: Retries } | null = null

/** The retries of one fault at one place; another fault, or another place, begins at 0. */
export function countRetriesOf(of: string, max: number = LIMITS.errors.retries): Retries {
  if (latest?.of !== of) latest = { of, retries: createRetries(max) }
  return latest.retries
}

/** Follows the count and forgets what is on its way when the page is left. */
export function useRetries(retries: Retries): RetryState {
  useEffect(() => retries.leave, [retries])
  return useStore(retries.state)
}
