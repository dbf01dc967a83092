/** Remembers which files cost too much to work on. */
import { NodeError } from '#nodes/node.ts'
import type { Job } from './job.ts'
import type { Pool } from './pool.ts'
import type { Frame } from './wire.ts'

/** The same work on the same file is not tried again for so long: to ask costs nothing, to try it may cost seconds of processor time. */
const REFUSED_MS = 600_000
const MOST_REFUSED = 1_000
/** Those that are about the file. A deadline or a lost process may be up to a busy server: such work can be tried again at once. */
const CODES: readonly string[] = ['file_too_complex', 'file_too_large']

export class Refusals {
  readonly #found = new Map<string, { until: number; error: NodeError }>()

  /**
   * Runs the job, unless it was refused lately.
   * @param key names the file and what is done with it; with null nothing is remembered
   * @throws what `Pool.run` throws, or the refusal of the last time
   */
  async run(pool: Pool, key: string | null, job: Job): Promise<Frame> {
    if (key === null) return pool.run(job)
    this.#check(key)
    const content = () => {
      // Another one in the line may have been refused meanwhile.
      this.#check(key)
      return job.content?.() ?? new Uint8Array()
    }
    try {
      return await pool.run({ ...job, content })
    } catch (error) {
      if (error instanceof NodeError && CODES.includes(error.code)) this.#add(key, error)
      throw error
    }
  }

  /** @throws NodeError the refusal of the last time */
  #check(key: string): void {
    const known = this.#found.get(key)
    if (known && known.until > performance.now()) throw known.error
  }

  #add(key: string, error: NodeError): void {
    // Refused by what is remembered: its time is not extended.
    if (this.#found.get(key)?.error === error) return
    this.#found.delete(key)
    this.#found.set(key, { until: performance.now() + REFUSED_MS, error })
    const [oldest] = this.#found.keys()
    if (this.#found.size > MOST_REFUSED && oldest !== undefined) this.#found.delete(oldest)
  }
}
