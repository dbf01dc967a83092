/**
 * Replaces personal data in texts that belong together: the same words are the same `[name 1]` everywhere, also where nothing but the
 * words themselves gives them away.
 */
import { findPhi } from './detect.ts'
import { PHI_KINDS, type PhiKind } from './kinds.ts'

/** What takes the place of personal data. Texts that were replaced before keep theirs. */
const MARK = new RegExp(`\\[(?:${PHI_KINDS.map(wordsOf).join('|')}) \\d{1,5}\\]`, 'g')
const TITLES: ReadonlySet<string> = new Set(['Miss', 'Mrs', 'Shri', 'Smt', 'Kumari', 'Prof', 'Doctor', 'the', 'and'])

/** Shorter words are found by what is around them alone: elsewhere they may mean anything. */
const LEAST = 4
const LEAST_OF_NAME = 3

export interface Replaced {
  text: string
  /** How many places of this text were replaced. */
  counts: Partial<Record<PhiKind, number>>
}

function wordsOf(kind: PhiKind): string {
  return kind.replaceAll('_', ' ')
}

const folded = (text: string): string => text.replace(/\s+/gu, ' ').trim().toLowerCase()
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
const GOES_ON = /^[\p{L}\p{N}\p{M}]/u

/** Where `words` end that begin at a place of the text, whatever blanks are between them; null when they aren’t there. */
function endOf(words: string, text: string, start: number): number | null {
  let at = start
  for (const letter of words) {
    if (letter === ' ') {
      const before = at
      while (/\s/.test(text.charAt(at))) at++
      if (at === before) return null
    } else if (text.startsWith(letter, at) || text.slice(at, at + letter.length).toLowerCase() === letter)
      at += letter.length
    else return null
  }
  return GOES_ON.test(text.slice(at, at + 2)) ? null : at
}

/** As many letters and digits as tell most personal data apart. */
const KEY = 12
const keyOf = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
    .slice(0, KEY)

interface Known {
  kind: PhiKind
  mark: string
}

interface Part extends Known {
  start: number
  end: number
}

/** Texts are added first, so that what one of them gives away is replaced in all. */
export class Replacements {
  readonly #known = new Map<string, Known>()
  /** The same from their first letter or digit on, by how they begin: a text is read once for all of them. */
  readonly #byKey = new Map<string, (Known & { words: string })[]>()
  /** Parts of names, as they are written. */
  readonly #parts = new Map<string, Known>()
  readonly #last = new Map<PhiKind, number>()

  /** @param label what the text is called where it comes from: `patient_name` gives its value away */
  add(text: string, label = ''): void {
    for (const one of this.#found(text, label)) this.#markOf(one.kind, text.slice(one.start, one.end))
  }

  replace(text: string, label = ''): Replaced {
    const parts: Part[] = [
      ...this.#found(text, label).map(({ kind, start, end }) => ({
        ...{ kind, start, end },
        mark: this.#markOf(kind, text.slice(start, end)),
      })),
      ...this.#again(text),
    ].toSorted((a, b) => a.start - b.start || b.end - a.end)
    const counts: Replaced['counts'] = {}
    let out = ''
    let at = 0
    for (const { kind, mark, start, end } of withoutMarks(parts, text)) {
      if (start < at) {
        // What sticks out of the one before is personal too.
        at = Math.max(at, end)
        continue
      }
      out += text.slice(at, start) + mark
      at = end
      counts[kind] = (counts[kind] ?? 0) + 1
    }
    return { text: out + text.slice(at), counts }
  }

  #found(text: string, label: string) {
    const head = label === '' ? '' : `${label.replaceAll(/[._]+/g, ' ').trim()}: `
    return findPhi(head + text)
      .map((one) => ({ ...one, start: one.start - head.length, end: one.end - head.length }))
      .filter(({ end }) => end > 0)
      .map((one) => ({ ...one, start: Math.max(0, one.start) }))
  }

  #markOf(kind: PhiKind, words: string): string {
    const known = this.#known.get(folded(words)) ?? (kind === 'name' ? this.#parts.get(words) : undefined)
    if (known !== undefined) return known.mark
    const number = (this.#last.get(kind) ?? 0) + 1
    this.#last.set(kind, number)
    const mark = `[${wordsOf(kind)} ${number}]`
    const made: Known = { kind, mark }
    const whole = folded(words)
    this.#known.set(whole, made)
    const [first] = whole.matchAll(WORD)
    if (first !== undefined && whole.length >= (kind === 'name' ? LEAST_OF_NAME : LEAST)) {
      // Of the same length that is read of a text, where blanks and signs between them count.
      const words = whole.slice(first.index)
      const key = keyOf(words.slice(0, KEY))
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), { ...made, words }])
    }
    if (kind === 'name')
      for (const [part] of words.matchAll(WORD))
        if (part.length >= LEAST_OF_NAME && !TITLES.has(part) && !this.#parts.has(part)) this.#parts.set(part, made)
    return mark
  }

  /** Where words that were found somewhere are written once more. */
  #again(text: string): Part[] {
    return [...text.matchAll(WORD)].flatMap(({ 0: word, index: start }) => {
      const part = this.#parts.get(word)
      const key = keyOf(text.slice(start, start + 3 * KEY))
      const whole = Array.from({ length: key.length }, (_, n) => this.#byKey.get(key.slice(0, n + 1)) ?? [])
        .flat()
        .flatMap(({ words, ...known }) => {
          const end = endOf(words, text, start)
          return end === null ? [] : [{ ...known, start, end }]
        })
      return part === undefined ? whole : [...whole, { ...part, start, end: start + word.length }]
    })
  }
}

/** Marks are no personal data, whatever they look like: what was found in one of them is left out, and a longer part is cut around it. */
function withoutMarks(parts: readonly Part[], text: string): Part[] {
  const marks = [...text.matchAll(MARK)].map((one) => ({ start: one.index, end: one.index + one[0].length }))
  if (marks.length === 0) return [...parts]
  return parts
    .flatMap((part) => {
      const cut: Part[] = []
      let at = part.start
      for (const { start, end } of marks) {
        if (end <= at || start >= part.end) continue
        if (start > at) cut.push({ ...part, start: at, end: start })
        at = end
      }
      if (at < part.end) cut.push({ ...part, start: at })
      return cut.filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)))
    })
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
}
