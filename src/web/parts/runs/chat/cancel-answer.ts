import { ApiError } from '#web/api/api-error.ts'
import { retryDelay } from '#web/api/retry-delay.ts'

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

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
  wait: (ms: number) => Promise<unknown> = later,
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
