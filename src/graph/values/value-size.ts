/** Whether values are too large to be worked on at once in a thread that others wait for. */

/** Characters that are copied, compared or written out within a few milliseconds. */
export const QUICK_CHARACTERS = 50_000
/** Characters of texts that are only put together. */
export const QUICK_TEXT = 1_000_000

/** Whether the values hold more characters than `most`. Stops counting there. */
export const isLargerThan = (most: number, ...values: readonly unknown[]): boolean =>
  charactersLeft(most, ...values) < 0

/**
 * How many of `most` characters are left when the values are written as JSON, each part as often as it is mentioned; negative when they
 * take more. Escapes do not count, so that nothing that fits is called too large.
 */
export function charactersLeft(most: number, ...values: readonly unknown[]): number {
  let left = most
  for (const value of values) if (left >= 0) left = without(value, left, 0)
  return left
}

/** Deeper values are walked with a list of their own, so that no value is too deep. */
const DEEP = 50

/** What is left of `left` once a value is written. Most values are small: for them nothing is allocated. */
function without(value: unknown, left: number, depth: number): number {
  let rest = left - ownCharacters(value)
  if (typeof value !== 'object' || value === null || rest < 0) return rest
  if (depth === DEEP) return withoutDeep(value, rest)
  if (Array.isArray(value)) {
    // Each takes at least two: a list that is too long is not even looked through.
    if (value.length * 2 > rest) return -1
    for (let at = 0; at < value.length && rest >= 0; at++) rest = without(value[at], rest, depth + 1)
    return rest
  }
  for (const name in value) {
    rest = without((value as Record<string, unknown>)[name], rest - name.length - 3, depth + 1)
    if (rest < 0) return rest
  }
  return rest
}

/** The same for a value that may be deep. The brackets around it are counted already. */
function withoutDeep(root: object, most: number): number {
  let left = most
  const open: object[] = [root]
  const count = (value: unknown) => {
    left -= ownCharacters(value)
    if (typeof value === 'object' && value !== null) open.push(value)
  }
  for (let value = open.pop(); value !== undefined && left >= 0; value = open.pop()) {
    if (Array.isArray(value)) {
      if (value.length * 2 > left) return -1
      for (const part of value) count(part)
    } else {
      for (const name in value) {
        left -= name.length + 3
        count((value as Record<string, unknown>)[name])
      }
    }
  }
  return left
}

/** Whether a value is part of itself: that is no JSON, however much memory there is. */
export function holdsItself(root: unknown): boolean {
  const seen = new Set<unknown>()
  const above = new Set<unknown>()
  const stack: { value: unknown; isDone: boolean }[] = [{ value: root, isDone: false }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, isDone } = next
    if (isDone) above.delete(value)
    else if (above.has(value)) return true
    else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value)
      above.add(value)
      stack.push({ value, isDone: true })
      for (const part of Object.values(value)) stack.push({ value: part, isDone: false })
    }
  }
  return false
}

/** Of a text, a number or a pair of brackets, with the comma behind it. */
function ownCharacters(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return value.length + 3
    case 'number':
      return digits(value) + 1
    case 'object':
      return value === null ? 5 : 2
    default:
      return 5
  }
}

/** Most numbers are short and whole: they are not written out for it. */
function digits(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value >= 10_000) return String(value).length
  if (value < 100) return value < 10 ? 1 : 2
  return value < 1_000 ? 3 : 4
}
