/** Puts a mark in place of ranges of a text. JSON stays JSON. */
import { type Range, stringsOf } from './readings.ts'

const HIDDEN = '[hidden]'
const PIECES_PER_STEP = 8192
/** A part of a number or of another value of JSON that is not quoted. */
const BARE = /[\w.+-]/
/** What is between brackets outside quotes, without the commas and colons around it. */
const BARE_VALUES = /[^[\]{},:\s](?:[^[\]{}]*[^[\]{},:\s])?/g

/** Sorted, each begins behind the end of the one before. */
export function mergeRanges(ranges: Range[]): Range[] {
  const result: [number, number][] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text)

/** @param ranges sorted, none overlaps another */
export function hideRanges(text: string, ranges: readonly Range[], isJson = looksLikeJson(text)): string {
  const steps = hideInSteps(text, ranges, isJson)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The same in steps of a few ms, between which a caller may let others have their turn. */
export function* hideInSteps(
  text: string,
  ranges: readonly Range[],
  isJson = looksLikeJson(text),
): Generator<undefined, string> {
  if (ranges.length === 0) return text
  let pieces: string[] = []
  const chunks: string[] = []
  let at = 0
  for (const [start, end, mark] of isJson ? marksInJson(text, ranges) : marksIn(ranges)) {
    if (end > at) {
      pieces.push(text.slice(at, Math.max(at, start)), mark)
      at = end
    }
    if (pieces.length < PIECES_PER_STEP) continue
    chunks.push(pieces.join(''))
    pieces = []
    yield
  }
  return chunks.join('') + pieces.join('') + text.slice(at)
}

type Mark = readonly [start: number, end: number, mark: string]

function* marksIn(ranges: readonly Range[]): Generator<Mark> {
  for (const [start, end] of ranges) yield [start, end, HIDDEN]
}

/** Each range is divided at the quotes of strings, which stay, as do brackets. */
function* marksInJson(text: string, ranges: readonly Range[]): Generator<Mark> {
  const strings = stringsOf(text)
  let string = strings.next().value
  /** Where what is outside quotes begins: behind the string before, or behind the last mark there. */
  let outside = 0
  for (const [start, end] of ranges) {
    for (;;) {
      const opening = string ? string[0] - 1 : text.length
      const [first, last] = [Math.max(start, outside), Math.min(end, opening)]
      if (first < last) {
        const [from, to] = wholeValues(text, first, last, outside, opening)
        yield [from, to, text.slice(from, to).replace(BARE_VALUES, `"${HIDDEN}"`)]
        outside = to
      }
      if (!string || end <= string[0]) break
      const [within, until] = [Math.max(start, string[0]), Math.min(end, string[1])]
      if (within < until) yield [...wholeEscapes(text, within, until, string[0]), HIDDEN]
      if (end <= string[1]) break
      outside = string[1] + 1
      string = strings.next().value
    }
  }
}

/** A number goes as a whole, so that what is left can be parsed. */
function wholeValues(text: string, start: number, end: number, from: number, to: number): Range {
  let [first, last] = [start, end]
  while (first > from && BARE.test(text[first - 1] as string)) first--
  while (last < to && BARE.test(text[last] as string)) last++
  return [first, last]
}

/** Begins and ends where no escape of a JSON string is cut in two. */
function wholeEscapes(text: string, start: number, end: number, from: number): Range {
  return [escapeAround(text, start, from)?.[0] ?? start, escapeAround(text, end, from)?.[1] ?? end]
}

/** The escape that a place is inside of, in a string that begins at `from`. */
function escapeAround(text: string, place: number, from: number): Range | null {
  for (let at = place - 1; at >= Math.max(from, place - 5); at--) {
    if (text[at] !== '\\') continue
    let first = at
    while (first > from && text[first - 1] === '\\') first--
    // Backslashes go in pairs: this one begins an escape, or is the second of one that ends here.
    if ((at - first) % 2 === 1) continue
    const end = at + (text[at + 1] === 'u' ? 6 : 2)
    return place < end ? [at, end] : null
  }
  return null
}
