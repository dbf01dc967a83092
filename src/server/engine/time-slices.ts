/**
 * Shares the server's own thread between runs and everything else. Runs may compute for one slice in each turn of the event loop; a run
 * that wants more waits for a later turn, and owners take turns. `setImmediate` comes after the I/O phase, so requests are served in
 * between; a promise alone would never let them in.
 */

/** Length of a slice in ms. */
export const SLICE_MS = 8

export class TimeSlices {
  readonly #waiting = new Map<string, (() => void)[]>()
  #until = 0
  #scheduled = false

  /** Whether the runs have used up their slice of this turn. The first call in a turn begins it. */
  get isOver(): boolean {
    const now = performance.now()
    if (this.#until !== 0) return now > this.#until
    this.#until = now + SLICE_MS
    this.#schedule()
    return false
  }

  /** Resolves in a later turn of the event loop, when it is this owner's turn. */
  next(owner: string): Promise<void> {
    return new Promise((resolve) => {
      const line = this.#waiting.get(owner)
      if (line) line.push(resolve)
      else this.#waiting.set(owner, [resolve])
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#until = 0
      this.#resumeOne()
    })
  }

  #resumeOne(): void {
    const [first] = this.#waiting
    if (!first) return
    const [owner, line] = first
    this.#waiting.delete(owner)
    line.shift()?.()
    if (line.length > 0) this.#waiting.set(owner, line)
    if (this.#waiting.size > 0) this.#schedule()
  }
}
