/** Stopping the answer that is under way. */
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { retryDelay } from '#web/api/retry-delay.ts'

/** Tries while the server is away: about half a minute. */
const TRIES = 5

/**
 * Cancels a run, again while the server can’t be reached. One that has ended meanwhile, or is gone, counts as cancelled.
 * @param cancel one try
 * @param wait before the next try, in ms
 * @throws what the last try threw
 */
export async function cancelAnswer(
  cancel: () => Promise<unknown>,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await cancel()
      return
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404 || error.code === 'illegal_transition') return
      if (!error.retryable || tries === TRIES) throw error
      await wait(retryDelay(tries - 1))
    }
}

export interface Stop {
  /** Asked for, and not done yet. */
  stopping: boolean
  /** What the last try failed with. */
  stopFailed: unknown
  /** Stops the answer; one that is only being asked for as soon as its run is there. */
  stop(): void
  /** Another message is sent: nothing of it is to be stopped. */
  forgetStop(): void
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * @param run what can be cancelled now; null while there is nothing
 * @param cancel one try to cancel it
 * @param renew fetches what became of it
 */
export function useStop<Run extends string>(
  run: Run | null,
  cancel: (run: Run) => Promise<unknown>,
  renew: () => Promise<void>,
): Stop {
  const [stopping, setStopping] = useState(false)
  const [stopFailed, setFailed] = useState<unknown>(null)
  useEffect(() => {
    if (!stopping || run === null) return
    void cancelAnswer(() => cancel(run), wait)
      .catch(setFailed)
      .then(renew)
      .finally(() => setStopping(false))
  }, [stopping, run, cancel, renew])
  const set = useCallback((on: boolean) => {
    setFailed(null)
    setStopping(on)
  }, [])
  return {
    stopping,
    stopFailed,
    stop: useCallback(() => set(true), [set]),
    forgetStop: useCallback(() => set(false), [set]),
  }
}
