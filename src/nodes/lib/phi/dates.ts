/** Everything of a date but the year alone, and ages over 89. */
import { found, type PhiFinding } from './kinds.ts'

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const DAY = '(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?'
const YEAR = "(?:(?:19|20)\\d{2}|'?\\d{2})"
const pattern = (source: string, flags = 'gi'): RegExp => new RegExp(`(?<![\\w./-])${source}(?![\\w])`, flags)

const WRITTEN: readonly RegExp[] = [
  // 25-Dec-1950, 5th of May 2024, 5 May
  pattern(
    `${DAY}(?:\\s?[-/.]\\s?|\\s{1,2}(?:of\\s)?)${MONTH}\\.?(?:(?:\\s?[-/.,]\\s?|\\s{1,2})${YEAR}(?!\\s?(?:mg|ml|mcg|g|units|%|:)))?`,
  ),
  // May 5, 2024; December 25th
  pattern(`${MONTH}\\.?(?:\\s{1,2}|-)${DAY}(?:(?:\\s?,\\s?|\\s{1,2}|-)(?:19|20)\\d{2})?(?!\\s?(?:mg|ml|mcg|%|:))`),
  // October 2015, Oct '15
  pattern(`${MONTH}\\.?[\\s,/-]{1,2}(?:(?:19|20)\\d{2}|'\\d{2})`),
]

/** Three numbers; which is the day is of no concern. */
const NUMERIC =
  /(?<![\w./-])(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d{1,6})?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w/-]|\.\d)/g
/** Two numbers are a date only where the words say so. */
const SHORT =
  /\b(?:on|dated?|dt|(?:mon|tues|wednes|thurs|fri|satur|sun)day|since|until|till|from|by|of|d\.?o\.?[abds])\b\.?:?\s{1,3}((?:0?[1-9]|[12]\d|3[01])[/-](?:0?[1-9]|[12]\d|3[01]))(?![\w/.-]|\s?(?:mmhg|mg|%|strength|scale))/gi
/** `6/12 0715`: day and time at the head of an entry. */
const ENTRY = /(?<![\w./-])((?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01]))[ ,]{1,2}(?=(?:[01]\d|2[0-3]):?[0-5]\d(?!\d))/g
/** A month without a number, named as a time. */
const BARE =
  /\b(?:[Ii]n|[Ss]ince|[Uu]ntil|[Tt]ill|[Ll]ast|[Tt]his|[Nn]ext|[Ff]rom|[Ee]arly|[Ll]ate|[Mm]id|[Dd]uring|[Bb]y)[ -](?:of )?(January|February|March|April|May|June|July|August|September|October|November|December)\b(?!\s\d)/g
const BIRTHDAY = /\b(?:d\.?o\.?b\.?|date of birth|born(?: on)?|birth ?date)\s{0,2}[:.-]?\s{0,3}(\d[\d /.-]{3,12}\d)/gi

const isDate = (a: string, b: string, c: string): boolean => {
  const [first, second, third] = [Number(a), Number(b), Number(c)]
  if (a.length === 4) return first >= 1900 && first <= 2100 && second >= 1 && second <= 12 && third >= 1 && third <= 31
  if (a.length > 2 || c.length === 1 || c.length === 3) return false
  if (c.length === 4 && (third < 1900 || third > 2100)) return false
  const [low, high] = [Math.min(first, second), Math.max(first, second)]
  return low >= 1 && low <= 12 && high <= 31
}

const AGES: readonly RegExp[] = [
  /(?<![\w.])((?:9\d|1[0-2]\d))[ -]?(?:years?|yrs?|y)[ -]?(?:old|o|of age)?\b/gi,
  /\b(?:age|aged)\s{0,2}(?:\/\s?(?:sex|gender))?\s{0,2}[:=-]?\s{0,2}((?:9\d|1[0-2]\d))(?![\d./%])/gi,
  /(?<![\w.])((?:9\d|1[0-2]\d))\s?(?:\/\s?[MF]\b|[MF]\b(?![\w.]))/g,
]

export function datesIn(text: string): PhiFinding[] {
  const all: PhiFinding[] = []
  for (const one of WRITTEN)
    for (const match of text.matchAll(one)) all.push(...found('date', match, { confidence: 0.95, because: 'date' }))
  for (const match of text.matchAll(NUMERIC))
    if (isDate(match[1] ?? '', match[3] ?? '', match[4] ?? ''))
      all.push(...found('date', match, { confidence: 0.95, because: 'date in numbers' }))
  for (const match of text.matchAll(SHORT))
    all.push(...found('date', match, { group: 1, confidence: 0.7, because: 'day and month' }))
  for (const match of text.matchAll(ENTRY))
    all.push(...found('date', match, { group: 1, confidence: 0.85, because: 'day before a time' }))
  for (const match of text.matchAll(BARE))
    all.push(...found('date', match, { group: 1, confidence: 0.8, because: 'month' }))
  for (const match of text.matchAll(BIRTHDAY))
    all.push(...found('date', match, { group: 1, confidence: 0.98, because: 'date of birth' }))
  for (const one of AGES)
    for (const match of text.matchAll(one)) {
      const start = match.index + match[0].indexOf(match[1] ?? '')
      all.push({
        kind: 'age_over_89',
        start,
        end: start + (match[1] ?? '').length,
        confidence: 0.95,
        because: 'age of 90 or more',
      })
    }
  return all
}
