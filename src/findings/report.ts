/** The findings of a result as a report is printed: in the order of the viewer, each with its evidence and what was decided about it. */
import type { Verdict } from '#contract/runs/report-values.ts'
import type { CheckedDecision, CheckedDecisions } from './decision.ts'
import { type Finding, findingsOf, type Section, type Tab } from './finding.ts'
import { formatNumber, formatPercent } from './reader.ts'
import type { Place, Result } from './result.ts'

/** The words of a quote, and its sentence around them. */
export interface ReportQuote {
  before: string
  words: string
  after: string
  /** 'p. 3', or the name of another document with its page; empty without one. */
  where: string
}

export interface ReportFinding {
  label: string
  title: string | null
  /** Null where nothing was decided. */
  verdict: Verdict | null
  /** What was decided, in words. */
  decision: string
  details: readonly string[]
  notes: readonly string[]
  quotes: readonly ReportQuote[]
}

export type ReportPart =
  | { kind: 'tab' | 'section' | 'text'; text: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'finding'; finding: ReportFinding }

export interface Report {
  title: string
  /** About the run: one line each. */
  facts: readonly string[]
  /** 'Draft for review by a qualified professional'. */
  notice: string | null
  /** How much was decided. */
  summary: string
  parts: readonly ReportPart[]
}

/** More findings are counted, not printed: nobody reads so many pages, and the table has all of them. */
const MOST_FINDINGS = 2000
const MOST_CHARS = { label: 300, title: 600, note: 5000, quote: 1200, json: 60_000 } as const
const MOST_QUOTES = 10

/** Characters that XML and paper have no place for, and those that turn the direction of a text. */
const UNPRINTABLE = /[[\p{Cc}--[\t\n\r]]\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gv

/** A text as it can be printed, cut to so many characters. */
export function printable(text: string, most: number): string {
  const clean = text
    .slice(0, most + 1000)
    .toWellFormed()
    .replace(UNPRINTABLE, '')
  return clean.length > most ? `${clean.slice(0, most).toWellFormed().trimEnd()}…` : clean
}

const flat = (text: string, most: number): string => printable(text.replace(/\s+/g, ' '), most)

function whereOf({ source, page }: Place): string {
  const parts = [source ? printable(source.name, 100) : '', page === null ? '' : `p. ${page}`]
  return parts.filter(Boolean).join(', ')
}

function quoteOf(place: Place): ReportQuote {
  const { around, start, end } = place
  const where = whereOf(place)
  if (!around) return { before: '', words: flat(place.text, MOST_CHARS.quote).trim(), after: '', where }
  const [from, to] = [start - around.start, end - around.start]
  return {
    before: flat(around.text.slice(0, from), MOST_CHARS.quote).trimStart(),
    words: flat(around.text.slice(from, to), MOST_CHARS.quote),
    after: flat(around.text.slice(to), MOST_CHARS.quote).trimEnd(),
    where,
  }
}

const INDIAN = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })

/** A moment as reports write it. */
export const momentText = (at: string): string => `${INDIAN.format(new Date(at))} IST`

/** ' by Asha Rao, 30 Nov 2026, 8:20 am IST: seen in the plan' */
function sourceText({ by, at, reason }: CheckedDecision): string {
  const who = by ? ` by ${flat(by, 100)}` : ''
  const when = at ? `, ${momentText(at)}` : ''
  return `${who}${when}${reason ? `: ${flat(reason, 500)}` : ''}`
}

const decisionText = (decision: CheckedDecision | undefined): string =>
  decision === undefined ? 'Not decided' : `${verdictText(decision)}${sourceText(decision)}`

function verdictText(decision: CheckedDecision): string {
  if (decision.verdict === 'accepted') return 'Accepted'
  if (decision.verdict === 'rejected') return 'Rejected'
  const { value, code } = decision
  const described = code === null ? '' : ` ${code.description}${code.billable ? '' : ' (not billable)'}`
  return `Corrected to ${flat(value ?? '', MOST_CHARS.label)}${described}`
}

const findingPart = (finding: Finding, decision: CheckedDecision | undefined): ReportPart => ({
  kind: 'finding',
  finding: {
    label: flat(finding.label, MOST_CHARS.label),
    title: finding.title === null ? null : flat(finding.title, MOST_CHARS.title),
    verdict: decision?.verdict ?? null,
    decision: decisionText(decision),
    details: [
      ...finding.badges.map(({ text }) => flat(text, 100)),
      ...(finding.confidence === null ? [] : [`Confidence ${formatPercent(finding.confidence)}`]),
    ],
    notes: finding.notes.map((note) => printable(note, MOST_CHARS.note)),
    quotes: finding.places.slice(0, MOST_QUOTES).map(quoteOf),
  },
})

const tablePart = (table: NonNullable<Section['table']>): ReportPart => ({
  kind: 'table',
  rows: [table.header, ...table.rows.slice(0, 500)].map((row) => row.map((cell) => flat(cell, 300))),
})

function sectionParts({ title, help, table, findings, empty }: Section, decisions: CheckedDecisions): ReportPart[] {
  const text = (words: string | null | undefined): ReportPart[] => (words ? [{ kind: 'text', text: words }] : [])
  return [
    ...(title ? [{ kind: 'section' as const, text: flat(title, 200) }] : []),
    ...text(help),
    ...(table ? [tablePart(table)] : []),
    ...(findings.length === 0 && !table ? text(empty) : []),
    ...findings.flatMap((finding): ReportPart[] => [
      findingPart(finding, decisions[finding.id]),
      ...(finding.table ? [tablePart(finding.table)] : []),
    ]),
  ]
}

function summaryOf(findings: readonly Finding[], decisions: CheckedDecisions): string {
  const count = (verdict: Verdict) => findings.filter(({ id }) => decisions[id]?.verdict === verdict).length
  const [accepted, edited, rejected] = [count('accepted'), count('edited'), count('rejected')]
  const all = formatNumber(findings.length)
  const decided = formatNumber(accepted + edited + rejected)
  return `${decided} of ${all} findings decided: ${accepted} accepted, ${edited} corrected, ${rejected} rejected`
}

/** No more than so many findings, and how many are left out. */
function bounded(parts: readonly ReportPart[]): ReportPart[] {
  const kept: ReportPart[] = []
  let [count, left] = [0, 0]
  for (const part of parts) {
    if (part.kind === 'finding' && ++count > MOST_FINDINGS) left += 1
    else if (left === 0) kept.push(part)
  }
  if (left > 0) kept.push({ kind: 'text', text: `${formatNumber(left)} more findings are in the CSV export.` })
  return kept
}

/** A result that no view reads is printed as it is. */
const asJson = ({ data }: Result): ReportPart[] => [
  { kind: 'text', text: printable(JSON.stringify(data, null, 2), MOST_CHARS.json) },
]

export function reportOf(
  { title, facts }: Pick<Report, 'title' | 'facts'>,
  result: Result,
  tabs: readonly Tab[],
  decisions: CheckedDecisions,
): Report {
  const findings = tabs.flatMap(findingsOf)
  const shown = tabs.filter(({ sections }) => sections.length > 0)
  const parts = shown.flatMap((tab): ReportPart[] => [
    { kind: 'tab', text: flat(tab.label, 200) },
    ...tab.sections.flatMap((section) => sectionParts(section, decisions)),
  ])
  return {
    title: flat(title, 200),
    facts: facts.map((fact) => flat(fact, 300)),
    notice: result.notice === null ? null : flat(result.notice, 500),
    summary: findings.length === 0 ? '' : summaryOf(findings, decisions),
    parts: shown.length === 0 ? asJson(result) : bounded(parts),
  }
}
