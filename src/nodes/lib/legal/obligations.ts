/** Who must do what by when: duties and prohibitions of a contract, sentence by sentence. */
import type { Span } from '#nodes/lib/retrieval/sentences.ts'
import { findDates } from './dates.ts'
import { durations } from './quantities.ts'
import type { Reading, ReadSentence } from './reading.ts'

export const THEMES = [
  'payment',
  'notice',
  'confidentiality',
  'delivery',
  'reporting',
  'insurance',
  'data',
  'return',
  'compliance',
  'indemnity',
  'other',
] as const
export type Theme = (typeof THEMES)[number]

export interface Deadline extends Span {
  text: string
  /** Days of a relative time-limit (months as 30, years as 365); null where none is counted. */
  days: number | null
  /** `YYYY-MM-DD` of a written day. */
  date: string | null
}

export interface Obligation extends Span {
  /** Who, as the contract calls them; null in a passive sentence that names nobody. */
  who: string | null
  kind: 'duty' | 'prohibition'
  what: string
  deadline: Deadline | null
  recurring: string | null
  /** What must happen first, in the contract's words. */
  condition: string | null
  theme: Theme
  heading: string | null
  number: string | null
}

const MODAL =
  /\b(shall not|must not|will not|may not|cannot|agrees? not to|undertakes? not to|shall|must|agrees? to|undertakes? to|covenants? to|is required to|are required to|is obliged to|are obliged to|is responsible for|are responsible for|has to|have to|will)\b/gi
const PROHIBITS = /\bnot\b|cannot/i
/** Who contracts name without defining them. */
const ROLES =
  /\b(?:(?:the|each|either|neither|both|any|no|such|every|other|first|defaulting|disclosing|receiving|terminating|non-defaulting|indemnifying|indemnified)\s)*(?:part(?:y|ies)|lessor|lessee|landlord|tenant|licensor|licensee|employer|employee|company|client|customer|vendor|supplier|contractor|consultant|service provider|provider|seller|buyer|purchaser|borrower|lender|distributor|principal|agent|recipient|discloser|bank|owner|developer|executive|user|subscriber|guarantor|franchisee|franchisor|manufacturer|partner|insured|insurer|you|we)\b/gi
/** A passive that asks for an act; other passives ("is governed by") ask for nothing. */
const ACT =
  /^(?:promptly |immediately |duly |also |only )?be (?:promptly |immediately |duly |only )?(?:paid|made|delivered|returned|given|notified|submitted|provided|sent|destroyed|refunded|credited|kept|maintained|completed|performed|furnished|issued|invoiced|handed over|deposited|used|disclosed|reported|insured|borne|reimbursed|obtained|filed|settled)\b/i
/** What follows describes the contract rather than an obligation of a party. */
const STATES =
  /^(?:be (?:deemed|governed|construed|interpreted|binding|effective|considered|entitled|valid|subject|in (?:force|effect)|void|liable|severable|read)|have (?:the|no) (?:right|meaning|obligation)|mean|include|constitute|commence|continue|remain|expire|survive|apply|prevail|come into|inure|terminate (?:automatically|on)|become|stand |bind|be on |not (?:be (?:deemed|construed|considered)|constitute|apply|affect|limit|include))/i

const TIME =
  /\b(?:within (?:a period of )?[^,;.()]{0,18}(?:\(\d{1,4}\) )?(?:business |working |calendar )?(?:days?|weeks?|months?|hours?|years?)\b(?: (?:of|after|from|following|before|prior to) [^,;.]{3,60})?|(?:at least|not less than|no later than|not later than|by giving) [^,;.]{0,24}(?:days?|weeks?|months?|hours?)\b[^,;.]{0,50}|(?:on or before|no later than|not later than|by|until|before) (?:the )?\d{1,2}[^,;.]{3,40}|(?:on or before|by) the (?:\d{1,2}|[a-z]{4,9})(?:st|nd|rd|th)? (?:day )?of [^,;.]{3,40}|immediately(?: upon [^,;. ]{3,30})?|promptly(?: upon [^,;. ]{3,30})?|forthwith|without (?:undue )?delay|(?:up)?on (?:the )?(?:termination|expiry|request|demand|completion|receipt|delivery)(?: or (?:on )?(?:termination|expiry|request|demand))?(?: of (?:this|the|an?|such) [a-z]+)?|prompt(?: written)? notice|(?:for a period of|for) [^,;.()]{0,18}(?:\(\d{1,4}\) )?(?:days?|months?|years?)(?: (?:after|from|following) [^,;.]{3,50})?)/i
const EVERY =
  /\b(?:each|every) (?:calendar )?(day|week|month|quarter|year)\b|\b(daily|weekly|monthly|quarterly|annually|yearly)\b/i
const WHEN =
  /^(?:in (?:the event|case)|if|where|upon|on|should|whenever|as soon as|after|following|subject to|during)\b[^,]{4,240}(?=,)/i

const THEME_WORDS: readonly (readonly [Theme, RegExp])[] = [
  ['confidentiality', /\b(?:confidential|secret|disclose|divulge|non-disclosure)/i],
  ['payment', /\b(?:pay|paid|payment|rent|fees?|invoice|reimburse|refund|deposit|salary|price|interest|tax(?:es)?)\b/i],
  ['indemnity', /\b(?:indemnif|hold harmless)/i],
  ['insurance', /\binsur(?:e|ed|ance)\b/i],
  ['data', /\b(?:personal data|data protection|privacy|data subject|data principal)\b/i],
  ['return', /\b(?:return|destroy|hand over|vacate|surrender)\b/i],
  ['reporting', /\b(?:report|records?|statement|accounts|inform|audit)\b/i],
  ['notice', /\b(?:notice|notify|notif(?:y|ied|ication)|intimate)\b/i],
  ['delivery', /\b(?:deliver|provide|supply|perform|complete|install|maintain|repair|services|support)\b/i],
  ['compliance', /\b(?:comply|compliance|laws?|regulations?|licen[cs]es?|permits?|approvals?)\b/i],
]
const themeOf = (text: string): Theme => THEME_WORDS.find(([, words]) => words.test(text))?.[0] ?? 'other'

const DAYS: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 }

function deadlineOf(sentence: ReadSentence, text: string, part: string): Deadline | null {
  const match = TIME.exec(part)
  if (match === null) return null
  const words = match[0].trim()
  const [length] = durations(words)
  const date = findDates(words).find(({ iso }) => iso !== null)?.iso ?? null
  const place = placeOf(text, sentence, words)
  return { text: words, days: length === undefined ? null : length.count * (DAYS[length.unit] ?? 0), date, ...place }
}

/** Folding keeps the words but not their number of blanks: they are looked up by their first and last word. */
function placeOf(text: string, { start, end }: Span, words: string): Span {
  const raw = text.slice(start, end)
  const direct = raw.indexOf(words)
  if (direct !== -1) return { start: start + direct, end: start + direct + words.length }
  return { start, end }
}

/** The names a sentence can be about: defined roles, names of the parties, and what contracts call people anyway. */
function namesOf({ analysis }: Reading): RegExp[] {
  const known = analysis.parties.flatMap(({ name, role }) => [role, name]).filter((name) => name !== null)
  const escaped = known.map((name) => name.replace(/\s+/g, ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return escaped.length === 0
    ? [ROLES]
    : [new RegExp(`(?:\\b|(?<=\\s))(?:the )?(?:${escaped.join('|')})(?![\\p{L}\\d])`, 'giu'), ROLES]
}

/** The last name before the modal, within its clause. */
function subjectOf(before: string, names: readonly RegExp[]): string | null {
  const clause = before.slice(
    Math.max(before.lastIndexOf(';'), before.lastIndexOf(':'), before.lastIndexOf(' that ')) + 1,
  )
  for (const pattern of names) {
    const found = [...clause.matchAll(pattern)]
    // The subject of "the Client's invoices shall" is not the client.
    const own = found.filter(({ 0: name, index }) => !/^['’]s?\b/.test(clause.slice(index + name.length)))
    const last = own.findLast(({ 0: name, index }) => {
      const after = clause.slice(index + name.length)
      return (
        after.length < 90 &&
        !/\b(?:to|by|of|with|from|between) $/i.test(clause.slice(Math.max(0, index - 9), index)) &&
        !/\bwhich\b/i.test(after)
      )
    })
    if (last !== undefined) return titled(last[0])
  }
  return null
}

const titled = (name: string): string => {
  const bare = name.trim().replace(/^(?:the|such|said) /i, '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

const BY = /\bby (?:the )?([A-Z][\p{L}]+(?: [A-Z][\p{L}]+){0,2}|both parties|the parties|(?:each|either) party)/u

interface Lead {
  who: string | null
  kind: Obligation['kind']
}

const LONGEST_WHAT = 400

/** What a modal opens ends where the next one of the same sentence begins. */
function cutBefore(after: string, next: number | undefined): string {
  if (next === undefined) return after
  return after
    .slice(0, next)
    .trimEnd()
    .replace(
      /(?:[,;]\s?(?:and|or|but)?|\s(?:and|or|but))(?:\s?(?:the|each|it|they|he|she)\b[^,;]{0,40})?$|\s(?:it|they)$/i,
      '',
    )
}

function oneOf(sentence: ReadSentence, text: string, names: readonly RegExp[]): Obligation[] {
  const { folded } = sentence
  const found: Obligation[] = []
  const modals = [...folded.matchAll(MODAL)]
  for (const [index, { 0: modal, index: at }] of modals.entries()) {
    const begins = at + modal.length
    const after = folded.slice(begins).trim()
    if (after === '' || STATES.test(after) || /\b(?:that|which|who) ?$/i.test(folded.slice(0, at))) continue
    const passive = ACT.test(after.replace(/^not /, ''))
    const subject = subjectOf(folded.slice(0, at), names)
    const who = passive
      ? (BY.exec(after)?.[1] ?? (found.length > 0 ? null : subject))
      : (subject ?? found.at(-1)?.who ?? null)
    if (who === null && !passive) continue
    const next = modals[index + 1]
    const part = folded.slice(index === 0 ? 0 : at, next?.index)
    const what = cutBefore(after, next === undefined ? undefined : next.index - begins - 1)
    if (what.length < 3) continue
    found.push({
      start: sentence.start,
      end: sentence.end,
      who: who === null ? null : titled(who),
      kind: PROHIBITS.test(modal) || /^(?:neither|no) /i.test(who ?? '') ? 'prohibition' : 'duty',
      what: what.replace(/^, /, '').slice(0, LONGEST_WHAT),
      ...surroundings(sentence, text, part),
    })
  }
  return found
}

const surroundings = (sentence: ReadSentence, text: string, part = sentence.folded) => ({
  deadline: deadlineOf(sentence, text, part),
  recurring: EVERY.exec(part)?.[0].toLowerCase() ?? null,
  condition: WHEN.exec(sentence.folded.replace(/^(?:\(?[0-9a-z.]{1,6}[.)]|\d+(?:\.\d+)*) /i, ''))?.[0] ?? null,
  theme: themeOf(part),
  heading: sentence.heading,
  number: sentence.block.number,
})

/** A sentence that ends with a colon and a modal hands both on to the items below it. */
function leadOf(sentence: ReadSentence, names: readonly RegExp[]): Lead | null {
  if (!/[:—-]$/.test(sentence.folded)) return null
  const last = [...sentence.folded.matchAll(MODAL)].at(-1)
  if (last === undefined || sentence.folded.length - last.index > 60) return null
  const who = subjectOf(sentence.folded.slice(0, last.index), names)
  return { who, kind: PROHIBITS.test(last[0]) ? 'prohibition' : 'duty' }
}

const ITEM = /^\(?(?:[a-z]{1,4}|\d{1,2})[.)] /i

/** Every duty and prohibition in reading order. Linear. */
export function obligations(reading: Reading): Obligation[] {
  const names = namesOf(reading)
  const { text } = reading.document
  let lead: Lead | null = null
  return reading.sentences.flatMap((sentence) => {
    const { role, level } = sentence.block
    if (role === 'recital' || role === 'contents' || role === 'title' || role === 'signature') return []
    if (lead !== null && !ITEM.test(sentence.folded) && (level < 6 || level === 9)) lead = null
    const opens = leadOf(sentence, names)
    if (opens !== null) {
      lead = opens
      return []
    }
    if (lead !== null && ITEM.test(sentence.folded)) {
      const what = sentence.folded.replace(ITEM, '').slice(0, LONGEST_WHAT)
      const { start, end } = sentence
      const kind = /^not /i.test(what) ? 'prohibition' : lead.kind
      return [{ start, end, who: lead.who, kind, what, ...surroundings(sentence, text) }]
    }
    return oneOf(sentence, text, names)
  })
}
