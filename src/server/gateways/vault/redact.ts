/**
 * Takes secrets out of what came back. Some services repeat what they were sent, and a person who may aim a credential at an
 * address must not read it there in another spelling. The text is read in several ways and every place where a spelling of a
 * secret occurs is hidden. An encoding that is not searched for, or an answer that tells the secret in two halves, cannot be seen.
 */
import { setImmediate } from 'node:timers/promises'
import {
  asWritten,
  decoded,
  hasEscapes,
  onlyIn,
  type Range,
  type Reading,
  stringsOf,
  textsOf,
  valuesOf,
} from './readings.ts'
import { SHORTEST_FOLDED, spellingsOf } from './secret-spellings.ts'

const HIDDEN = '[hidden]'
/** Characters searched in one turn of the event loop, about 10 ms. */
const WINDOW = 262_144
/** A spelling that reaches over the border of two windows is found when it is shorter than this. */
const OVERLAP = 32_768
/** Characters of one occurrence further apart than this are hidden one by one. */
const MOST_BETWEEN = 8
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

/** Finds many strings in one pass: the hash of each eight codes tells where to compare. */
class Searcher {
  readonly #candidates = new Map<number, Uint16Array[]>()
  readonly #filter = new Uint8Array(65_536)
  readonly #leaving: number

  constructor(needles: readonly Uint16Array[]) {
    let leaving = 1
    for (let i = 1; i < SHORTEST_FOLDED; i++) leaving = Math.imul(leaving, 31)
    this.#leaving = leaving
    for (const needle of needles) {
      let hash = 0
      for (let i = 0; i < SHORTEST_FOLDED; i++) hash = (Math.imul(hash, 31) + (needle[i] as number)) | 0
      const same = this.#candidates.get(hash)
      if (same) same.push(needle)
      else this.#candidates.set(hash, [needle])
      this.#filter[slot(hash)] = 1
    }
  }

  each({ codes, length }: Reading, found: (start: number, end: number) => void): void {
    let hash = 0
    for (let i = 0; i < length; i++) {
      if (i >= SHORTEST_FOLDED) hash = (hash - Math.imul(codes[i - SHORTEST_FOLDED] as number, this.#leaving)) | 0
      hash = (Math.imul(hash, 31) + (codes[i] as number)) | 0
      if (this.#filter[slot(hash)] === 0 || i < SHORTEST_FOLDED - 1) continue
      const start = i - SHORTEST_FOLDED + 1
      for (const needle of this.#candidates.get(hash) ?? [])
        if (isAt(codes, length, start, needle)) found(start, start + needle.length)
    }
  }
}

const slot = (hash: number): number => (hash ^ (hash >>> 16)) & 0xffff

/** Whether the first `size` codes of a needle are there. */
function isAt(codes: Uint16Array, length: number, start: number, needle: Uint16Array, size = needle.length): boolean {
  if (start + size > length) return false
  for (let i = 0; i < size; i++) if (codes[start + i] !== needle[i]) return false
  return true
}

/** The characters that an occurrence stands for, without the structure between them: quotes, brackets, tags and line ends. */
function rangesOf(text: string, { starts, ends }: Reading, from: number, to: number): Range[] {
  const ranges: Range[] = []
  let start = starts[from] as number
  for (let i = from + 1; i <= to; i++) {
    const end = ends[i - 1] as number
    const next = i < to ? (starts[i] as number) : -1
    const joined = next >= end && next - end <= MOST_BETWEEN && !/["<>{}[\]\r\n]/.test(text.slice(end, next))
    if (joined) continue
    ranges.push([start, end])
    start = next
  }
  return ranges
}

/** Sorted, each begins behind the end of the one before. */
function merged(ranges: Range[]): Range[] {
  const result: [number, number][] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}

/** Whether a place of a JSON text is within quotes; places are asked in rising order. */
function quotedPlaces(text: string): (place: number) => boolean {
  if (!/^\s*[[{]/.test(text)) return () => true
  const strings = stringsOf(text)
  let string = strings.next().value
  return (place) => {
    while (string && string[1] <= place) string = strings.next().value
    return string ? string[0] <= place : false
  }
}

function hide(text: string, ranges: Range[]): string {
  if (ranges.length === 0) return text
  const isQuoted = quotedPlaces(text)
  let result = ''
  let at = 0
  for (const [start, end] of merged(ranges)) {
    if (isQuoted(start)) {
      result += text.slice(at, Math.max(at, start)) + HIDDEN
      at = end
      continue
    }
    // A number of a JSON text: the rest of it goes as well, so that what is left can be parsed.
    let [first, last] = [start, end]
    while (first > at && /[\w.+-]/.test(text[first - 1] as string)) first--
    while (last < text.length && /[\w.+-]/.test(text[last] as string)) last++
    if (last <= at) continue
    result += `${text.slice(at, first)}"${HIDDEN}"`
    at = last
  }
  return result + text.slice(at)
}

/** Every way of reading that could show something new. */
function* readingsOf(text: string): Generator<Reading> {
  const written = asWritten(text)
  yield written
  const plain = hasEscapes(text) ? decoded(text) : written
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
  /(?:%(?:25){0,4}[0-9a-f]?|\\{1,8}(?:u[0-9a-f]{0,3}|u\{[0-9a-f]{0,6}|x[0-9a-f]?)?|&(?:amp;){0,4}(?:#\d{0,7}|#x[0-9a-f]{0,6}|[a-z]{0,4})|\b0(?:x[0-9a-f]{0,2})?)$/i

/** Where the end of a reading that is the beginning of a secret starts in its text; the end of the text when it is none. */
function begunAt({ codes, starts, length }: Reading, needles: readonly Uint16Array[], end: number): number {
  let most = 0
  for (const needle of needles)
    for (let size = Math.min(length, needle.length - 1); size > most; size--)
      if (isAt(codes, length, length - size, needle, size)) most = size
  return most === 0 ? end : (starts[length - most] as number)
}

/** From where on a text may be the beginning of a secret, as it is written or with escapes decoded. */
function heldFrom(text: string, needles: readonly Uint16Array[]): number {
  const written = begunAt(asWritten(text), needles, text.length)
  const cut = CUT_ESCAPE.exec(text)?.index ?? text.length
  if (cut === text.length && !hasEscapes(text)) return written
  // What the escape stands for is not known yet: all of it stays, and what it may continue.
  return Math.min(written, cut, begunAt(decoded(text.slice(0, cut)), needles, cut))
}

function streamOf(hidden: (text: string) => string, needles: readonly Uint16Array[]) {
  let held = ''
  /** How much of `held` was searched already. */
  let searched = 0
  return {
    push(piece: string): string {
      held += piece
      // White space that goes on for long after the beginning of a secret is not searched again for each piece.
      if (searched > HELD_BEFORE_WAITING && held.length - searched < searched / 16) return ''
      held = hidden(held)
      const start = Math.max(heldFrom(held, needles), held.length - OVERLAP)
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
  const searcher = new Searcher(folded)

  const find = (text: string): Range[] => {
    const ranges: Range[] = []
    if (literal.length === 0 || text === '') return ranges
    for (const spelling of literal)
      for (let at = text.indexOf(spelling); at !== -1; at = text.indexOf(spelling, at + spelling.length))
        ranges.push([at, at + spelling.length])
    if (folded.length > 0 && text.length >= SHORTEST_FOLDED)
      for (const reading of readingsOf(text))
        searcher.each(reading, (start, end) => ranges.push(...rangesOf(text, reading, start, end)))
    return ranges
  }

  const text = (whole: string) => hide(whole, find(whole))

  const json = <T>(value: T): T => {
    const written = JSON.stringify(value)
    const hidden = text(written)
    return hidden === written ? value : (JSON.parse(hidden) as T)
  }

  const texts = (all: readonly string[]): string[] => {
    const found = merged(find(all.join('\n')))
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

  const long = async (whole: string): Promise<string> => {
    if (whole.length <= WINDOW) return text(whole)
    const ranges: Range[] = []
    for (let at = 0; at < whole.length; at += WINDOW - OVERLAP) {
      if (at > 0) await setImmediate()
      for (const [start, end] of find(whole.slice(at, at + WINDOW))) ranges.push([start + at, end + at])
    }
    return hide(whole, ranges)
  }

  return { text, long, texts, json, stream: () => streamOf(text, folded) }
}
