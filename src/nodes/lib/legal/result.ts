/** What the clause analyst answers: the analysis with every place on its page. */
import { z } from 'zod'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { type AnalysedClause, type Analysis, worstLevel } from './analyse.ts'
import { CONTRACT_TYPES, RISK_LEVELS } from './kind.ts'
import type { NearPassage } from './similar.ts'

const Level = z.enum(RISK_LEVELS)

export const ClauseReport = z.object({
  contract_type: z.enum(CONTRACT_TYPES),
  contract_type_confidence: z.number(),
  clauses: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      /** Its heading, null without one. */
      heading: z.string().nullable(),
      ...PLACE,
      /** 0 to 1. */
      confidence: z.number(),
      found_by: z.enum(['heading', 'text']),
      /** The worst finding's level with all findings; null when no rule is broken. */
      risk: z
        .object({
          level: Level,
          findings: z.array(z.object({ rule: z.string(), level: Level, reason: z.string(), ...PLACE })),
        })
        .nullable(),
    }),
  ),
  missing: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      reason: z.string(),
      /** The passage that reads most like it: a place to look, not a finding. */
      nearest: z.object({ similarity: z.number(), ...PLACE }).nullable(),
    }),
  ),
  parties: z.array(
    z.object({
      name: z.string(),
      /** What the contract calls it: `Client`. */
      role: z.string().nullable(),
      type: z.enum(['organisation', 'person', 'unknown']),
      ...PLACE,
    }),
  ),
  dates: z.array(
    z.object({
      ...PLACE,
      /** `YYYY-MM-DD`; null when left blank. */
      iso: z.string().nullable(),
      role: z.enum(['effective', 'expiry', 'signing', 'other']),
      /** Day first was taken where both readings are possible. */
      ambiguous: z.boolean(),
      /** Computed from start and term; `text` is then the term. */
      computed: z.boolean(),
    }),
  ),
  amounts: z.array(
    z.object({
      ...PLACE,
      currency: z.string(),
      /** In whole units of the currency. */
      value: z.number().nullable(),
      words: z.string().nullable(),
      /** Words and figure disagree. */
      mismatch: z.boolean(),
      per: z.enum(['hour', 'day', 'week', 'month', 'quarter', 'year']).nullable(),
      purpose: z.string().nullable(),
    }),
  ),
  summary: z.object({
    clauses: z.number().int(),
    kinds: z.number().int(),
    missing: z.number().int(),
    risks: z.object({ high: z.number().int(), medium: z.number().int(), low: z.number().int() }),
  }),
  /** Something was left out because there is too much of it. */
  truncated: z.boolean(),
})
export type ClauseReport = z.infer<typeof ClauseReport>

/** Most entries of a list in a report. */
const MOST = 400

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

const round = (value: number): number => Math.round(value * 100) / 100

function presentClause(document: ParsedDocument, clause: AnalysedClause): ClauseReport['clauses'][number] {
  const level = worstLevel(clause.risks)
  return {
    kind: clause.kind.kind,
    title: clause.kind.title,
    heading: clause.heading,
    ...placed(document, clause),
    confidence: round(clause.confidence),
    found_by: clause.found_by,
    risk:
      level === null
        ? null
        : {
            level,
            findings: clause.risks.map(({ rule, level, reason, ...span }) => ({
              rule,
              level,
              reason,
              ...placed(document, span),
            })),
          },
  }
}

const NONE: ReadonlyMap<string, NearPassage> = new Map()

/** The report of an analysis of `document`; clauses below `minConfidence` are left out. `nearest` is keyed by kind. */
export function report(
  document: ParsedDocument,
  analysis: Analysis,
  minConfidence: number,
  nearest = NONE,
): ClauseReport {
  const sure = analysis.clauses.filter((clause) => clause.confidence >= minConfidence)
  const clauses = sure.slice(0, MOST)
  const count = (level: string): number => clauses.filter((clause) => worstLevel(clause.risks) === level).length
  return {
    contract_type: analysis.contract_type,
    contract_type_confidence: analysis.contract_type_confidence,
    clauses: clauses.map((clause) => presentClause(document, clause)),
    missing: analysis.missing.map((one) => {
      const near = nearest.get(one.kind)
      return {
        ...one,
        nearest: near === undefined ? null : { similarity: round(near.similarity), ...placed(document, near) },
      }
    }),
    parties: analysis.parties.map(({ name, role, type, start, end }) => ({
      name: oneLine(name),
      role: role === null ? null : oneLine(role),
      type,
      ...placed(document, { start, end }),
    })),
    dates: analysis.dates.slice(0, MOST).map(({ iso, role, ambiguous, computed, start, end }) => ({
      iso,
      role,
      ambiguous,
      computed,
      ...placed(document, { start, end }),
    })),
    amounts: analysis.amounts.slice(0, MOST).map(({ currency, value, words, mismatch, per, purpose, start, end }) => ({
      currency,
      value,
      words,
      mismatch,
      per,
      purpose,
      ...placed(document, { start, end }),
    })),
    summary: {
      clauses: clauses.length,
      kinds: new Set(clauses.map((clause) => clause.kind.kind)).size,
      missing: analysis.missing.length,
      risks: { high: count('high'), medium: count('medium'), low: count('low') },
    },
    truncated: sure.length > MOST || analysis.dates.length > MOST || analysis.amounts.length > MOST,
  }
}
