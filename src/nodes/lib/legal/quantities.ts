/** Durations and rates in a sentence of a contract. */
import { numberFromWords } from './amounts.ts'

/** The words contracts count time in; longer ones first, so that `twenty-four` is not read as `twenty`. */
const WORDS =
  'forty-five|twenty-four|thirty-six|eighteen|fifteen|eleven|twelve|thirty|twenty|ninety|seven|eight|three|forty|sixty|four|five|nine|one|two|six|ten|a'
const countOf = (word: string): number => (word.toLowerCase() === 'a' ? 1 : (numberFromWords(word) ?? 0))
const DURATION = new RegExp(
  `\\b(\\d{1,4}|${WORDS})\\b(?: ?\\( ?(\\d{1,4}|[a-z -]{3,20}) ?\\))?[ -](?:full |calendar |english |consecutive |business |working )?(day|week|month|year)(?:s?\\b|\\(s\\))`,
  'gi',
)
const MONTHS_PER: Record<string, number> = { day: 12 / 365, week: 12 / 52, month: 1, year: 12 }

/** A span of time as written. `months` is the length, days counted as 12/365. */
export interface Duration {
  count: number
  unit: 'day' | 'week' | 'month' | 'year'
  months: number
  /** Place in the text it was found in. */
  start: number
  end: number
}

const UNITS = ['day', 'week', 'month', 'year'] as const

/** Every duration in a text, such as `three (3) years`, `90 days` or `12-month`. The text's white space must be single blanks. */
export function durations(text: string): Duration[] {
  const found: Duration[] = []
  for (const match of text.matchAll(DURATION)) {
    const [whole, first = '', inBrackets = '', unitText = ''] = match
    const unit = UNITS.find((name) => name === unitText.toLowerCase())
    const digits = [first, inBrackets].find((part) => /^\d+$/.test(part))
    const count = digits === undefined ? countOf(first) : Number(digits)
    if (unit === undefined || count === 0) continue
    const months = count * (MONTHS_PER[unit] ?? 0)
    found.push({ count, unit, months, start: match.index, end: match.index + whole.length })
  }
  return found
}

/** The longest duration of a sentence in months; 0 without any. */
export const longestMonths = (text: string): number =>
  durations(text).reduce((longest, { months }) => Math.max(longest, months), 0)

/** The shortest duration of a sentence in months; Infinity without any. */
export const shortestMonths = (text: string): number =>
  durations(text).reduce((shortest, { months }) => Math.min(shortest, months), Infinity)

const RATE = /(\d{1,3}(?:\.\d{1,3})?) ?(?:%|per ?cent\b|percent\b)(?: \([^()]{0,40}\))?([^.;%]{0,40})/gi

/** The highest yearly rate in percent that a sentence names; a monthly or daily rate is multiplied; 0 without any. */
export function highestYearlyRate(text: string): number {
  let highest = 0
  for (const [, figure = '0', after = ''] of text.matchAll(RATE)) {
    const factor = /\b(?:per|a|each|every) month|\bmonthly|p\.? ?m\b/i.test(after)
      ? 12
      : /\b(?:per|a|each|every) day|\bdaily/i.test(after)
        ? 365
        : 1
    highest = Math.max(highest, Number(figure) * factor)
  }
  return highest
}
