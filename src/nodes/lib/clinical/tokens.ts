/** Words of a text with their exact place. */
import { stem } from './stem.ts'

export interface Token {
  /** Lower case, without diacritics and possessive `'s`. */
  word: string
  /** What the index knows the word as. */
  stem: string
  /** Written in capitals: `MS` is an abbreviation, `Ms` is not. */
  capitals: boolean
  /** UTF-16 positions in the text given. */
  start: number
  end: number
}

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu

/** Lower case without diacritics; `Ménière’s` becomes `meniere`. */
export function fold(word: string): string {
  const lower = word.toLowerCase()
  const plain = /^[a-z0-9]+$/.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/['’]s?$|['’](?=\p{L})/u, '')
}

/** Splits at everything that is neither letter nor digit. Positions are shifted by `offset`. */
export function tokenize(text: string, offset = 0): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0].replace(/['’]s$/u, ''))
    const capitals = match[0].length > 1 && match[0] === match[0].toUpperCase() && match[0] !== match[0].toLowerCase()
    tokens.push({
      word,
      stem: stem(word),
      capitals,
      start: offset + match.index,
      end: offset + match.index + match[0].length,
    })
  }
  return tokens
}

/** Lower case of the same length, so that positions stay true (`İ` would become two characters). */
export function lowerInPlace(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (character) => {
    const small = character.toLowerCase()
    return small.length === character.length ? small : character
  }).join('')
}
