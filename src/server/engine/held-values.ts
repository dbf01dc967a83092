/**
 * What the runs under way in this process hold in memory: every result is kept until its run leaves. Bounded for one run, so that a
 * workflow that doubles its data ends by name, and for all together, so that many large ones do not end the process for everybody.
 * Counted in characters of JSON, which is about what a value takes.
 */
import { getHeapStatistics } from 'node:v8'
import { holdsItself, isLargerThan } from '#graph/value-size.ts'
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
    if (this.#own + characters > RUN_CHARACTERS) throw runTooLarge()
    if (all + characters > ALL_CHARACTERS) throw serverFull()
    this.#own += characters
    all += characters
  }

  /**
   * Refuses a value that has no room before it is written: one that mentions a large part a thousand times is small until then.
   * @throws TypeError for a value that holds itself; NodeError `run_too_large`, `server_full`
   */
  check(value: unknown): void {
    if (this.#left) return
    const own = RUN_CHARACTERS - this.#own
    const shared = ALL_CHARACTERS - all
    if (!isLargerThan(Math.min(own, shared), value)) return
    if (holdsItself(value)) throw new TypeError('The value is circular')
    throw own <= shared ? runTooLarge() : serverFull()
  }

  /** The run left this process. */
  release(): void {
    all -= this.#own
    this.#own = 0
    this.#left = true
  }
}

const runTooLarge = () => {
  const most = RUN_CHARACTERS / 1_000_000
  return new NodeError('run_too_large', `The results of one run hold at most ${most} million characters together.`)
}

const serverFull = () => {
  const message = 'The server holds too many large results right now. Try again later.'
  return new NodeError('server_full', message, { retryable: true })
}

/** Of all runs of this process, for figures and tests. */
export const heldCharacters = (): number => all
