/**
 * Memory held by the runs of this process: every result is kept until its run leaves, and the data of a step until the
 * step ends. Limited for one run, so that a workflow that doubles its data fails with a named error, and for all
 * together, so that many large ones don't crash the process for others. Counted in characters of JSON, which is about
 * the size of a value.
 */
import { getHeapStatistics } from 'node:v8'
import { holdsItself, isLargerThan, QUICK_CHARACTERS, QUICK_TEXT } from '#graph/values/value-size.ts'
import { NodeError } from '#nodes/node.ts'
import type { SettingsHolder } from '#nodes/settings-reader.ts'

export const HELD_LIMITS = {
  /** Of one run. */
  run: 64_000_000,
  /** Of all runs. A character takes one byte or two, and is there as text and as value for a while. */
  all: getHeapStatistics().heap_size_limit / 8,
}

/** Lists and objects of one value that are known by reference: those that come first, from the outside in. */
const KNOWN_PARTS = 1_000

let all = 0

/** The share of one run. */
export class HeldValues {
  #own = 0
  #left = false
  /** Lists and objects that are part of large results, or that settings mentioned before. */
  #known: WeakSet<object> | undefined

  /** @throws NodeError `run_too_large`, `server_full`; then nothing is counted */
  take(characters: number): void {
    if (this.#left) return
    if (this.#own + characters > HELD_LIMITS.run) throw runTooLarge()
    if (all + characters > HELD_LIMITS.all) throw serverFull()
    this.#own += characters
    all += characters
  }

  giveBack(characters: number): void {
    if (this.#left) return
    this.#own -= characters
    all -= characters
  }

  /**
   * Refuses a value that has no room before it is written: one that mentions a large part a thousand times is small until then.
   * @throws TypeError for a value that holds itself; NodeError `run_too_large`, `server_full`
   */
  check(value: unknown): void {
    if (this.#left) return
    const own = HELD_LIMITS.run - this.#own
    const shared = HELD_LIMITS.all - all
    if (!isLargerThan(Math.min(own, shared), value)) return
    if (holdsItself(value)) throw new TypeError('The value is circular')
    throw own <= shared ? runTooLarge() : serverFull()
  }

  /** Takes a result, which settings may then mention at no cost. @throws NodeError `run_too_large`, `server_full` */
  takeResult(value: unknown, characters: number): void {
    this.take(characters)
    if (characters > QUICK_CHARACTERS) this.#charactersOfNewParts(value, KNOWN_PARTS)
  }

  /**
   * Characters of settings that are not part of results. Texts have no identity, but the synchronous path makes none that are longer than
   * `QUICK_TEXT`: those it found.
   */
  charactersBesidesResults(settings: unknown): number {
    return this.#charactersOfNewParts(settings, Number.POSITIVE_INFINITY)
  }

  #charactersOfNewParts(value: unknown, most: number): number {
    this.#known ??= new WeakSet()
    const known = this.#known
    const parts: object[] = []
    let characters = 0
    const count = (part: unknown) => {
      if (typeof part === 'string') characters += part.length > QUICK_TEXT ? 0 : part.length + 3
      else if (typeof part !== 'object' || part === null) characters += 5
      else if (!known.has(part) && parts.length < most) {
        if (parts.length < KNOWN_PARTS) known.add(part)
        characters += 2
        parts.push(part)
      }
    }
    count(value)
    for (const part of parts) {
      if (Array.isArray(part)) for (const item of part) count(item)
      else
        for (const name in part) {
          characters += name.length + 3
          count((part as Record<string, unknown>)[name])
        }
    }
    return characters
  }

  /** The run left this process. */
  release(): void {
    all -= this.#own
    this.#own = 0
    this.#left = true
  }
}

/** What one step holds besides results while it is under way: its settings, and what its node works with. */
export class StepValues implements SettingsHolder {
  readonly #run: HeldValues
  #characters = 0
  #isOver = false

  constructor(run: HeldValues) {
    this.#run = run
  }

  /** @throws NodeError `run_too_large`, `server_full` */
  take(characters: number): void {
    if (this.#isOver) return
    this.#run.take(characters)
    this.#characters += characters
  }

  /** @throws NodeError `run_too_large`, `server_full` */
  hold(settings: unknown, characters: number, isCopied: boolean): void {
    if (characters <= QUICK_CHARACTERS) return
    this.take(isCopied ? characters : this.#run.charactersBesidesResults(settings))
  }

  /** Of a node that runs as a part of this step. */
  part(): StepValues {
    return new StepValues(this.#run)
  }

  /** The step ended. */
  release(): void {
    this.#isOver = true
    if (this.#characters === 0) return
    this.#run.giveBack(this.#characters)
    this.#characters = 0
  }

  /** With the scope it belongs to. */
  abort(): void {
    this.release()
  }
}

const runTooLarge = () => {
  const most = HELD_LIMITS.run / 1_000_000
  const message = `The results of one run, and what its steps work with, hold at most ${most} million characters together.`
  return new NodeError('run_too_large', message)
}

const serverFull = () => {
  const message = 'The server holds too many large values right now. Try again later.'
  return new NodeError('server_full', message, { retryable: true })
}

/** Of all runs of this process, for figures and tests. */
export const heldCharacters = (): number => all
