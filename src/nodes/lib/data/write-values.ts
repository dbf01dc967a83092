/** Values as JSON text, written in pieces so that others can go first. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { isLargerThan, QUICK_CHARACTERS } from '#graph/values/value-size.ts'
import { NodeError } from '#nodes/node.ts'
import { sorted } from './slices.ts'

/** As much as all results of a run may hold: no real value is refused, only one that mentions a large part very often. */
export const MOST_CHARACTERS = 64_000_000

/** Items of a long list that are written together when they are small. */
const ITEMS_AT_ONCE = 250

/** Writes values piece by piece; all of them together are bounded. */
export class ValueWriter {
  readonly #sorts: boolean
  #left = MOST_CHARACTERS

  /** @param fields `sorted` gives objects the same text whatever the order of their fields */
  constructor(fields: 'sorted' | 'as_given') {
    this.#sorts = fields === 'sorted'
  }

  /** Null for a value that is too large to be written at once. @throws NodeError `values_too_large` */
  writeSmall(value: Json): string | null {
    if (typeof value === 'object' && isLargerThan(QUICK_CHARACTERS, value)) return null
    return this.#count(this.#sorts ? canonicalJson(value) : JSON.stringify(value))
  }

  /** @throws NodeError `values_too_large` */
  *write(value: Json): Generator<void, string> {
    yield
    const small = this.writeSmall(value)
    if (small !== null) return small
    const parts: string[] = []
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += ITEMS_AT_ONCE) {
        yield
        const items = value.slice(at, at + ITEMS_AT_ONCE)
        const text = this.writeSmall(items)
        if (text !== null) parts.push(text.slice(1, -1))
        else for (const item of items) parts.push(yield* this.write(item))
      }
      return `[${parts.join(',')}]`
    }
    const names = Object.keys(value as JsonObject)
    for (const name of this.#sorts ? yield* sorted(names, byUnits) : names) {
      const part = (value as JsonObject)[name]
      if (part !== undefined) parts.push(`${this.#count(JSON.stringify(name))}:${yield* this.write(part)}`)
    }
    return `{${parts.join(',')}}`
  }

  #count(text: string): string {
    this.#left -= text.length
    if (this.#left >= 0) return text
    throw tooLarge()
  }
}

const byUnits = (a: string, b: string) => (a < b ? -1 : Number(a > b))

export const tooLarge = () => {
  const most = `${MOST_CHARACTERS / 1_000_000} million characters`
  return new NodeError('values_too_large', `The values hold more than ${most}. Use smaller values or fewer items.`)
}
