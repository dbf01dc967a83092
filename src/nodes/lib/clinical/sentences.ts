/** Splits a clinical note into sentences, keeping exact positions. */

export interface Span {
  /** UTF-16 positions in the original text; `text.slice(start, end)` is the sentence. */
  start: number
  end: number
}

const ABBREVIATION =
  /(?<![a-z0-9])(?:dr|mr|mrs|ms|prof|st|vs|e\.g|i\.e|approx|no|fig|resp|temp|wt|ht|pt|dept|jr|sr|ca|cf|al|inc|hosp|p\.o|q\.d|b\.i\.d|t\.i\.d|q\.i\.d|q\.h\.s|a\.m|p\.m|[a-z])\.$/i
const LIST_START = /^\s*(?:[•●▪◦‣·*–—-]\s|[-]|\(?\d{1,2}[.)]\s|[a-z][.)]\s)/i
const HEADING_START = /^\s*[A-Z][A-Za-z /&()-]{1,48}:/
const LINE_FULL = 0.7

/** Lines end with their break; the widest line tells how far text was wrapped. */
function lines(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  for (const match of text.matchAll(/\r\n|[\n\r\f\u2028\u2029]/g)) {
    spans.push({ start, end: match.index })
    start = match.index + match[0].length
  }
  if (start < text.length) spans.push({ start, end: text.length })
  return spans
}

/** Whether a line is only the continuation of a sentence that the page broke. */
function continues(before: string, after: string, width: number): boolean {
  const head = before.trimEnd()
  const tail = after.trimStart()
  if (head === '' || tail === '' || /[.!?:;]$/.test(head)) return false
  if (LIST_START.test(after) || HEADING_START.test(after)) return false
  if (/^[a-z(]/.test(tail) || /[,(/-]$/.test(head) || /\b(?:and|or|of|the|with|to|a|in|for)$/i.test(head)) return true
  return head.length >= width * LINE_FULL && /\d|[A-Z][a-z]|[A-Z]{2}/.test(tail.slice(0, 3)) && width >= 60
}

const startsAt = (text: string, line: Span, cuts: ReadonlySet<number>): boolean => {
  const lead = text.slice(line.start, line.end).search(/\S/)
  return lead >= 0 && cuts.has(line.start + lead)
}

/** Runs of lines that belong together. */
function blocks(text: string, cuts: ReadonlySet<number>): Span[] {
  const all = lines(text)
  const lengths = all.map((line) => line.end - line.start).sort((a, b) => a - b)
  const width = Math.min(lengths[Math.floor(lengths.length * 0.9)] ?? 80, 160)
  const result: Span[] = []
  let previous: Span | null = null
  for (const line of all) {
    const last = result.at(-1)
    const joined =
      last !== undefined &&
      previous !== null &&
      !startsAt(text, line, cuts) &&
      continues(text.slice(previous.start, previous.end), text.slice(line.start, line.end), width)
    if (joined && last !== undefined) last.end = line.end
    else result.push({ ...line })
    previous = line
  }
  return result
}

/** Cuts a block after `.`, `!`, `?` and `;` that end a sentence: not after abbreviations, initials and numbers like `0.4`. */
function cut(text: string, block: Span): Span[] {
  const result: Span[] = []
  let start = block.start
  const part = text.slice(block.start, block.end)
  for (const match of part.matchAll(/[.!?;]+["')\]]*(?=\s|$)/g)) {
    const end = block.start + match.index + match[0].length
    // Only the last characters: a text of nothing but abbreviations must stay cheap.
    const before = text.slice(Math.max(start, end - 16), end)
    const numbering = end - start < 8 && /^\s*\(?\d{1,2}\.$/.test(text.slice(start, end))
    if (match[0].startsWith('.') && (numbering || ABBREVIATION.test(before))) continue
    result.push({ start, end })
    start = end
  }
  if (start < block.end) result.push({ start, end: block.end })
  return result
}

function trim(text: string, span: Span): Span | null {
  const part = text.slice(span.start, span.end)
  const lead = part.length - part.trimStart().length
  const tail = part.length - part.trimEnd().length
  return lead + tail >= part.length ? null : { start: span.start + lead, end: span.end - tail }
}

/** A sentence above this many characters is cut at white space: text without any punctuation must stay cheap. */
const LONGEST = 1200

function limit(text: string, span: Span): Span[] {
  const result: Span[] = []
  let { start } = span
  while (span.end - start > LONGEST) {
    const space = text.lastIndexOf(' ', start + LONGEST)
    const end = space > start ? space : start + LONGEST
    result.push({ start, end })
    start = end
  }
  result.push({ start, end: span.end })
  return result
}

/**
 * Sentences in order. A line break ends a sentence unless the next line plainly continues it (text wrapped by a PDF); list
 * items and headings begin a new one. `cuts` are positions where a new sentence must begin, such as the starts of sections.
 */
export function splitSentences(text: string, cuts: readonly number[] = []): Span[] {
  return blocks(text, new Set(cuts))
    .flatMap((block) => cut(text, block))
    .flatMap((span) => limit(text, span))
    .flatMap((span) => trim(text, span) ?? [])
}
