import { t } from '#web/lib/language.ts'
/** Where a program cannot be right: what is opened and not closed. A look at signs, not a compiler; the run says the rest. Pure. */

export interface Fault {
  at: number
  message: string
}

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
/** Behind these a slash begins a pattern; behind anything else it divides. */
const BEFORE_PATTERN = /(?:^|[([{,;:=!&|?+\-*%<>~^]|\b(?:return|typeof|case|in|of|void|delete|throw|new|else|do))$/

/** The place behind a quoted text, or the fault that it never ends. */
function behindText(source: string, from: number, quote: string): number | Fault {
  for (let at = from + 1; at < source.length; at += 1) {
    const sign = source[at]
    if (sign === '\\') at += 1
    else if (sign === quote) return at + 1
    else if (sign === '\n') break
  }
  return { at: from, message: t('This text is not closed') }
}

/** The place behind a pattern; null where the slash divides. */
function behindPattern(source: string, from: number): number | null {
  if (!BEFORE_PATTERN.test(source.slice(Math.max(0, from - 40), from).trimEnd())) return null
  let isClass = false
  for (let at = from + 1; at < source.length && source[at] !== '\n'; at += 1) {
    const sign = source[at]
    if (sign === '\\') at += 1
    else if (sign === '[') isClass = true
    else if (sign === ']') isClass = false
    else if (sign === '/' && !isClass) return at + 1
  }
  return null
}

/** The place behind a comment, a text or a pattern that begins here; null where none does. */
function behindWhole(source: string, at: number): number | Fault | null {
  const sign = source[at]
  if (sign === '"' || sign === "'") return behindText(source, at, sign)
  if (sign !== '/') return null
  if (source[at + 1] === '/') {
    const end = source.indexOf('\n', at)
    return end < 0 ? source.length : end
  }
  if (source[at + 1] !== '*') return behindPattern(source, at)
  const end = source.indexOf('*/', at + 2)
  return end < 0 ? { at, message: t('This comment is not closed') } : end + 2
}

/** The first thing that is not closed, or closes nothing; null where all is. */
export function codeFault(source: string): Fault | null {
  const open: { sign: string; at: number }[] = []
  let at = 0
  while (at < source.length) {
    const sign = source[at] ?? ''
    const top = open.at(-1)
    if (top?.sign === '`') {
      if (sign === '\\') at += 1
      else if (sign === '`') open.pop()
      else if (sign === '$' && source[at + 1] === '{') {
        at += 1
        open.push({ sign: '{', at })
      }
      at += 1
      continue
    }
    const behind = behindWhole(source, at)
    if (typeof behind === 'object' && behind !== null) return behind
    if (behind !== null) {
      at = behind
      continue
    }
    const opens = CLOSES[sign]
    if (sign === '(' || sign === '[' || sign === '{' || sign === '`') open.push({ sign, at })
    else if (opens !== undefined) {
      if (top?.sign !== opens)
        return {
          at,
          message: top ? t('“{sign}” is still open here', { sign: top.sign }) : t('Nothing is open here'),
        }
      open.pop()
    }
    at += 1
  }
  const left = open.at(-1)
  return left
    ? {
        at: left.at,
        message: left.sign === '`' ? t('This text is not closed') : t('“{sign}” is not closed', { sign: left.sign }),
      }
    : null
}
