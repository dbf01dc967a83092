/**
 * Takes secrets out of what came back. Some services repeat what they were sent, and a person who may aim a credential at an
 * address must not read it there in another spelling. The text is read in several ways and every place where a spelling of a
 * secret occurs is hidden. An encoding that is not searched for, or an answer that tells the secret in two halves, cannot be seen.
 */
import { setImmediate } from 'node:timers/promises'
import { hide, hideInSteps, merged } from './hiding.ts'
import { Searcher } from './needle-search.ts'
import {
  asWritten,
  codesOf,
  decoded,
  hasEscapes,
  onlyIn,
  type Range,
  type Reading,
  textsOf,
  valuesOf,
} from './readings.ts'
import { spellingsOf } from './secret-spellings.ts'

/** Characters searched in one turn of the event loop, about 10 ms. */
const WINDOW = 262_144
/** A spelling that reaches over the border of two windows is found when it is shorter than this. */
const OVERLAP = 32_768
/** Characters of one occurrence further apart than this are hidden one by one. The longest escape of punctuation is no longer. */
const MOST_BETWEEN = 16
/** A stream that holds back more characters than this waits until there are a sixteenth more before it searches them again. */
const HELD_BEFORE_WAITING = 1024

export interface Redactor {
  text(text: string): string
  /** The same for texts of any length, without holding the event loop. */
  long(text: string): Promise<string>
  /** Texts that belong together: a secret may be divided between them. */
  texts(texts: readonly string[]): string[]
  json<T>(value: T): T
  /** For a text that arrives in pieces: holds a piece back only while it may be the beginning of a secret. */
  stream(): { push(piece: string): string; end(): string }
}

/** Adds the characters of an occurrence, without the structure between them: quotes, brackets, tags and line ends. */
function addRanges(ranges: Range[], text: string, { starts, ends }: Reading, from: number, to: number): void {
  let start = starts[from] as number
  for (let i = from + 1; i <= to; i++) {
    const end = ends[i - 1] as number
    const next = i < to ? (starts[i] as number) : -1
    if (next === end) continue
    const joined = next > end && next - end <= MOST_BETWEEN && !/["<>{}[\]\r\n]/.test(text.slice(end, next))
    if (joined) continue
    ranges.push([start, end])
    start = next
  }
}

/** Every way of reading that could show something new. */
function* readingsOf(text: string, codes: Uint16Array): Generator<Reading> {
  const written = asWritten(codes)
  yield written
  const plain = hasEscapes(text) ? decoded(text, codes) : written
  if (plain !== written) yield plain
  const { strings, numbers, byKey } = valuesOf(text)
  if (strings.length > 1) yield onlyIn(plain, [strings])
  if (numbers.length > 1) yield onlyIn(plain, [numbers])
  const repeated = [...byKey.values()].filter(({ length }) => length > 1)
  if (repeated.length > 1) yield onlyIn(plain, repeated)
  const texts = textsOf(text)
  if (texts.length > 1) yield onlyIn(plain, [texts])
}

/** An escape that the end of a text cuts off, or that may go on: `%25` and `&amp;` may begin a longer one, `0x41` a longer number. */
const CUT_ESCAPE =
  /(?:%(?:25){0,4}[0-9a-f]?|\\{1,8}(?:u[0-9a-f]{0,3}|u\{[0-9a-f]{0,6}|x[0-9a-f]?|[0-3]?[0-7]{0,2})?|&(?:amp;){0,4}(?:#\d{0,12}|#x[0-9a-f]{0,12}|[a-z]{0,4})|\b0(?:x[0-9a-f]{0,2})?|(?:\b|(?<=u\+[0-9a-f]{4}))u(?:\+[0-9a-f]{0,6})?)$/i

/** Where the end of a reading that is the beginning of a secret starts in its text; the end of the text when it is none. */
function begunAt(reading: Reading, searcher: Searcher, end: number): number {
  const begun = searcher.begunAtEnd(reading)
  return begun === 0 ? end : (reading.starts[reading.length - begun] as number)
}

/** From where on a text may be the beginning of a secret, as it is written or with escapes decoded. */
function heldFrom(text: string, searcher: Searcher): number {
  const written = begunAt(asWritten(codesOf(text)), searcher, text.length)
  const cut = CUT_ESCAPE.exec(text)?.index ?? text.length
  if (cut === text.length && !hasEscapes(text)) return written
  // What the escape stands for is not known yet: all of it stays, and what it may continue.
  const before = text.slice(0, cut)
  return Math.min(written, cut, begunAt(decoded(before, codesOf(before)), searcher, cut))
}

function streamOf(hidden: (text: string) => string, searcher: Searcher) {
  let held = ''
  /** How much of `held` was searched already. */
  let searched = 0
  return {
    push(piece: string): string {
      held += piece
      // White space that goes on for long after the beginning of a secret is not searched again for each piece.
      if (searched > HELD_BEFORE_WAITING && held.length - searched < searched / 16) return ''
      held = hidden(held)
      const start = Math.max(heldFrom(held, searcher), held.length - OVERLAP)
      const ready = held.slice(0, start)
      held = held.slice(start)
      searched = held.length
      return ready
    },
    end(): string {
      const rest = hidden(held)
      held = ''
      searched = 0
      return rest
    },
  }
}

/** @param secrets those shorter than four characters stay: everything would hold them */
export function redactor(secrets: readonly string[]): Redactor {
  const { literal, folded } = spellingsOf(secrets)
  const short = literal.filter(({ length }) => length < Searcher.WIDTH)
  const long = literal.filter(({ length }) => length >= Searcher.WIDTH).map(codesOf)
  const literals = new Searcher(long)
  const searcher = new Searcher(folded)

  const find = (text: string): Range[] => {
    const ranges: Range[] = []
    if (literal.length === 0 || text === '') return ranges
    for (const spelling of short)
      for (let at = text.indexOf(spelling); at !== -1; at = text.indexOf(spelling, at + spelling.length))
        ranges.push([at, at + spelling.length])
    if (text.length < Searcher.WIDTH) return merged(ranges)
    const codes = codesOf(text)
    literals.each({ codes, length: codes.length }, (start, end) => ranges.push([start, end]))
    if (folded.length > 0)
      for (const reading of readingsOf(text, codes))
        searcher.each(reading, (start, end) => addRanges(ranges, text, reading, start, end))
    return merged(ranges)
  }

  const text = (whole: string) => hide(whole, find(whole))

  const json = <T>(value: T): T => {
    const written = JSON.stringify(value)
    const hidden = hide(written, find(written), true)
    return hidden === written ? value : (JSON.parse(hidden) as T)
  }

  const texts = (all: readonly string[]): string[] => {
    const found = find(all.join('\n'))
    if (found.length === 0) return [...all]
    let offset = 0
    return all.map((one) => {
      const inside = found.map(
        ([start, end]): Range => [Math.max(0, start - offset), Math.min(one.length, end - offset)],
      )
      offset += one.length + 1
      return hide(
        one,
        inside.filter(([start, end]) => start < end),
      )
    })
  }

  const longText = async (whole: string): Promise<string> => {
    if (whole.length <= WINDOW) return text(whole)
    const ranges: Range[] = []
    for (let at = 0; at < whole.length; at += WINDOW - OVERLAP) {
      if (at > 0) await setImmediate()
      const found = find(whole.slice(at, at + WINDOW)).map(([start, end]): Range => [start + at, end + at])
      while ((ranges.at(-1)?.[1] ?? -1) >= at) found.push(ranges.pop() as Range)
      for (const range of merged(found)) ranges.push(range)
    }
    const steps = hideInSteps(whole, ranges)
    for (;;) {
      await setImmediate()
      const step = steps.next()
      if (step.done) return step.value
    }
  }

  return { text, long: longText, texts, json, stream: () => streamOf(text, searcher) }
}
