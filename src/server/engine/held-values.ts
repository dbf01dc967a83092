/**
 * What the runs under way in this process hold in memory: every result is kept until its run leaves. Bounded for one run, so that a
 * workflow that doubles its data ends by name, and for all together, so that many large ones do not end the process for everybody.
 * Counted in characters of JSON, which is about what a value takes.
 */
import { getHeapStatistics } from 'node:v8'
import { NodeError } from '#nodes/node.ts'

export const RUN_CHARACTERS = 64_000_000
/** A character takes one byte or two, and is there as text and as value for a while. */
const ALL_CHARACTERS = getHeapStatistics().heap_size_limit / 8

let all = 0

/** The share of one run. */
export class HeldValues {
  #own = 0
  #left = false

  /** @throws NodeError `run_too_large`, `server_full`; then nothing is counted */
  take(characters: number): void {
    if (this.#left) return
    if (this.#own + characters > RUN_CHARACTERS) {
      const most = RUN_CHARACTERS / 1_000_000
      throw new NodeError('run_too_large', `The results of one run hold at most ${most} million characters together.`)
    }
    if (all + characters > ALL_CHARACTERS) {
      const message = 'The server holds too many large results right now. Try again later.'
      throw new NodeError('server_full', message, { retryable: true })
    }
    this.#own += characters
    all += characters
  }

  /** The run left this process. */
  release(): void {
    all -= this.#own
    this.#own = 0
    this.#left = true
  }
}

/** Of all runs of this process, for figures and tests. */
export const heldCharacters = (): number => all
