/** The whole analysis of one contract, by rules: clauses with risks, what is missing, parties, dates, amounts. Pure. */
import { type Span, sentences } from '#nodes/lib/retrieval/sentences.ts'
import { type FoundAmount, findAmounts } from './amounts.ts'
import { type FoundDate, findDates, lastDay } from './dates.ts'
import { type FoundClause, findByRules, risksOf } from './find.ts'
import { type ClauseKind, CONTRACT_TYPES, type ContractType, fold, RISK_LEVELS, type RiskLevel } from './kind.ts'
import { CLAUSE_KINDS } from './kinds.ts'
import { type FoundParty, findParties } from './parties.ts'
import { durations } from './quantities.ts'
import { type Block, segment } from './segment.ts'

export interface RiskFinding extends Span {
  rule: string
  level: RiskLevel
  reason: string
}

export interface AnalysedClause extends FoundClause {
  risks: RiskFinding[]
}

export interface MissingClause {
  kind: string
  title: string
  reason: string
}

export interface Analysis {
  contract_type: ContractType
  /** 0 to 1: how clearly the words point to the type. */
  contract_type_confidence: number
  blocks: Block[]
  clauses: AnalysedClause[]
  missing: MissingClause[]
  parties: FoundParty[]
  dates: FoundDate[]
  amounts: FoundAmount[]
}

/** Words that point to a type; in the title they count eight times. */
const TYPE_WORDS: Record<Exclude<ContractType, 'general'>, RegExp> = {
  nda: /\b(?:non-?disclosure|confidentiality agreement|disclosing party|receiving party|nda)\b/gi,
  employment:
    /\b(?:employment|employee|employer|salary|probation|appointment letter|designation|provident fund|gratuity)\b/gi,
  lease: /\b(?:lease|lessor|lessee|landlord|tenant|rent|premises|leave and licen[cs]e)\b/gi,
  licence: /\b(?:licensor|licensee|licen[cs]e agreement|software licen[cs]e|saas|subscription|end user)\b/gi,
  services:
    /\b(?:services? agreement|service provider|consultan(?:t|cy)|statement of work|deliverables|vendor|contractor|the services)\b/gi,
}

/** Which kind of contract a text is; `general` when nothing points clearly. */
export function contractType(text: string): { type: ContractType; confidence: number } {
  const title = fold(text.slice(0, 300))
  const body = fold(text.slice(0, 60_000))
  const scores = CONTRACT_TYPES.filter((type) => type !== 'general').map((type) => {
    const pattern = TYPE_WORDS[type]
    const count = (part: string): number => part.match(pattern)?.length ?? 0
    return { type, score: Math.min(count(body), 30) + 8 * Math.min(count(title), 3) }
  })
  scores.sort((a, b) => b.score - a.score)
  const [best, second] = scores
  if (best === undefined || best.score < 4) return { type: 'general', confidence: 0.5 }
  return { type: best.type, confidence: Math.round((best.score / (best.score + (second?.score ?? 0))) * 100) / 100 }
}

/** Whether the contract touches India: then Indian law's rules apply to it. */
const touchesIndia = (text: string): boolean =>
  /\bindian?\b|\bprivate limited\b|₹|\brs\.|\binr\b|\brupees\b|\bgst\b|\b(?:mumbai|delhi|bengaluru|bangalore|chennai|kolkata|hyderabad|pune|ahmedabad|gurugram|noida)\b/i.test(
    text.slice(0, 300_000),
  )

/** Kinds that make another one dispensable. */
const STANDS_IN: Record<string, readonly string[]> = {
  jurisdiction: ['arbitration'],
  dispute_escalation: ['arbitration'],
  expenses: ['payment_terms'],
}

/** What a careful drafter would expect in this type of contract and the text lacks. */
export function missingKinds(type: ContractType, present: ReadonlySet<string>): ClauseKind[] {
  return CLAUSE_KINDS.filter(
    ({ kind, expected_in }) =>
      expected_in.includes(type) && !present.has(kind) && !(STANDS_IN[kind] ?? []).some((other) => present.has(other)),
  )
}

/** Where the first headed or operative clause begins behind the opening lines. */
const clausesFrom = (blocks: readonly Block[]): number | undefined =>
  blocks.find(({ start, heading, level, role }) => start > 200 && heading !== null && level <= 3 && role === 'clause')
    ?.start

/** A duration in such a sentence is the length of the contract. */
const LASTS =
  /\b(?:terms?|duration|period|agreement|lease|licen[cs]e|contract|employment)\b[^.;]{0,160}\b(?:for|of|until|end|expire|terminate)\b/i

/** The expiry that follows from start and term, when none is written. */
function computedExpiry(text: string, clauses: readonly FoundClause[], dates: readonly FoundDate[]): FoundDate[] {
  if (dates.some((date) => date.role === 'expiry' && date.iso !== null)) return []
  const start =
    dates.find((date) => date.role === 'effective' && date.iso !== null) ??
    dates.find((date) => date.role === 'signing' && date.iso !== null)
  if (start?.iso == null) return []
  const terms = clauses.filter((clause) => clause.kind.kind === 'term')
  for (const span of terms.flatMap((term) => sentences(text, term.start, term.end))) {
    const sentence = text.slice(span.start, span.end).replace(/\s/g, ' ')
    const [length] = durations(sentence)
    if (length === undefined || length.unit === 'day' || !LASTS.test(sentence)) continue
    const iso = lastDay(start.iso, length.months)
    if (iso === null) return []
    const place = { start: span.start + length.start, end: span.start + length.end }
    return [
      {
        ...place,
        text: text.slice(place.start, place.end),
        iso,
        role: 'expiry',
        ambiguous: start.ambiguous,
        computed: true,
      },
    ]
  }
  return []
}

/** The worst level among findings; null without any. */
export const worstLevel = (risks: readonly RiskFinding[]): RiskLevel | null =>
  RISK_LEVELS.findLast((level) => risks.some((risk) => risk.level === level)) ?? null

/**
 * Analyses a contract. Linear in its length; a text without clauses gives empty lists, never an error.
 */
export function analyse(text: string): Analysis {
  const blocks = segment(text)
  const indian = touchesIndia(text)
  const found = findByRules(text, blocks).sort((a, b) => a.start - b.start || b.end - a.end)
  const clauses = found.map((clause) => ({ ...clause, risks: risksOf(clause, text, indian) }))
  const { type, confidence } = contractType(text)
  const present = new Set(found.map((clause) => clause.kind.kind))
  const missing = text.trim() === '' ? [] : missingKinds(type, present)
  const dates = findDates(text)
  return {
    contract_type: type,
    contract_type_confidence: confidence,
    blocks,
    clauses,
    missing: missing.map(({ kind, title, if_missing }) => ({ kind, title, reason: if_missing })),
    parties: findParties(text, clausesFrom(blocks)),
    dates: [...dates, ...computedExpiry(text, found, dates)].sort((a, b) => a.start - b.start),
    amounts: findAmounts(text),
  }
}
