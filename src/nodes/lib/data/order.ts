/** One order over all JSON values: numbers, texts, booleans, lists and objects (as text); nothing comes last. */
import type { Json } from '#contract/core/primitives.ts'
import type { PerItemContext } from './per-item.ts'
import { ValueWriter } from './write-values.ts'

const rank = (value: Json): number => {
  if (value === null) return 4
  const kinds = { number: 0, string: 1, boolean: 2, object: 3 } as const
  return kinds[typeof value as keyof typeof kinds] ?? 3
}

/** Compares the values of one step with each other. */
export class Order {
  readonly #writer = new ValueWriter('as_given')
  /** However often an object is compared, it is written once. */
  readonly #texts = new Map<object, string>()
  readonly #context: Pick<PerItemContext, 'hold'>

  /** @param context of the step: the texts of objects count as what it holds. Values that are texts are counted where they come from. */
  constructor(context: Pick<PerItemContext, 'hold'>) {
    this.#context = context
  }

  /** Negative when `a` comes first. Texts are compared by UTF-16 units, the same on every machine. */
  compare(a: Json, b: Json): number {
    const difference = rank(a) - rank(b)
    if (difference !== 0) return difference
    if (typeof a === 'number' && typeof b === 'number') return a - b
    if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
    const left = this.#textOf(a)
    const right = this.#textOf(b)
    if (left === right) return 0
    return left < right ? -1 : 1
  }

  /** Characters that are read, at most, when the value is compared. */
  sizeOf(value: Json): number {
    return typeof value === 'string' || (typeof value === 'object' && value !== null) ? this.#textOf(value).length : 0
  }

  #textOf(value: Json): string {
    if (typeof value === 'string') return value
    const text = typeof value === 'object' && value !== null ? this.#texts.get(value) : 'null'
    if (text === undefined) throw new Error('A value was compared before it was prepared')
    return text
  }

  /**
   * Has to be done for each value before it is compared.
   * @returns false for a value that is too large to be written at once: `prepareLarge` does it
   * @throws NodeError `values_too_large`, `run_too_large`, `server_full`
   */
  prepare(value: Json): boolean {
    if (typeof value !== 'object' || value === null || this.#texts.has(value)) return true
    const text = this.#writer.writeSmall(value)
    if (text !== null) this.#keep(value, text)
    return text !== null
  }

  /** @throws NodeError `values_too_large`, `run_too_large`, `server_full` */
  *prepareLarge(value: Json): Generator<void, void> {
    this.#keep(value as object, yield* this.#writer.write(value))
  }

  #keep(value: object, text: string): void {
    this.#context.hold(text.length)
    this.#texts.set(value, text)
  }
}
