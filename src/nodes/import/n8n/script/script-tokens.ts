/** Cuts an n8n expression into words, in one pass. */
import { NotTranslated } from './script-ast.ts'

export type Token =
  | { type: 'number'; value: number }
  | { type: 'string'; value: string }
  | { type: 'template'; parts: string[]; sources: string[] }
  | { type: 'name'; value: string }
  | { type: 'pattern'; source: string; flags: string }
  | { type: 'sign'; value: string }

const LONGEST = 20_000
const SIGNS = [
  '===',
  '!==',
  '...',
  '**=',
  '=>',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
  '?.',
  '**',
  '+=',
  '-=',
  '++',
  '--',
]
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' }
const NUMBER = /(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)/y
const NAME = /[A-Za-z_$][\w$]*/y

/** @throws NotTranslated */
export function tokensOf(text: string): Token[] {
  if (text.length > LONGEST) throw new NotTranslated('it is too long')
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const character = text.charAt(at)
    if (character.trim() === '') at++
    else if (text.startsWith('//', at)) at = endOr(text.indexOf('\n', at), text.length)
    else if (text.startsWith('/*', at)) at = required(text.indexOf('*/', at + 2)) + 2
    else {
      const [token, end] = tokenAt(text, at, tokens.at(-1))
      tokens.push(token)
      at = end
    }
  }
  return tokens
}

const endOr = (found: number, otherwise: number): number => (found < 0 ? otherwise : found)

function required(found: number): number {
  if (found < 0) throw new NotTranslated('something isn’t closed')
  return found
}

function tokenAt(text: string, at: number, before: Token | undefined): [Token, number] {
  const character = text.charAt(at)
  if (character === '"' || character === "'") return quoted(text, at, character)
  if (character === '`') return templated(text, at)
  const number = match(NUMBER, text, at)
  if (number !== null) return [{ type: 'number', value: Number(number) }, at + number.length]
  const name = match(NAME, text, at)
  if (name !== null) return [{ type: 'name', value: name }, at + name.length]
  if (character === '/' && !endsValue(before)) return pattern(text, at)
  const sign = SIGNS.find((one) => text.startsWith(one, at)) ?? character
  // `a ? .5 : b` is a choice.
  if (sign === '?.' && /\d/.test(text.charAt(at + 2))) return [{ type: 'sign', value: '?' }, at + 1]
  if (!/^[-+*/%<>=!&|?.,:;()[\]{}~^]+$/.test(sign)) throw new NotTranslated(`“${character}” isn’t supported`)
  return [{ type: 'sign', value: sign }, at + sign.length]
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/** Behind a value a slash divides. */
const endsValue = (token: Token | undefined): boolean =>
  token !== undefined && (token.type !== 'sign' || [')', ']', '}'].includes(token.value))

function escaped(text: string, at: number): [string, number] {
  const character = text.charAt(at)
  const hex = character === 'u' ? /^u(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\})/.exec(text.slice(at, at + 9)) : null
  if (hex) {
    const point = Number.parseInt(hex[1] ?? hex[2] ?? '', 16)
    if (point > 0x10ffff) throw new NotTranslated('it contains an invalid character')
    return [String.fromCodePoint(point), at + hex[0].length]
  }
  if (character === '\n') return ['', at + 1]
  return [ESCAPES[character] ?? character, at + 1]
}

function quoted(text: string, start: number, quote: string): [Token, number] {
  let value = ''
  let at = start + 1
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === quote) return [{ type: 'string', value }, at + 1]
    if (character === '\\') {
      const [part, end] = escaped(text, at + 1)
      value += part
      at = end
    } else {
      value += character
      at++
    }
  }
  throw new NotTranslated('a text isn’t closed')
}

function templated(text: string, start: number): [Token, number] {
  const parts: string[] = []
  const sources: string[] = []
  let part = ''
  let at = start + 1
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '`') return [{ type: 'template', parts: [...parts, part], sources }, at + 1]
    if (character === '\\') {
      const [piece, end] = escaped(text, at + 1)
      part += piece
      at = end
    } else if (text.startsWith('${', at)) {
      const end = endOfHole(text, at + 2)
      parts.push(part)
      sources.push(text.slice(at + 2, end))
      part = ''
      at = end + 1
    } else {
      part += character
      at++
    }
  }
  throw new NotTranslated('a text isn’t closed')
}

/** Where `${ … }` ends. Texts inside may hold braces; a text in backquotes inside is not understood. */
function endOfHole(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"' || character === "'") at = quoted(text, at, character)[1] - 1
    else if (character === '`') throw new NotTranslated('it contains nested template literals')
    else if (character === '{') depth++
    else if (character === '}' && depth-- === 0) return at
  }
  throw new NotTranslated('something isn’t closed')
}

function pattern(text: string, start: number): [Token, number] {
  let inClass = false
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\n') break
    if (character === '\\') at++
    else if (character === '[') inClass = true
    else if (character === ']') inClass = false
    else if (character === '/' && !inClass) {
      const flags = match(/[a-z]*/y, text, at + 1) ?? ''
      return [{ type: 'pattern', source: text.slice(start + 1, at), flags }, at + 1 + flags.length]
    }
  }
  throw new NotTranslated('a regular expression isn’t closed')
}
