/** Finds the expressions in a text: `Dear {{ $input.name }}`. */
import { ExpressionError } from './expression-error.ts'

export type TemplatePart = { type: 'text'; text: string } | { type: 'expression'; source: string; start: number }

/** Whether a text holds anything to evaluate. */
export const hasExpression = (text: string): boolean => text.includes('{{')

/**
 * Splits a text at its `{{ … }}`. Quoted text, names in backquotes, comments, regular expressions and braces inside an
 * expression do not end it. To write two braces as text: `{{ "{{" }}`.
 * @throws ExpressionError `expression_syntax` when braces are not closed or there is nothing between them
 */
export function splitTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let at = 0
  for (;;) {
    const open = text.indexOf('{{', at)
    if (open < 0) break
    if (open > at) parts.push({ type: 'text', text: text.slice(at, open) })
    const close = endOfExpression(text, open + 2)
    if (close < 0) throw syntax('The braces {{ are not closed with }}', text, open)
    const source = text.slice(open + 2, close)
    if (source.trim() === '') throw syntax('Nothing stands between {{ and }}', text, open)
    parts.push({ type: 'expression', source: source.trim(), start: open })
    at = close + 2
  }
  if (at < text.length) parts.push({ type: 'text', text: text.slice(at) })
  return parts
}

const syntax = (message: string, text: string, position: number) =>
  new ExpressionError('expression_syntax', message, { expression: text.slice(0, 200), position })

/** Behind these a slash divides; elsewhere it opens a regular expression. */
const VALUE_END = /[\w$)\]}"'`]/

function endOfExpression(text: string, from: number): number {
  let depth = 0
  let before = ''
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"' || character === "'" || character === '`') at = endOfQuote(text, at, character)
    else if (character === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2)
      if (end < 0) return -1
      at = end + 1
      continue
    } else if (character === '/' && !VALUE_END.test(before)) at = endOfQuote(text, at, '/')
    else if (character === '{') depth++
    else if (character === '}') {
      if (depth === 0 && text[at + 1] === '}') return at
      if (depth > 0) depth--
    }
    if (at < 0) return -1
    if (character.trim() !== '') before = character
  }
  return -1
}

/** Where a quoted part ends, -1 when it does not. A backslash takes the next character with it, except in backquotes. */
function endOfQuote(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\' && quote !== '`') at++
    else if (text[at] === quote) return at
  }
  return Number.NEGATIVE_INFINITY
}
