/** How many live streams one caller has open in this process. */
import { AppError } from '#contract/core/errors.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { type Caller, personBehind } from '#server/platform/access/caller.ts'

/** Seconds after which a stream may have ended. */
const RETRY_AFTER = 5

export class OpenStreams {
  readonly #open = new Map<string, number>()
  readonly #most: number

  constructor(most: number = SERVER_LIMITS.open_streams) {
    this.#most = most
  }

  /** @returns gives the place back; call it once. @throws AppError too_many_streams */
  enter(caller: Caller): () => void {
    const key = caller.type === 'user' ? personBehind(caller) : caller.key
    const open = this.#open.get(key) ?? 0
    if (open >= this.#most) throw new AppError('too_many_streams', { retryAfter: RETRY_AFTER })
    this.#open.set(key, open + 1)
    return () => {
      const left = (this.#open.get(key) ?? 1) - 1
      if (left === 0) this.#open.delete(key)
      else this.#open.set(key, left)
    }
  }
}
