/**
 * Masks personal data in a short text of a list, such as the name of a document. It hides more than `findPhi` finds: names of files are
 * written without capitals and with other signs than blanks, and what a list leaves out is read where the document is opened.
 */
import { findPhi } from './detect.ts'
import type { PhiFinding } from './kinds.ts'
import { ALSO_WORDS, FIRST_NAMES, NOT_NAMES, SURNAMES } from './name-lists.ts'

/** Longer texts are written as sentences, with capitals and blanks. */
const SHORT = 200
/** What files are called without being about anybody, next to the words of `NOT_NAMES`. */
const ORDINARY: ReadonlySet<string> = new Set(
  'Scan Scanned Image Img Photo Picture Screenshot Untitled Document Documents Doc Docs File Files Page Pages Copy Draft Final New Old Test Sample Example Demo Input Output Data Invoice Invoices Bill Bills Receipt Claim Claims Letter Form Contract Agreement Statement Order Policy Table List Sheet Book Results Result Batch Upload Download Version Part Lab Labs Xray Ecg Mri Ct Opd Ipd Pdf Docx Xlsx Csv Txt Jpg Jpeg Png Tif Tiff Zip'.split(
    ' ',
  ),
)

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
const isOrdinary = (word: string): boolean => NOT_NAMES.has(capital(word)) || ORDINARY.has(capital(word))

/** Of the same length, so that places stay what they are. */
const withBlanks = (text: string): string => text.replace(/_/g, ' ')

/** Signs between letters as blanks, and a capital at each word. */
function loosened(text: string): string {
  const blanks = withBlanks(text).replace(/(?<=\p{L})[-.+](?=\p{L})/gu, ' ')
  const raised = blanks.replace(/(?<![\p{L}\p{M}'’])\p{Ll}/gu, (letter) => letter.toUpperCase())
  return raised.length === text.length ? raised : text
}

type Span = Pick<PhiFinding, 'kind' | 'start' | 'end'>

/** Words of the lists of names, also alone. */
const listed = (text: string): Span[] =>
  [...text.matchAll(/(?<![\p{L}\p{N}])\p{L}{3,20}(?![\p{L}\p{N}])/gu)]
    .filter(({ 0: word }) => {
      const name = capital(word)
      return (SURNAMES.has(name) || FIRST_NAMES.has(name)) && !ALSO_WORDS.has(name) && !isOrdinary(word)
    })
    .map(({ 0: word, index }) => ({ kind: 'name', start: index, end: index + word.length }))

/** A file whose name is one to four words that are in no list of ordinary words is taken to be named after a person. */
function fileName(text: string): Span[] {
  const stem = /^(.+)\.[a-z]{3,4}(?: \+\d+)?$/i.exec(text)?.[1]
  if (stem === undefined) return []
  const words = loosened(stem).match(/\p{L}+/gu) ?? []
  const isName = words.length >= 1 && words.length <= 4 && words.every((word) => word.length > 1 && !isOrdinary(word))
  return isName ? [{ kind: 'name', start: 0, end: stem.length }] : []
}

function found(text: string, label: string): Span[] {
  const head = label === '' ? '' : `${label.replaceAll(/[._]+/g, ' ').trim()}: `
  const within = (read: string): Span[] =>
    findPhi(head + read)
      .map(({ kind, start, end }) => ({ kind, start: start - head.length, end: end - head.length }))
      .filter(({ end }) => end > 0)
      .map((one) => ({ ...one, start: Math.max(0, one.start) }))
  const isShort = text.length <= SHORT
  const loose = isShort ? loosened(text) : withBlanks(text)
  const spans = loose === text ? within(text) : [...within(text), ...within(loose)]
  return isShort ? [...spans, ...listed(loose), ...fileName(text)] : spans
}

/** The year of a date says too little to hide it. */
const yearOf = (kind: Span['kind'], words: string): string => {
  const year = kind === 'date' ? /(?<!\d)(?:19|20)\d{2}(?!\d)/.exec(words)?.[0] : undefined
  return year === undefined ? '' : ` ${year}`
}

/**
 * @param mask takes the place of each
 * @param label what the text is called where it comes from: `patient_name` gives its value away
 */
export function maskPhi(text: string, mask: string, label = ''): string {
  const spans = found(text, label).toSorted((a, b) => a.start - b.start || b.end - a.end)
  let out = ''
  let at = 0
  for (const { kind, start, end } of spans) {
    if (end <= at) continue
    // What sticks out of the one before is hidden with it.
    if (start >= at) out += text.slice(at, start) + mask + yearOf(kind, text.slice(start, end))
    at = end
  }
  return out + text.slice(at)
}
