/** Makes a text that a regular expression matches: literals, classes, groups, choices and repetitions; what looks around is left out. */
import type { Random } from './random.ts'

const CLASSES: Record<string, string> = {
  d: '0123456789',
  w: 'abcXYZ019_',
  s: ' ',
  D: 'abc',
  W: '-',
  S: 'abc1',
}
const ANY = 'abcdefgh012'
const ALL = Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code)).join('')

export function textForPattern(pattern: string, random: Random): string {
  let at = 0
  const peek = () => pattern[at]

  function choice(): string {
    const start: (() => string)[] = []
    let parts: (() => string)[] = []
    const close = () => {
      const own = parts
      start.push(() => own.map((part) => part()).join(''))
      parts = []
    }
    while (at < pattern.length && peek() !== ')') {
      if (peek() === '|') {
        at++
        close()
      } else parts.push(repeated())
    }
    close()
    return random.pick(start)()
  }

  function repeated(): () => string {
    const one = atom()
    const [low, high] = times()
    return () => Array.from({ length: random.between(low, Math.min(high, low + 4)) }, one).join('')
  }

  function times(): [number, number] {
    let found: [number, number] = [1, 1]
    const [whole, low, comma, high] = /^\{(\d+)(,?)(\d*)\}/.exec(pattern.slice(at)) ?? []
    if (whole !== undefined) {
      at += whole.length
      found = [Number(low), comma === '' ? Number(low) : high === '' ? Number(low) + 3 : Number(high)]
    } else if (peek() === '*') found = [0, 3]
    else if (peek() === '+') found = [1, 4]
    else if (peek() === '?') found = [0, 1]
    else return found
    if (whole === undefined) at++
    if (peek() === '?' || peek() === '+') at++
    return found
  }

  function atom(): () => string {
    const char = pattern[at++] ?? ''
    if (char === '^' || char === '$') return () => ''
    if (char === '.') return () => random.pick([...ANY])
    if (char === '[') {
      const set = charset()
      return () => random.pick([...set])
    }
    if (char === '(') {
      const [prefix = ''] = /^\?(?::|<[A-Za-z]\w*>|[=!]|<[=!])/.exec(pattern.slice(at)) ?? []
      at += prefix.length
      const from = at
      choice()
      const to = at++
      const inner = pattern.slice(from, to)
      return /^\?<?[=!]$/.test(prefix) ? () => '' : () => textForPattern(inner, random)
    }
    if (char !== '\\') return () => char
    const set = escaped()
    return () => (set === '' ? '' : random.pick([...set]))
  }

  function escaped(): string {
    const char = pattern[at++] ?? ''
    if (char === 'b' || char === 'B' || char === 'A' || char === 'z' || char === 'Z') return ''
    if (char === 'p' || char === 'P') {
      const [whole = ''] = /^\{[^}]*\}/.exec(pattern.slice(at)) ?? []
      at += whole.length
      return /L|Alpha/.test(whole) ? 'abcdef' : /N|Digit/.test(whole) ? '0123456789' : 'a'
    }
    if (char === 'u' || char === 'x') {
      const [whole = ''] = /^(?:\{[0-9a-fA-F]+\}|[0-9a-fA-F]{4}|[0-9a-fA-F]{2})/.exec(pattern.slice(at)) ?? []
      at += whole.length
      return String.fromCodePoint(Number.parseInt(whole.replace(/[{}]/g, ''), 16) || 97)
    }
    return CLASSES[char] ?? { n: '\n', t: '\t', r: '\r' }[char] ?? char
  }

  function next(): string {
    const char = pattern[at++] ?? ''
    return char === '\\' ? escaped() : char
  }

  function charset(): string {
    const isNegative = peek() === '^'
    if (isNegative) at++
    const chars: string[] = []
    while (at < pattern.length && (peek() !== ']' || chars.length === 0)) {
      const one = next()
      const after = pattern[at + 1]
      if (peek() === '-' && after !== undefined && after !== ']' && one.length === 1) {
        at++
        const last = next()
        const [low, high] = [one.codePointAt(0) ?? 97, last.codePointAt(0) ?? 122]
        for (let code = low; code <= Math.min(high, low + 60); code++) chars.push(String.fromCodePoint(code))
      } else chars.push(...one)
    }
    at++
    if (!isNegative) return chars.join('') || 'a'
    return (
      [...ALL].filter((char) => /[a-z0-9]/.test(char) && !chars.includes(char)).join('') ||
      [...ALL].find((char) => !chars.includes(char)) ||
      'a'
    )
  }

  return choice()
}
