/** Reading the start of a line: list marks, numbered and unnumbered headings, schedules, recitals. */
import { fold } from './kind.ts'

export type Role = 'title' | 'recital' | 'clause' | 'schedule' | 'signature' | 'contents'

/** What the start of a line says. `level` orders nesting: schedules 0, headings and articles 1, `1.` 2, `1.1` 3, `(a)` 6, `(i)` 7, a plain paragraph 9. */
export interface Opening {
  level: number
  number: string | null
  heading: string | null
  role: Role
}

export const PARAGRAPH: Opening = { level: 9, number: null, heading: null, role: 'clause' }

const SMALL_WORDS = new Set('a an and as at by for from in of on or the to with under upon per vs & / -'.split(' '))
const VERBS =
  /(?:^| )(?:shall|will|is|are|was|were|be|means|mean|has|have|may|must|can|agrees?|hereby|includes?|does|do|if|unless|provided|who|which|that|whereas|i|we|you)(?: |$)/

/** Reads like the title of a section: short, its weighty words capitalised, no verb of a sentence. */
export function isTitle(text: string): boolean {
  const words = text.split(' ').filter((word) => /\p{L}/u.test(word))
  if (words.length === 0 || words.length > 12 || text.length > 90) return false
  if (text === text.toUpperCase() && /\p{Lu}{2}/u.test(text)) return true
  if (!/^["'(]?\p{Lu}/u.test(text) || VERBS.test(text.toLowerCase())) return false
  const weighty = words.filter((word) => !SMALL_WORDS.has(word.toLowerCase()))
  const capital = weighty.filter((word) => /^["'(]?\p{Lu}/u.test(word)).length
  return words.length <= 5 || capital >= 0.6 * weighty.length
}

const RUN_IN = /^([^.:;]{2,80}?) ?(?:[.:](?: |$)|\.? ?-{1,2} )/

/** The heading a numbered paragraph opens with, from what follows the number: a whole line or a run-in title. */
function headingOf(rest: string): string | null {
  const whole = rest.replace(/[.:;,\s-]+$/, '')
  if (!/[;,]$/.test(rest) && isTitle(whole) && (!/\.$/.test(rest) || whole.split(' ').length <= 8)) return whole
  const title = RUN_IN.exec(rest)?.[1]?.trim()
  return title !== undefined && isTitle(title) ? title : null
}

const ARTICLE = /^(?:article|section|clause) ([0-9]{1,3}|[ivxlc]{1,7})(?:[.:)-]|\b)[ .:-]*(.*)$/i
const DECIMAL = /^(\d{1,3}(?:\.\d{1,3}){0,4})([.):]?)[ -]+(.*)$/
const LETTER = /^(?:\(([a-z]{1,3}|[A-Z]|\d{1,2})\)|([a-z]|[ivx]{1,5}|[A-Z])[.)]) +(.*)$/
const SCHEDULE =
  /^(?:schedule|annexure|annex|exhibit|appendix|attachment)\b(?: ?-? ?["']?(?:[a-z]|[0-9]{1,3}|[ivx]{1,5}|one|two|three|first|second)\b)?/i
const CONTENTS = /(?:\.{4,}|(?: \.){4,}|…{2,}|\t) ?\d{1,4}$/
/** A heading with a page number behind it, as in a table of contents without leaders. */
const LISTED = /^(?!schedule|annex|exhibit|appendix)[^;]{3,90}(?:\. ?)\d{1,3}$|^article [^;]{3,80} \d{2,3}$/i
const RECITAL = /^(?:whereas\b|and whereas\b|recitals?:?$|background:?$|preamble:?$)/i
const OPERATIVE = /^(?:now,? ?therefore|now this|now it is|it is (?:hereby )?agreed|the parties (?:hereby )?agree)/i
const JOINING = /^(?:by and between|between|and|amongst|with|of the [a-z]+ part)[:,.;]?$/i
const SIGNATURE =
  /^(?:in witness\b|signed[, ]|executed (?:as|by)\b|for and on behalf of\b|authori[sz]ed signatory|agreed and accepted|accepted and agreed|witness(?:es)?:?$)/i

const numbered = (number: string, rest: string, level: number): Opening => ({
  level,
  number,
  heading: headingOf(rest),
  role: 'clause',
})

function byNumber(line: string): Opening | null {
  const article = ARTICLE.exec(line)
  const articleRest = article?.[2] ?? ''
  if (
    article !== null &&
    (articleRest === '' || isTitle(articleRest.replace(/[.: ]+$/, '')) || headingOf(articleRest) !== null)
  ) {
    return { ...numbered(article[1] ?? '', articleRest, 1), role: 'clause' }
  }
  const decimal = DECIMAL.exec(line)
  if (decimal !== null) {
    const [, number = '', mark = '', rest = ''] = decimal
    const depth = number.split('.').length
    if (mark === '' && depth === 1) return isTitle(rest) && rest.length <= 60 ? numbered(number, rest, 2) : null
    return /^["'([\p{Lu}]/u.test(rest) || (depth > 1 && /^\p{Ll}/u.test(rest) && mark !== '')
      ? numbered(number, rest, depth + 1)
      : null
  }
  const letter = LETTER.exec(line)
  if (letter === null) return null
  const mark = letter[1] ?? letter[2] ?? ''
  const roman = /^[ivx]{2,5}$/.test(mark) || mark === 'i' || mark === 'v'
  return numbered(mark, letter[3] ?? '', roman ? 7 : 6)
}

/**
 * What else starts a section besides numbers. `alone`: the line is separate, after a finished sentence or an empty
 * line.
 */
function byWords(line: string, alone: boolean): Opening | null {
  if (SIGNATURE.test(line)) return { level: 1, number: null, heading: null, role: 'signature' }
  if (JOINING.test(line)) return PARAGRAPH
  if (RECITAL.test(line)) return { level: 1, number: null, heading: null, role: 'recital' }
  if (OPERATIVE.test(line)) return { level: 1, number: null, heading: null, role: 'clause' }
  const schedule = SCHEDULE.exec(line)
  if (schedule !== null && line.length <= 100 && (isTitle(line.replace(/[.:]$/, '')) || line === line.toUpperCase())) {
    return { level: 0, number: null, heading: line, role: 'schedule' }
  }
  if (!alone) return null
  const whole = line.replace(/[:.]$/, '')
  if (line.length <= 70 && !/[.;,]$/.test(line) && isTitle(whole))
    return { level: 1, number: null, heading: whole, role: 'clause' }
  const title = RUN_IN.exec(line)?.[1]?.trim()
  return title !== undefined && title.split(' ').length <= 6 && isTitle(title) ? { ...PARAGRAPH, heading: title } : null
}

/** The section that a line starts; null when it continues the paragraph before. `after` is the text before it. */
export function openingOf(raw: string, after: 'blank' | 'sentence' | 'text'): Opening | null {
  if (CONTENTS.test(raw.trimEnd().slice(-60))) return { ...PARAGRAPH, role: 'contents' }
  const folded = fold(raw.slice(0, 400)).trim()
  const line = folded.replace(/^#{1,6} /, '')
  const opening = byNumber(line) ?? byWords(line, after !== 'text' || line !== folded)
  if (opening !== null && opening.heading !== null && LISTED.test(line)) return { ...PARAGRAPH, role: 'contents' }
  if (opening !== null) return opening
  if (after === 'blank') return PARAGRAPH
  return after === 'sentence' && /^["'(]?\p{Lu}/u.test(line) ? PARAGRAPH : null
}
