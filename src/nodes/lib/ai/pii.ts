/**
 * Personal identifiers in a text, by shape and check digit: Indian and American ones, and those known everywhere. Linear: every pattern
 * is bounded. Names and addresses of streets are not found: no shape tells them.
 */
import { checkIdentifier, type IdentifierType } from '#contract/india/identifiers.ts'

export const PII_KINDS = [
  'email',
  'phone',
  'card',
  'aadhaar',
  'pan',
  'gstin',
  'ifsc',
  'upi',
  'passport',
  'voter_id',
  'bank_account',
  'ssn',
  'mrn',
  'ip_address',
  'date',
] as const
export type PiiKind = (typeof PII_KINDS)[number]

export interface FoundPii {
  kind: PiiKind
  text: string
  /** UTF-16, end exclusive. */
  start: number
  end: number
}

interface Rule {
  kind: PiiKind
  pattern: RegExp
  /** The group that is the identifier; the whole match when absent. */
  group?: number
  holds?: (found: string) => boolean
}

const digitsOf = (text: string) => text.replace(/\D/g, '')
const isIdentifier = (type: IdentifierType) => (text: string) => checkIdentifier(type, text).valid

/** ISO/IEC 7812-1, annex B. */
export function luhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

function isCard(text: string): boolean {
  const digits = digitsOf(text)
  // Issuers begin with 2 to 6 (ISO/IEC 7812-1); a number of one digit alone is nobody's card.
  return (
    digits.length >= 13 && digits.length <= 19 && /^[2-6]/.test(digits) && !/^(\d)\1+$/.test(digits) && luhn(digits)
  )
}

/** What the Social Security Administration has never given: area 000, 666 and 900 up, group 00, serial 0000. */
const isSsn = (text: string) => !/^(?:000|666|9\d\d)|^\d{3}\D?00|0000$/.test(text)

const isIp = (text: string) => text.split('.').every((part) => Number(part) <= 255 && String(Number(part)) === part)

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}'

/** The first that holds takes the place. */
const RULES: readonly Rule[] = [
  { kind: 'email', pattern: /(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g },
  { kind: 'gstin', pattern: /\b\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9][A-Z][A-Z0-9]\b/gi, holds: isIdentifier('gstin') },
  { kind: 'pan', pattern: /\b[A-Z]{5}\d{4}[A-Z]\b/gi, holds: isIdentifier('pan') },
  { kind: 'ifsc', pattern: /\b[A-Z]{4}0[A-Z0-9]{6}\b/g, holds: isIdentifier('ifsc') },
  { kind: 'upi', pattern: /(?<![\w.-])[a-z0-9][\w.-]{1,63}@[a-z]{2,20}\b(?![.@]\w)/gi, holds: isIdentifier('upi') },
  { kind: 'card', pattern: /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d])/g, holds: isCard },
  { kind: 'aadhaar', pattern: /(?<!\d)[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}(?!\d)/g, holds: isIdentifier('aadhaar') },
  {
    kind: 'bank_account',
    pattern: /\b(?:a\/c|acct|account)\.?\s{0,3}(?:no|number|num)?\.?\s{0,3}[:#-]?\s{0,3}(\d{9,18})\b/gi,
    group: 1,
    holds: isIdentifier('account'),
  },
  {
    kind: 'mrn',
    pattern:
      /\b(?:MRN|MRD|UHID|IPD?|OPD?|patient\s{1,3}id|hospital\s{1,3}(?:no|number)|medical\s{1,3}record(?:\s{1,3}(?:no|number))?)\b\.?\s{0,3}(?:no|number|id)?\.?\s{0,3}[:#-]?\s{0,3}([A-Z]{0,5}[-/]?\d[A-Z0-9/-]{3,18})/gi,
    group: 1,
  },
  { kind: 'ssn', pattern: /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g, holds: isSsn },
  { kind: 'passport', pattern: /\bpassport\b[^\n]{0,20}?\b([A-PR-WY][1-9]\d{6})\b/gi, group: 1 },
  { kind: 'voter_id', pattern: /\b(?:EPIC|voter)\b[^\n]{0,20}?\b([A-Z]{3}\d{7})\b/gi, group: 1 },
  { kind: 'phone', pattern: /(?<![\w.])(?:\+91|0091|91|0)?[ -]{0,2}[6-9]\d{4}[ -]?\d{5}(?!\d)/g },
  { kind: 'phone', pattern: /(?<![\w.])0\d{2,4}[ -]\d{6,8}(?!\d)/g },
  { kind: 'phone', pattern: /(?<![\w.])(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}(?!\d)/g },
  {
    kind: 'phone',
    pattern: /(?<![\w.])\+[1-9]\d{0,2}(?:[ -]?\d{2,5}){2,4}(?!\d)/g,
    holds: (text) => digitsOf(text).length >= 8 && digitsOf(text).length <= 15,
  },
  { kind: 'ip_address', pattern: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/g, holds: isIp },
  { kind: 'date', pattern: /(?<!\d)(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([/.-])\d{1,2}\1\d{2,4})(?!\d)/g },
  { kind: 'date', pattern: new RegExp(`(?<!\\d)\\d{1,2}(?:st|nd|rd|th)?[ -]${MONTH}[ ,-]{1,2}\\d{2,4}(?!\\d)`, 'gi') },
  { kind: 'date', pattern: new RegExp(`\\b${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}(?!\\d)`, 'gi') },
]

/** Digits of Indian scripts as Western ones; every place stays where it is. */
const westernDigits = (text: string): string =>
  text.replace(/[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g, (digit) => String(((digit.codePointAt(0) ?? 0) & 0xf) - 6))

/** In the order of the text; no two overlap. */
export function findPii(text: string, kinds: readonly PiiKind[]): FoundPii[] {
  const western = westernDigits(text)
  const found: FoundPii[] = []
  const taken = new Uint8Array(text.length)
  for (const { kind, pattern, group = 0, holds } of RULES) {
    if (!kinds.includes(kind)) continue
    for (const match of western.matchAll(pattern)) {
      const value = match[group] ?? ''
      const from = match.index + (group === 0 ? 0 : match[0].lastIndexOf(value))
      const lead = value.length - value.trimStart().length
      const [start, end] = [from + lead, from + value.length]
      if (value === '' || taken[start] === 1 || taken[end - 1] === 1 || holds?.(value.trim()) === false) continue
      taken.fill(1, start, end)
      found.push({ kind, text: text.slice(start, end), start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** The text with every found place covered: `[EMAIL]`, or with its last four characters. */
export function maskPii(text: string, found: readonly FoundPii[], keep: 'nothing' | 'last_four'): string {
  let masked = ''
  let from = 0
  for (const one of found) {
    const last = keep === 'last_four' && one.text.length >= 8 ? ` …${one.text.slice(-4)}` : ''
    masked += `${text.slice(from, one.start)}[${one.kind.toUpperCase()}${last}]`
    from = one.end
  }
  return masked + text.slice(from)
}
