/** Dates in a contract, with what each one is. Day-first where the order is open, as India and England write. */
import type { Span } from '#nodes/lib/retrieval/sentences.ts'

export type DateRole = 'effective' | 'expiry' | 'signing' | 'other'

export interface FoundDate extends Span {
  text: string
  /** `YYYY-MM-DD`; null when a part is left blank or the day does not exist. */
  iso: string | null
  role: DateRole
  /** Both readings of `04/05/2025` are possible; day first was taken. */
  ambiguous: boolean
  /** Computed from the start and the term rather than written; `text` is then the term. */
  computed: boolean
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const MONTH =
  '(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\\.?'
const ORDINAL = '(?: ?(?:st|nd|rd|th))?'

/** Each form with the order of its groups. */
const FORMS: readonly { pattern: RegExp; order: readonly ('day' | 'month' | 'year')[] }[] = [
  {
    pattern: new RegExp(
      `\\b(\\d{1,2})${ORDINAL}\\s{1,3}(?:day\\s{1,3})?(?:of\\s{1,3})?${MONTH},?\\s{0,3}(?:of\\s)?,?(\\d{4})\\b`,
      'gi',
    ),
    order: ['day', 'month', 'year'],
  },
  {
    pattern: new RegExp(`\\b${MONTH}\\s{1,3}(\\d{1,2})${ORDINAL},?\\s{1,3}(\\d{4})\\b`, 'gi'),
    order: ['month', 'day', 'year'],
  },
  { pattern: new RegExp(`\\b(\\d{1,2})[- ]${MONTH}[- ](\\d{4}|\\d{2})\\b`, 'gi'), order: ['day', 'month', 'year'] },
  { pattern: /\b(\d{4})-(\d{2})-(\d{2})\b/g, order: ['year', 'month', 'day'] },
  { pattern: /\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\b/g, order: ['day', 'month', 'year'] },
  {
    pattern: new RegExp(
      `_{2,20}\\s{0,3}(?:day\\s{1,3})?(?:of\\s{1,3})?(?:of\\s{1,3}_{2,20}|${MONTH}),?\\s{0,3}(\\d{4}|\\d{2}_{1,4}|_{2,10})`,
      'gi',
    ),
    order: [],
  },
]

const DAYS_IN = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const monthNumber = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) : MONTHS.findIndex((name) => name.startsWith(text.slice(0, 3).toLowerCase())) + 1

const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))

/** ISO form of a day that exists, or null. */
export function isoDate(year: number, month: number, day: number): string | null {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = month === 2 && !leap ? 28 : DAYS_IN[month - 1]
  if (last === undefined || day < 1 || day > last || year < 1000) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

interface Parts {
  day: string
  month: string
  year: string
}

function resolve({ day, month, year }: Parts): { iso: string | null; ambiguous: boolean } {
  const asNumbers = /^\d+$/.test(month)
  const first = Number(day)
  const second = monthNumber(month)
  const swapped = asNumbers && second > 12 && first <= 12
  const iso = swapped ? isoDate(fullYear(year), first, second) : isoDate(fullYear(year), second, first)
  return { iso, ambiguous: asNumbers && year.length !== 0 && first <= 12 && second <= 12 && first !== second }
}

const BEFORE: readonly [DateRole, RegExp][] = [
  [
    'expiry',
    /\b(?:until|till|up ?to|expir(?:e|es|ing|y)|ending|ends?|valid (?:till|until|up ?to)|through|terminat(?:e|es|ing)|expiration date|and ending)\b[^.;]{0,40}$/i,
  ],
  [
    'effective',
    /\b(?:effective(?: date)?|with effect from|w\.?e\.?f|commenc(?:e|es|ing|ement)|start(?:s|ing)?(?: date)?|come into (?:force|effect)|beginning|as of|joining|from)\b[^.;]{0,50}$/i,
  ],
  [
    'signing',
    /\b(?:dated|date ?:|executed|entered into|made|signed)\b[^.;]{0,100}$|\b(?:on this|this|on the)(?: the)? ?$/i,
  ],
]
const AFTER_EFFECTIVE = /^[^.;]{0,30}\b(?:effective date|commencement date|start date)\b/i
const ENDS_ON =
  /\b(?:ends?|ending|concludes?|expires?|terminates?|lasts?|continues?|remain[^.;]{0,30}) (?:on|as of|at midnight on|until|through|till|up to) (?:the )?$/i
const SIGNING_STRONG = /\b(?:dated|executed|entered into|made (?:and|at|on|this)|signed)\b[^.;]{0,100}$/i

function roleOf(text: string, start: number, end: number): DateRole {
  const before = text.slice(Math.max(0, start - 110), start).replace(/\s+/g, ' ')
  const after = text.slice(end, end + 60).replace(/\s+/g, ' ')
  if (AFTER_EFFECTIVE.test(after)) return 'effective'
  if (ENDS_ON.test(before)) return 'expiry'
  if (SIGNING_STRONG.test(before) && !/\b(?:effective|from|until|till|commenc)\b[^.;]{0,30}$/i.test(before))
    return 'signing'
  const near = BEFORE.map(([role, pattern]) => ({ role, at: lastMatch(before, pattern) })).filter(({ at }) => at >= 0)
  near.sort((a, b) => b.at - a.at)
  return near[0]?.role ?? (start < 150 ? 'signing' : 'other')
}

const lastMatch = (text: string, pattern: RegExp): number => pattern.exec(text)?.index ?? -1

/** Every date in reading order, overlapping readings dropped. Linear. */
export function findDates(text: string): FoundDate[] {
  const found: FoundDate[] = []
  for (const { pattern, order } of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const parts: Parts = { day: '', month: '', year: '' }
      for (const [index, name] of order.entries()) parts[name] = match[index + 1] ?? ''
      const { iso, ambiguous } = order.length === 0 ? { iso: null, ambiguous: false } : resolve(parts)
      if (iso === null && order.length > 0 && /^\d+$/.test(parts.month)) continue
      const start = match.index
      const end = start + match[0].length
      found.push({ text: match[0], start, end, iso, ambiguous, role: roleOf(text, start, end), computed: false })
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const out: FoundDate[] = []
  for (const date of found) if ((out.at(-1)?.end ?? 0) <= date.start) out.push(date)
  return out
}

/** The last day of a term: the day before the same day `months` later (General Clauses reading of "for three years from 1 April"). */
export function lastDay(iso: string, months: number): string | null {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number)
  const total = year * 12 + (month - 1) + Math.round(months)
  const endYear = Math.floor(total / 12)
  const endMonth = (total % 12) + 1
  if (day > 1) return isoDate(endYear, endMonth, day - 1) ?? isoDate(endYear, endMonth, 28)
  const before = endMonth === 1 ? { year: endYear - 1, month: 12 } : { year: endYear, month: endMonth - 1 }
  return (
    [31, 30, 29, 28].map((last) => isoDate(before.year, before.month, last)).find((found) => found !== null) ?? null
  )
}
