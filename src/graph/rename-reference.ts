/** Lets the expressions of a setting follow a node to its new id. */
import type { Json } from '#contract/core/primitives.ts'
import { splitTemplate } from './expressions/template.ts'

/**
 * A quoted text, a backquoted name, a comment, a regular expression (as `template.ts` tells it from a division), or `$nodes.<id>`; only
 * the last is changed. The others match up to the end where they are not closed: looking for their end from every quote that follows
 * would take quadratic time.
 */
const TOKENS = new RegExp(
  [
    /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/,
    /'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)/,
    /(\$nodes\s*\.\s*)(`?)([a-z][a-z0-9_]*)\2(?!\w)/,
    /`[^`]*(?:`|$)/,
    /\/\*[\s\S]*?(?:\*\/|$)/,
    /(?<![\w$)\]}"'`]\s*)\/(?:[^/\\]|\\[\s\S])*(?:\/|\\?$)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

const inExpression = (source: string, from: string, to: string): string =>
  source.replace(TOKENS, (whole, start: string | undefined, quote: string, id: string) =>
    start !== undefined && id === from ? `${start}${quote}${to}${quote}` : whole,
  )

function inText(text: string, from: string, to: string): string {
  if (!text.includes('{{') || !text.includes('$nodes') || !text.includes(from)) return text
  try {
    let result = ''
    let end = 0
    for (const part of splitTemplate(text)) {
      if (part.type === 'text') continue
      const start = text.indexOf(part.source, part.start)
      result += text.slice(end, start) + inExpression(part.source, from, to)
      end = start + part.source.length
    }
    return result + text.slice(end)
  } catch {
    // A text that cannot be read is left as it is; validation names it.
    return text
  }
}

/** The same value with `$nodes.<from>` written `$nodes.<to>` in every expression; the same object when nothing changes. */
export function renameReference<T extends Json>(value: T, from: string, to: string): T {
  if (typeof value === 'string') return inText(value, from, to) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => renameReference(item, from, to))
    return (items.every((item, index) => item === value[index]) ? value : items) as T
  }
  const entries = Object.entries(value)
  const renamed = entries.map(([key, part]) => [key, renameReference(part, from, to)] as const)
  if (renamed.every(([, part], index) => part === entries[index]?.[1])) return value
  return Object.fromEntries(renamed) as T
}
