/** One order over all JSON values: numbers, texts, booleans, lists and objects (as text); nothing comes last. */
import type { Json } from '#contract/primitives.ts'

const rank = (value: Json): number => {
  if (value === null) return 4
  const kinds = { number: 0, string: 1, boolean: 2, object: 3 } as const
  return kinds[typeof value as keyof typeof kinds] ?? 3
}

/** Written out once for all comparisons; values of runs are never changed. */
const texts = new WeakMap<object, string>()

function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  let text = texts.get(value)
  if (text === undefined) {
    text = JSON.stringify(value)
    texts.set(value, text)
  }
  return text
}

/** Negative when `a` comes first. Texts are compared by UTF-16 units, the same on every machine. */
export function compareValues(a: Json, b: Json): number {
  const difference = rank(a) - rank(b)
  if (difference !== 0) return difference
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  const left = textOf(a)
  const right = textOf(b)
  if (left === right) return 0
  return left < right ? -1 : 1
}
