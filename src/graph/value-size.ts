/** Whether values are too large to be worked on at once in a thread that others wait for. */

/** Characters that are copied, compared or written out within a few milliseconds. */
export const QUICK_CHARACTERS = 50_000
/** Characters of texts that are only put together. */
export const QUICK_TEXT = 1_000_000
/** Names of fields up to this length are counted with their values. */
const ORDINARY_NAME = 100

/** Whether the values hold more characters than `most`, numbers and brackets counted roughly. Stops counting there. */
export const isLargerThan = (most: number, ...values: readonly unknown[]): boolean =>
  charactersLeft(most, ...values) < 0

/** How many of `most` characters the values leave, counted the same way; negative when they hold more. */
export function charactersLeft(most: number, ...values: readonly unknown[]): number {
  let left = most
  const stack = [...values]
  while (stack.length > 0) {
    const value = stack.pop()
    left -= typeof value === 'string' ? value.length + 2 : 4
    if (left < 0) return left
    if (typeof value !== 'object' || value === null) continue
    const names = Array.isArray(value) ? null : Object.keys(value)
    const parts: readonly unknown[] = names ? Object.values(value) : (value as unknown[])
    if (parts.length > left) return -1
    for (const part of parts) stack.push(part)
    for (const name of names ?? []) if (name.length > ORDINARY_NAME) left -= name.length
  }
  return left
}
