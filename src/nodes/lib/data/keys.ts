/** Numbers the values of one step, so that items with equal values find each other. */
import type { Json } from '#contract/core/primitives.ts'
import type { PerItemContext } from './per-item.ts'
import { ValueWriter } from './write-values.ts'

/** Up to so many characters a value is written again sooner than it is looked up. */
const SHORT = 500

export class Keys {
  readonly #writer = new ValueWriter('sorted')
  readonly #plain = new Map<Json, number>()
  readonly #texts = new Map<string, number>()
  /** However many items mention a long object, it is written once. */
  readonly #objects = new Map<object, number>()
  readonly #context: Pick<PerItemContext, 'hold'>
  #count = 0

  /** @param context of the step: the texts of objects count as what it holds. Values that are texts are counted where they come from. */
  constructor(context: Pick<PerItemContext, 'hold'>) {
    this.#context = context
  }

  /**
   * Equal values have the same number, whatever the order of their fields; the numbers are 0, 1, 2 and so on.
   * @returns undefined for a value that is too large to be written at once: `ofLarge` has its number
   * @throws NodeError `values_too_large`, `run_too_large`, `server_full`
   */
  of(value: Json): number | undefined {
    if (typeof value !== 'object' || value === null) return this.#numberOf(this.#plain, value)
    const known = this.#objects.size > 0 ? this.#objects.get(value) : undefined
    if (known !== undefined) return known
    const text = this.#writer.writeSmall(value)
    return text === null ? undefined : this.#keep(value, text)
  }

  /** @throws NodeError `values_too_large`, `run_too_large`, `server_full` */
  *ofLarge(value: Json): Generator<void, number> {
    return this.#keep(value as object, yield* this.#writer.write(value))
  }

  #keep(value: object, text: string): number {
    if (!this.#texts.has(text)) this.#context.hold(text.length)
    const number = this.#numberOf(this.#texts, text)
    if (text.length > SHORT) this.#objects.set(value, number)
    return number
  }

  #numberOf<Value>(known: Map<Value, number>, value: Value): number {
    let number = known.get(value)
    if (number === undefined) {
      number = this.#count++
      known.set(value, number)
    }
    return number
  }
}
