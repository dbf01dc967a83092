/**
 * Replaces personal data in texts that belong together: the same words are the same `[name 1]` everywhere, also where nothing but the
 * words themselves gives them away.
 */
import { findPhi } from './detect.ts'
import { PHI_KINDS, type PhiKind } from './kinds.ts'

/** What stands for personal data. Texts that were replaced before keep theirs. */
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
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/gu, '\\s+')
const edged = (words: readonly string[], flags: string): RegExp | null =>
  words.length === 0
    ? null
    : new RegExp(
        `(?<![\\p{L}\\p{N}])(?:${words
          .toSorted((a, b) => b.length - a.length)
          .map(escaped)
          .join('|')})(?![\\p{L}\\p{N}])`,
        flags,
      )

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
    const known = this.#known.get(folded(words))
    if (known !== undefined) return known.mark
    const number = (this.#last.get(kind) ?? 0) + 1
    this.#last.set(kind, number)
    const mark = `[${wordsOf(kind)} ${number}]`
    const made = { kind, mark }
    this.#known.set(folded(words), made)
    if (kind === 'name')
      for (const part of words.match(/\p{L}[\p{L}\p{M}’']*/gu) ?? [])
        if (part.length >= LEAST_OF_NAME && !TITLES.has(part) && !this.#parts.has(part)) this.#parts.set(part, made)
    return mark
  }

  /** Where words that were found somewhere are written once more. */
  #again(text: string): Part[] {
    const long = [...this.#known].filter(([words, { kind }]) => words.length >= (kind === 'name' ? LEAST_OF_NAME : LEAST))
    const whole = edged(
      long.map(([words]) => words),
      'giu',
    )
    const named = edged([...this.#parts.keys()], 'gu')
    const at = (match: RegExpExecArray, known: Known | undefined): Part[] =>
      known === undefined ? [] : [{ ...known, start: match.index, end: match.index + match[0].length }]
    return [
      ...(whole === null ? [] : [...text.matchAll(whole)].flatMap((one) => at(one, this.#known.get(folded(one[0]))))),
      ...(named === null ? [] : [...text.matchAll(named)].flatMap((one) => at(one, this.#parts.get(one[0])))),
    ]
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
