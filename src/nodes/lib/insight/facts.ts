/** Facts that stand in a text as they are: addresses, numbers of record, names, definitions. Pure and linear. */
import type { Span } from '#nodes/lib/retrieval/sentences.ts'

export interface Fact extends Span {
  /** The value without the text around it. */
  value: string
}
export interface IdFact extends Fact {
  /** `GSTIN`, `PAN`, `CIN`, `Invoice No`, … */
  type: string
}
export interface NameFact extends Fact {
  type: 'person' | 'organisation'
  /** How often the name occurs in the text. */
  count: number
}
export interface Definition extends Fact {
  term: string
}

const EMAIL = /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}/g
const URL_FORM = /\b(?:https?:\/\/|www\.)[^\s<>"')\]]{3,300}/g
const PHONE =
  /(?<![\d.,/-])(?:\+\d{1,3}[ -]?)?(?:\(\d{2,5}\)[ -]?|\d{2,5}[ -])?\d{3,5}[ -]\d{3,4}[ -]?\d{0,4}(?![\d.,/-]*\d)|(?<![\d.,/-])(?:\+91[ -]?)?[6-9]\d{9}(?!\d)/g

const IDS: readonly (readonly [string, RegExp])[] = [
  ['GSTIN', /\b\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]\b/g],
  ['CIN', /\b[LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6}\b/g],
  ['PAN', /\b[A-Z]{5}\d{4}[A-Z]\b/g],
  ['IFSC', /\b[A-Z]{4}0[A-Z0-9]{6}\b/g],
]
const NUMBERED =
  /\b(invoice|order|purchase order|po|policy|account|a\/c|registration|reference|ref|claim|case|mrn|uhid|patient id|employee id|contract|licen[cs]e|tender|bill|receipt|serial|membership|customer id|company number|order form)\b\s?(?:no\b|number\b|num\b|id\b|#)?\.?\s?[:#-]?\s{0,3}((?=[A-Z0-9/-]{0,24}\d)[A-Z0-9][A-Z0-9/-]{2,24})\b/gi

/** Titles of people, with what may follow; and the words that end the name of an organisation. */
const PERSON = /\b(?:Mr|Mrs|Ms|Dr|Shri|Smt|Prof|Adv|Capt|Col|Justice)\.? (?:\p{Lu}[\p{L}.'’-]{0,30} ?){1,4}/gu
const SIGNED_NAME = /\bName ?: ?((?:\p{Lu}[\p{L}.'’-]{0,30} ?){2,4})/gu
const ORGANISATION =
  /(?:\p{Lu}[\p{L}\d&.'’-]{0,30} (?:(?:and|of|&|for|the) )?){1,6}(?:Private Limited|Pvt\.? Ltd|Limited|Ltd|LLP|LLC|Inc|Corporation|Corp|GmbH|PLC|Hospital|Hospitals|University|Institute|College|Bank|Trust|Foundation|Society|Authority|Ministry|Commission|Council|Association|Company)\b\.?/gu
const DEFINED = /["“]([\p{L}\d][^"“”\n]{0,60})["”] (?:shall )?(?:means?|refers? to|includes?)\b/gu

/** Each value once, in the order of its first place. */
function once<F extends Fact>(facts: readonly F[], key: (fact: F) => string = (fact) => fact.value.toLowerCase()): F[] {
  const seen = new Map<string, F>()
  for (const fact of [...facts].sort((a, b) => a.start - b.start)) if (!seen.has(key(fact))) seen.set(key(fact), fact)
  return [...seen.values()]
}

function matches(text: string, pattern: RegExp, group = 0): Fact[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const raw = match[group] ?? ''
    const value = raw.replace(/[\s.,;:]+$/, '')
    const start = match.index + match[0].lastIndexOf(raw)
    return { value, start, end: start + value.length }
  }).filter((fact) => fact.value !== '')
}

export const emails = (text: string): Fact[] => once(matches(text, EMAIL))
export const links = (text: string): Fact[] => once(matches(text, URL_FORM))
export const phones = (text: string): Fact[] =>
  once(matches(text, PHONE).filter(({ value }) => value.replace(/\D/g, '').length >= 8))

/** Registration numbers by their form, and others by the words before them. */
export function ids(text: string): IdFact[] {
  const formed = IDS.flatMap(([type, pattern]) => matches(text, pattern).map((fact) => ({ ...fact, type })))
  const named = Array.from(text.matchAll(NUMBERED), (match) => {
    const value = match[2] ?? ''
    const start = match.index + match[0].lastIndexOf(value)
    return { value, start, end: start + value.length, type: (match[1] ?? '').toLowerCase() }
  })
  return once([...formed, ...named])
}

/** People (by their titles or a signature) and organisations (by their endings), most frequent first. */
export function names(text: string): NameFact[] {
  const people = [...matches(text, PERSON), ...matches(text, SIGNED_NAME, 1)].map((fact) => ({
    ...fact,
    type: 'person' as const,
  }))
  const firms = matches(text, ORGANISATION).map((fact) => {
    const lead =
      /^(?:The|This|That|These|Between|And|For|By|With|In|At|To|Of|A|An|If|Any) /.exec(fact.value)?.[0].length ?? 0
    return { value: fact.value.slice(lead), start: fact.start + lead, end: fact.end, type: 'organisation' as const }
  })
  const all = [...people, ...firms].filter(({ value }) => /\p{Ll}/u.test(value) && value.includes(' '))
  const counts = new Map<string, number>()
  for (const { value } of all) counts.set(value.toLowerCase(), (counts.get(value.toLowerCase()) ?? 0) + 1)
  const counted = once(all).map((fact) => ({ ...fact, count: counts.get(fact.value.toLowerCase()) ?? 1 }))
  return counted.sort((a, b) => b.count - a.count || a.start - b.start)
}

/** Terms a text defines, with the sentence part that does so up to 300 characters. */
export function definitions(text: string): Definition[] {
  const found = Array.from(text.matchAll(DEFINED), (match) => {
    const rest = text.slice(match.index, match.index + 300)
    const stop = /[.;]\s|\n\s*\n/.exec(rest.slice(match[0].length))
    const end = match.index + (stop === null ? rest.length : match[0].length + stop.index)
    return { term: (match[1] ?? '').trim(), value: text.slice(match.index, end), start: match.index, end }
  })
  return once(found, (fact) => fact.term.toLowerCase())
}
