/** Sentence boundaries with exact offsets, made for contracts and reports: abbreviations, list marks and wrapped lines. Linear. */

/** UTF-16 offsets, end exclusive. */
export interface Span {
  start: number
  end: number
}

/** A longer run without a boundary is cut at white space: nobody reads it as one sentence, and patterns stay cheap. */
export const MAX_SENTENCE = 2_000

/** A numbered line up to this length may be a heading rather than the first line of a wrapped item. */
const MAX_HEADING = 50

const ABBREVIATIONS = new Set(
  (
    'no nos ltd pvt rs mr mrs ms dr smt shri messrs v vs viz inc co corp llc art arts sec secs cl cls para paras ref st dept govt approx est fig ' +
    'vol ed al etc cf eg ie jan feb mar apr jun jul aug sept sep oct nov dec prof hon adv retd regn tel ph fax ext pp regd'
  ).split(' '),
)

const isSpace = (char: string): boolean => /\s/.test(char)

/** A list mark or a numbered heading opens the line. */
const LIST_MARK =
  /(?:\d{1,3}(?:\.\d{1,3}){1,4}(?=\s+\p{Lu})|\(?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[a-z]{1,2}|[ivx]{1,5}|[A-Z])[.)]|[•●▪*–-])\s/uy

function startsListMark(text: string, at: number): boolean {
  LIST_MARK.lastIndex = at
  return LIST_MARK.test(text)
}

/** The dot at `at` closes an abbreviation, an initial or a list number rather than a sentence. */
function isAbbreviation(text: string, at: number, sentenceStart: number): boolean {
  let from = at
  while (from > sentenceStart && at - from < 8 && /[\p{L}\p{N}]/u.test(text[from - 1] ?? '')) from--
  const word = text.slice(from, at)
  if (word === '') return false
  const before = text[from - 1] ?? ' '
  if (/^\p{Lu}$/u.test(word) || (word === 's' && before === '/')) return true
  if (/^\d{1,3}$/.test(word))
    return from === sentenceStart || (before === '.' && text.slice(sentenceStart, from).length < 16)
  return ABBREVIATIONS.has(word.toLowerCase()) && !isSpace(text[at - 1] ?? ' ')
}

/** Where the sentence ends that a mark at `at` may close, or -1. */
function endsAt(text: string, at: number, sentenceStart: number, to: number): number {
  const char = text[at]
  if (char !== '.' && char !== '!' && char !== '?' && char !== '।') return -1
  let end = at + 1
  while (end < to && /["”’')\]]/.test(text[end] ?? '')) end++
  if (end >= to) return end
  if (!isSpace(text[end] ?? '')) return -1
  if (char === '.' && end === at + 1 && isAbbreviation(text, at, sentenceStart)) return -1
  let next = end
  while (next < to && next - end < 20 && isSpace(text[next] ?? '')) next++
  return /[\p{Ll}]/u.test(text[next] ?? '') ? -1 : end
}

const lineEnd = (text: string, from: number): number => {
  const found = text.indexOf('\n', from)
  return found === -1 ? text.length : found
}

/** The line that ends at `end` consists of cells separated by a tab or a bar. */
function isTableRow(text: string, end: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf('\n', end - 1) + 1, end - MAX_SENTENCE), end).trim()
  return line.includes('\t') || line.startsWith('|')
}

/**
 * The line before the break at `at` is a numbered heading: short, without closing punctuation, and the next line starts
 * a new sentence.
 */
function isHeadingLine(text: string, at: number, next: number): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1
  if (at - start > MAX_HEADING || !/\p{Lu}/u.test(text[next] ?? '')) return false
  return startsListMark(text, start) && !/[,;]\s*$/.test(text.slice(start, at))
}

/** How far white space is searched for the continuation of a text. */
const MAX_GAP = 40

/**
 * A sentence continues after an empty line, for example across a page break: it has not ended, and the next text begins
 * in lower case.
 */
function goesOn(text: string, at: number, to: number): boolean {
  let next = at
  while (next < to && next - at < MAX_GAP && isSpace(text[next] ?? '')) next++
  if (!/\p{Ll}/u.test(text[next] ?? '') || startsListMark(text, next)) return false
  let last = at
  while (last > 0 && at - last < MAX_GAP && isSpace(text[last - 1] ?? '')) last--
  return /[\p{L}\p{N},]/u.test(text[last - 1] ?? '')
}

/** The line break at `at` ends a paragraph, a heading or a row, or the next line opens with a list mark or is a row. */
function breaksAt(text: string, at: number, to: number): boolean {
  let next = at + 1
  while (next < to && (text[next] === ' ' || text[next] === '\t' || text[next] === '\r')) next++
  if (next >= to || (text[next] === '\n' && !goesOn(text, at, to))) return true
  if (startsListMark(text, next) || isHeadingLine(text, at, next)) return true
  return isTableRow(text, at) || isTableRow(text, lineEnd(text, next))
}

/** Where an overlong sentence is cut: after the last white space before the limit. */
function cutAt(text: string, start: number): number {
  const limit = start + MAX_SENTENCE
  for (let at = limit; at > start + MAX_SENTENCE / 2; at--) if (isSpace(text[at] ?? '')) return at
  const code = text.charCodeAt(limit)
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit
}

/** The sentences of `text` between `from` and `to`, trimmed, in order, none empty, none longer than {@link MAX_SENTENCE}. */
export function sentences(text: string, from = 0, to = text.length): Span[] {
  const spans: Span[] = []
  let start = from
  const close = (end: number): void => {
    let last = end
    while (last > start && isSpace(text[last - 1] ?? '')) last--
    if (last > start) spans.push({ start, end: last })
    start = end
    while (start < to && isSpace(text[start] ?? '')) start++
  }
  close(from)
  for (let at = start; at < to; at = Math.max(at + 1, start)) {
    if (at - start >= MAX_SENTENCE) close(cutAt(text, start))
    else if (text[at] === '\n' && breaksAt(text, at, to)) close(at)
    else {
      const end = endsAt(text, at, start, to)
      if (end > 0) close(end)
    }
  }
  close(to)
  return spans
}
