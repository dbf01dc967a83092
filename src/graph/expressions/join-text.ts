/** Puts a text with expressions in it together. */
import type { Json } from '#contract/core/primitives.ts'
import { isLargerThan, QUICK_CHARACTERS, QUICK_TEXT } from '#graph/values/value-size.ts'
import { EXPRESSION_LIMITS, ExpressionError } from './expression-error.ts'
import { BAIL } from './fast-values.ts'

/**
 * Nothing and null leave no trace in a text; objects and lists appear as JSON.
 * @param isQuick others wait for this thread
 * @throws ExpressionError `expression_too_large`; BAIL when it takes long
 */
export function joinText(values: readonly (Json | undefined)[], field: string, isQuick = false): string {
  let text = ''
  for (const value of values) {
    if (value === undefined || value === null) continue
    const isObject = typeof value === 'object'
    if (isQuick && isObject && isLargerThan(QUICK_CHARACTERS, value)) throw BAIL
    text += isObject ? JSON.stringify(value) : String(value)
    if (isQuick && text.length > QUICK_TEXT) throw BAIL
    if (text.length > EXPRESSION_LIMITS.characters)
      throw new ExpressionError('expression_too_large', 'The text became too long', { expression: '', field })
  }
  return text
}
