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
const CONCLUSIVE = new Set(['assessment', 'plan', 'past_medical_history', 'allergies'])
/** Symptoms that are only observed are rarely coded on their own. */
const OBSERVED = new Set(['examination', 'review_of_systems', 'investigations'])
/** Titles that say neither what nor where. */
const VAGUE =
  /^(?:R52|R58|R69|R22\.9|B99\.9|A49\.9|D49\.9|D36\.9|C79\.9|C80\.[01]|T14\.|T65\.91|T78\.40|Q89\.9|I99|M35\.9|M89\.9|G83\.9|Z88\.9|L98\.9|R60\.9|L02\.91|K83\.9|I51\.9)/

/** What a proposal is judged by, in the order of the weights. */
export function features(signals: Signals): number[] {
  const { finding, entry, assertion, derived, mentions } = signals
  const { concept, gap, section } = finding
  const best = concept.codes[0]
  const flag = (value: boolean): number => (value ? 1 : 0)
  return [
    1,
    Math.min(concept.weight, 30) / 10,
    flag(concept.units.length === 1),
    best?.cost ?? 0,
    gap,
    Math.log(mentions),
    flag(CONCLUSIVE.has(section)),
    flag(assertion === 'possible'),
    flag(VAGUE.test(entry.code)),
    flag(entry.code.startsWith('R')),
    flag(entry.code.startsWith('Z') && !derived),
    flag(/^[STVWXY]/.test(entry.code)),
    flag(derived),
    flag(assertion === 'negated' || assertion === 'family'),
    flag(OBSERVED.has(section)),
    flag(best?.entry.code !== entry.code),
    flag(/^other\b|\bother specified\b/i.test(entry.description)),
  ]
}

// Sections are rare in the corpus and it counts the doubtful like the certain: those weights are judgement, all others fitted.
const WEIGHTS = [
  0.27, 0.21, 0.27, -2.11, -0.22, 0.28, 1.08, -0.6, -1.92, 0.44, -1.41, -0.16, -0.57, 0.08, -0.8, -0.15, -0.36,
]

/** A logistic model over few, plain signals; its weights were fitted on half of a coded corpus: see `docs/decisions/0003-icd10-coder-without-a-model.md`. */
export function confidence(signals: Signals): number {
  const values = features(signals)
  const sum = values.reduce((total, value, index) => total + value * (WEIGHTS[index] ?? 0), 0)
  return Math.round((1 / (1 + Math.exp(-sum))) * 1000) / 1000
}
