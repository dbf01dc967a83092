/** Searching the documentation in the browser: every word must occur, the last one may be unfinished. */
import type { Section } from './library.ts'

const MOST = 20
const AROUND = 60

export interface Hit {
  section: Section
  /** A piece of the text around the first word found. */
  excerpt: string
}

export const splitWords = (search: string): string[] =>
  (search.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).slice(0, 8).map((word) => word.slice(0, 40))

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Where one of the words begins a word. */
export const wordPattern = (words: readonly string[]): RegExp | null =>
  words.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join('|')})[\\p{L}\\p{N}]*`, 'giu')

const begins = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}`, 'iu').test(text)

function score({ page, heading, text }: Section, words: readonly string[]): number {
  let total = 0
  for (const word of words) {
    const found = (begins(heading, word) ? 6 : 0) + (begins(page.title, word) ? 3 : 0) + (begins(text, word) ? 1 : 0)
    if (found === 0) return 0
    total += found
  }
  return total
}

function excerptOf(text: string, words: readonly string[]): string {
  const at = wordPattern(words)?.exec(text)?.index ?? 0
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - AROUND)) + 1)
  const piece = text.slice(from, from + 180)
  return `${from > 0 ? '…' : ''}${piece}${from + 180 < text.length ? '…' : ''}`
}

/** The best sections first; of equal ones in the order of the documentation. */
export function searchSections(sections: readonly Section[], search: string): Hit[] {
  const words = splitWords(search)
  if (words.length === 0) return []
  return sections
    .map((section) => ({ section, score: score(section, words) }))
    .filter((found) => found.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ section }) => ({ section, excerpt: excerptOf(section.text, words) }))
}

/** The text in pieces, every other one a hit: `['before ', 'hit', ' after']`. */
export function highlight(text: string, search: string): string[] {
  const form = wordPattern(splitWords(search))
  if (!form) return [text]
  const pieces: string[] = []
  let at = 0
  for (const found of text.matchAll(form)) {
    pieces.push(text.slice(at, found.index), found[0])
    at = found.index + found[0].length
  }
  return [...pieces, text.slice(at)]
}
