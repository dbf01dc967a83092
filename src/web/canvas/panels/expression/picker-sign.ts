/** When a typed `/` or `<` asks for the values there are, and is not meant as the sign it is. Pure. */
import { expressionStart } from './complete.ts'

const SIGNS = new Set(['/', '<'])

/**
 * In plain text it must be at the beginning of a word, not in an address or a path, and `<` not before a tag that is
 * being typed; in
 * an expression a value must be expected: `/` and `<` after a value divide and compare.
 * @param at where it is typed, in characters
 */
export function pickerSign(text: string, at: number, typed: string, perItem: boolean): boolean {
  if (!SIGNS.has(typed)) return false
  const start = perItem ? 0 : expressionStart(text, at)
  const before = text.slice(start ?? 0, at)
  if (start !== null) return /(?:^|[(,[:=+*&?-])\s*$/.test(before)
  return (before === '' || /\s$/.test(before)) && !/^\S/.test(text.slice(at))
}
