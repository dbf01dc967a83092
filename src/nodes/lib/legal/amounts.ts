/** Sums of money: figures with Indian and Western grouping, lakh and crore, and the words that repeat them. */
import type { Span } from '#nodes/lib/retrieval/sentences.ts'

export interface FoundAmount extends Span {
  text: string
  /** ISO 4217. */
  currency: string
  /** In whole units of the currency (rupees, dollars); null when written in words that do not resolve. */
  value: number | null
  /** The words next to the figure, as written. */
  words: string | null
  /** The words say another sum than the figure. */
  mismatch: boolean
  /** `month` for a sum "per month", and so on. */
  per: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year' | null
  /** What it is for, where the text before names it. */
  purpose: string | null
}

const CURRENCIES: readonly [RegExp, string][] = [
  [/^(?:₹|rs|inr|rupee)/i, 'INR'],
  [/^(?:us\$|usd|u\.s\.|\$|dollar|us dollar)/i, 'USD'],
  [/^(?:€|eur)/i, 'EUR'],
  [/^(?:£|gbp|pound)/i, 'GBP'],
  [/^(?:aed|dirham)/i, 'AED'],
  [/^(?:sgd|s\$)/i, 'SGD'],
]
const currencyOf = (mark: string): string => CURRENCIES.find(([pattern]) => pattern.test(mark.trim()))?.[1] ?? 'INR'

const SCALE: Record<string, number> = {
  thousand: 1e3,
  k: 1e3,
  lakh: 1e5,
  lac: 1e5,
  l: 1e5,
  million: 1e6,
  mn: 1e6,
  crore: 1e7,
  cr: 1e7,
  billion: 1e9,
  bn: 1e9,
}
const SCALE_WORDS = '(thousand|lakhs?|lacs?|crores?|cr|million|mn|billion|bn|k)'
const FIGURE = '(\\d{1,3}(?:,\\d{2,3}){1,6}|\\d{1,15})(\\.\\d{1,4})?'
const MARK = '(?<![A-Za-z])(₹|(?:rs|inr|usd|eur|gbp|aed|sgd)\\b\\.?|rupees|us\\$|s\\$|\\$|€|£)'
const LEADING = new RegExp(`${MARK}\\s{0,3}${FIGURE}(?:\\s{0,2}${SCALE_WORDS}\\b)?(?:\\s?/[-=])?`, 'gi')
const TRAILING = new RegExp(
  `\\b${FIGURE}\\s{0,2}(?:${SCALE_WORDS}\\b)?\\s{0,2}(rupees|us dollars|dollars|inr|usd|euros?|pounds)\\b`,
  'gi',
)
const SCALED = new RegExp(`\\b${FIGURE}\\s{0,2}(lakhs?|lacs?|crores?)\\b`, 'gi')

const ONES: Record<string, number> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}

/** The number that words say, Indian and Western scales mixed ("twelve lakh fifty thousand"); null for anything else. */
export function numberFromWords(text: string): number | null {
  const words = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !['and', 'only', 'rupees', 'rupee', 'dollars', 'us', 'inr', 'rs'].includes(word))
  if (words.length === 0) return null
  let total = 0
  let part = 0
  for (const word of words) {
    const scale = SCALE[word.replace(/s$/, '')]
    const one = ONES[word]
    if (one !== undefined) part += one
    else if (word === 'hundred') part = Math.max(part, 1) * 100
    else if (scale !== undefined) {
      total += Math.max(part, 1) * scale
      part = 0
    } else return null
  }
  return total + part
}

const PERIODS: readonly [FoundAmount['per'], RegExp][] = [
  ['hour', /^[^.;\d]{0,30}\b(?:per hour|an hour|hourly|\/hour)/i],
  ['day', /^[^.;\d]{0,30}\b(?:per (?:man[- ]?)?day|a day|daily|each day|every day|per diem)/i],
  ['week', /^[^.;\d]{0,30}\b(?:per week|a week|weekly|each week)/i],
  ['quarter', /^[^.;\d]{0,30}\b(?:per quarter|quarterly)/i],
  ['month', /^[^.;\d]{0,30}\b(?:per month|a month|monthly|each month|every month|p\.m)/i],
  ['year', /^[^.;\d]{0,30}\b(?:per (?:annum|year)|a year|annually|yearly|each year|p\.a)/i],
]
const PURPOSE =
  /\b((?:security |refundable |monthly |annual |license |licence |subscription |professional |service |late |basic |gross |total |fixed )?(?:rent|deposit|salary|fees?|consideration|charges|price|retainer|penalty|compensation|liability|insurance|damages|advance|royalty|bonus|stipend|ctc|remuneration|value|cost|budget|turnover|income|revenue|profit|tax))\b/gi

/** The purpose named last before a sum, within its sentence. */
function purposeOf(text: string, start: number): string | null {
  const before = text.slice(Math.max(0, start - 140), start).replace(/\s+/g, ' ')
  const sentence = before.slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf(';')) + 1)
  return [...sentence.matchAll(PURPOSE)].at(-1)?.[1]?.toLowerCase().trim() ?? null
}

/** The bracket or dash that repeats the figure in words right after it. */
function wordsAfter(text: string, end: number): { words: string | null; length: number } {
  const match = /^\s{0,3}\(\s?((?:rupees|rs|inr|us dollars|dollars|usd|indian rupees)?[a-z ,-]{4,160}?)\s?\)/i.exec(
    text.slice(end, end + 180),
  )
  if (match === null) return { words: null, length: 0 }
  const words = match[1] ?? ''
  return numberFromWords(words) === null ? { words: null, length: 0 } : { words: words.trim(), length: match[0].length }
}

function amountAt(
  text: string,
  start: number,
  raw: string,
  parts: { mark: string; figure: string; fraction: string; scale: string },
): FoundAmount {
  const scale = SCALE[parts.scale.toLowerCase().replace(/s$/, '')] ?? 1
  const value = Math.round(Number(parts.figure.replaceAll(',', '') + parts.fraction) * scale * 100) / 100
  const end = start + raw.length
  const { words, length } = wordsAfter(text, end)
  const spoken = words === null ? null : numberFromWords(words)
  const after = text.slice(end + length, end + length + 60).replace(/\s+/g, ' ')
  const purpose = purposeOf(text, start)
  const said = purpose?.startsWith('monthly') ? 'month' : purpose?.startsWith('annual') ? 'year' : null
  return {
    start,
    end,
    text: raw,
    currency: currencyOf(parts.mark),
    value,
    words,
    mismatch: spoken !== null && Math.abs(spoken - value) >= 1,
    per: PERIODS.find(([, pattern]) => pattern.test(after))?.[0] ?? said,
    purpose,
  }
}

const IN_WORDS = /\b(?:rupees|inr)\s((?:[a-z]{2,10}[ -]){1,14}?)only\b/gi

/** Every sum of money in reading order. Linear. */
export function findAmounts(text: string): FoundAmount[] {
  const found: FoundAmount[] = []
  for (const match of text.matchAll(LEADING)) {
    const [raw, mark = '', figure = '', fraction = '', scale = ''] = match
    found.push(amountAt(text, match.index, raw, { mark, figure, fraction, scale }))
  }
  for (const match of text.matchAll(TRAILING)) {
    const [raw, figure = '', fraction = '', scale = '', mark = ''] = match
    found.push(amountAt(text, match.index, raw, { mark, figure, fraction, scale }))
  }
  for (const match of text.matchAll(SCALED)) {
    const [raw, figure = '', fraction = '', scale = ''] = match
    found.push(amountAt(text, match.index, raw, { mark: 'inr', figure, fraction, scale }))
  }
  for (const match of text.matchAll(IN_WORDS)) {
    const value = numberFromWords(match[1] ?? '')
    if (value === null) continue
    const base = amountAt(text, match.index, match[0], { mark: 'inr', figure: '0', fraction: '', scale: '' })
    found.push({ ...base, value, words: match[0], mismatch: false })
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const out: FoundAmount[] = []
  let covered = 0
  for (const amount of found) {
    if (amount.start < covered) continue
    out.push(amount)
    covered = amount.words === null ? amount.end : amount.end + amount.words.length + 2
  }
  return out
}
