/** Stopping the answer that is under way. */
import { useCallback, useEffect, useRef, useState } from 'react'

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

// Most answers are not stopped, and the first load of a chat page is counted.
const loadCancel = () => import('./cancel-answer.ts')

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
  const cancelling = useRef<Run | null>(null)
  useEffect(() => {
    if (!stopping || run === null || cancelling.current === run) return
    cancelling.current = run
    void loadCancel()
      .then(({ cancelAnswer }) => cancelAnswer(() => cancel(run)))
      .catch(setFailed)
      .then(renew)
      .finally(() => {
        cancelling.current = null
        setStopping(false)
      })
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
