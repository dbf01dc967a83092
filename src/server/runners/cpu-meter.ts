/** Counts the processor time of one job, as the server reads it from outside the process. */

export interface CpuLimits {
  /** For all that the process does outside of parts, in ms. */
  cpuMs: number
  parts?: PartLimits
}

/** Parts of a job that the process says it begins and ends. Each of them has processor time of its own. */
export interface PartLimits {
  /** By the name under which the process begins a part: the limit of each such part, and its name for people. */
  kinds: Readonly<Record<string, { title: string; eachMs: number }>>
  /** For all parts of the job together. */
  totalMs: number
}

/** A process that tells of more parts than this is not doing its work. */
const MOST_PARTS = 1_000

export class CpuMeter {
  readonly #limits: CpuLimits
  /** Processor time of the process when it began what it does now. */
  #since: number
  #outsideMs = 0
  #partsMs = 0
  #parts = 0
  #part: string | null = null
  #excess: string | null = null

  /** @param now processor time of the process until now, in ms; so are the others */
  constructor(limits: CpuLimits, now: number) {
    this.#limits = limits
    this.#since = now
  }

  /**
   * The process begins a part, or with null ends the one it was in.
   * @returns false when it may not: there is no such part, it is in one already (or in none), or it had too many
   */
  turn(part: string | null, now: number): boolean {
    const { kinds = {} } = this.#limits.parts ?? {}
    if ((part === null) === (this.#part === null)) return false
    if (part === null) this.#partsMs += now - this.#since
    else {
      if (!Object.hasOwn(kinds, part) || ++this.#parts > MOST_PARTS) return false
      this.#outsideMs += now - this.#since
    }
    this.#since = now
    this.#part = part
    return true
  }

  /** What took too long, for people; null while nothing did. */
  get excess(): string | null {
    return this.#excess
  }

  isOver(now: number): boolean {
    this.#excess = this.#excessAt(now)
    return this.#excess !== null
  }

  #excessAt(now: number): string | null {
    const used = now - this.#since
    const { cpuMs, parts } = this.#limits
    const kind = parts?.kinds[this.#part ?? '']
    if (parts === undefined || kind === undefined) return this.#outsideMs + used > cpuMs ? tooLong('This', cpuMs) : null
    if (used > kind.eachMs) return tooLong(kind.title, kind.eachMs)
    return this.#partsMs + used > parts.totalMs ? tooLong('This', parts.totalMs) : null
  }
}

const tooLong = (what: string, ms: number): string =>
  `${what} took more than ${ms / 1000} seconds of processor time and was stopped`
