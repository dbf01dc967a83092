/**
 * Contexts of one isolate that are kept for the next execution of the same code in the same workflow. The isolate has one owner, so what
 * meets in a context is one workflow's code with one person's data, and the two met before.
 *
 * A context is kept once its code has come often enough to be worth the effort, and used again only when the execution before ended well
 * and left nothing behind (`guard.ts`). Code that spoils its context twice has a new one each time from then on.
 */
import { NEEDS_THOROUGH_LOOK } from './guard.ts'
import type { Realm } from './realm.ts'

/** What to run. */
export interface Code {
  source: string
  /** The workflow it belongs to: the same text in another one finds none of its contexts. */
  workflow: string
}

export interface KeptContext {
  realm: Realm
  /** Whether the execution before may have left what a quick look misses. */
  isThorough: boolean
}

interface Known {
  runs: number
  /** How often it spoiled its context. */
  strikes: number
  realm: Realm | null
  isThorough: boolean
}

/** Noting how a context looks takes about as long as ten executions in new contexts. */
const WORTH_KEEPING = 5
const MOST_STRIKES = 2
const MOST_KNOWN = 200
/** A kept context takes about half a megabyte: there is one for each of these many MB of the isolate, but no more than `MOST_KEPT`. */
const MB_FOR_EACH = 16
const MOST_KEPT = 8

export class KeptContexts {
  /** By workflow and source, the least recently used first. */
  readonly #known = new Map<string, Known>()
  readonly #most: number

  /** @param memoryMb of the isolate */
  constructor(memoryMb: number) {
    this.#most = Math.min(MOST_KEPT, Math.floor(memoryMb / MB_FOR_EACH))
  }

  /** How many there are. */
  get size(): number {
    return this.#withRealm().length
  }

  /** Counts an execution, and takes out the context that is kept for its code. */
  take(code: Code): KeptContext | undefined {
    const known = this.#count(keyOf(code))
    const { realm, isThorough } = known
    known.realm = null
    return realm === null ? undefined : { realm, isThorough }
  }

  /** Whether the next context of this code is worth keeping. */
  wants(code: Code): boolean {
    const known = this.#known.get(keyOf(code))
    return this.#most > 0 && known !== undefined && known.runs >= WORTH_KEEPING && known.strikes < MOST_STRIKES
  }

  /** Keeps a context whose execution ended well. @param bindings what the execution was given, as JSON */
  put(code: Code, realm: Realm, bindings: string): void {
    const known = this.#known.get(keyOf(code))
    if (known === undefined) {
      realm.release()
      return
    }
    // What code does each time is seen after its first execution, what it does for some input by the words it needs for that.
    known.isThorough =
      realm.executions === 1 || NEEDS_THOROUGH_LOOK.test(code.source) || NEEDS_THOROUGH_LOOK.test(bindings)
    known.realm = realm
    for (const other of this.#withRealm().slice(0, -this.#most)) {
      other.realm?.release()
      other.realm = null
    }
  }

  /** Notes that code spoiled its context. */
  strike(code: Code): void {
    const known = this.#known.get(keyOf(code))
    if (known !== undefined) known.strikes++
  }

  #count(key: string): Known {
    const known = this.#known.get(key) ?? { runs: 0, strikes: 0, realm: null, isThorough: true }
    known.runs++
    this.#known.delete(key)
    this.#known.set(key, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) {
      this.#known.get(oldest)?.realm?.release()
      this.#known.delete(oldest)
    }
    return known
  }

  #withRealm(): Known[] {
    return [...this.#known.values()].filter(({ realm }) => realm !== null)
  }
}

const keyOf = ({ workflow, source }: Code): string => `${workflow}\n${source}`
