/** Whether values are too large to be worked on at once in a thread that others wait for. */

/** Characters that are copied, compared or written out within a few milliseconds. */
export const QUICK_CHARACTERS = 50_000
/** Characters of texts that are only put together. */
export const QUICK_TEXT = 1_000_000

/** Whether the values hold more characters than `most`, numbers and brackets counted roughly. Stops counting there. */
export function isLargerThan(most: number, ...values: readonly unknown[]): boolean {
  let left = most
  const stack = [...values]
  while (stack.length > 0) {
    const value = stack.pop()
    left -= typeof value === 'string' ? value.length + 2 : 4
    if (left < 0) return true
    if (typeof value !== 'object' || value === null) continue
    const parts = Object.values(value)
    if (parts.length > left) return true
    for (const part of parts) stack.push(part)
  }
  return false
}
