/** How sure a code is, 0 to 1: the share of such proposals that human coders chose. */
import type { CodeEntry } from '#nodes/ports.ts'
import type { Assertion } from './assertion.ts'
import type { Finding } from './findings.ts'

export interface Signals {
  finding: Finding
  entry: CodeEntry
  assertion: Assertion
  derived: boolean
  /** How often the note says it. */
  mentions: number
}

/** A finding in these sections is what the clinician concluded. */
const CONCLUSIVE = new Set(['assessment', 'plan', 'past_medical_history'])
/** Titles that say neither what nor where. */
const VAGUE =
  /^(?:R52|R58|R69|R22\.9|B99\.9|A49\.9|D49\.9|D36\.9|C79\.9|C80\.[01]|T14\.|T65\.91|T78\.40|Q89\.9|I99|M35\.9|M89\.9|G83\.9|Z88\.9|L98\.9|R60\.9)/
const isSymptom = (code: string): boolean => code.startsWith('R')

/** Features of one proposal; `bench/coder.ts` prints how they fared. */
export function features(signals: Signals): number[] {
  const { finding, entry, assertion, derived, mentions } = signals
  const cost = finding.concept.codes[0]?.cost ?? 0
  return [
    1,
    Math.min(finding.concept.weight, 30) / 10,
    finding.concept.units.length === 1 ? 1 : 0,
    cost,
    finding.gap,
    Math.log(mentions),
    CONCLUSIVE.has(finding.section) ? 1 : 0,
    assertion === 'possible' ? 1 : 0,
    VAGUE.test(entry.code) ? 1 : 0,
    isSymptom(entry.code) ? 1 : 0,
    derived ? 1 : 0,
    assertion === 'negated' || assertion === 'family' ? 1 : 0,
  ]
}

const WEIGHTS = [0.8, 0.1, 0, -1.5, -0.3, 0.5, 1.2, -0.3, -2, 0.2, -0.5, 0]

/** A logistic model over few, plain signals; its weights were fitted on half of a coded corpus and checked on the other. */
export function confidence(signals: Signals): number {
  const values = features(signals)
  const sum = values.reduce((total, value, index) => total + value * (WEIGHTS[index] ?? 0), 0)
  return Math.round((1 / (1 + Math.exp(-sum))) * 1000) / 1000
}
