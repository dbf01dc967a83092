/** What a clause kind is: one entry of a table. Patterns see text with white space folded to single blanks and plain quotes. */

export const CONTRACT_TYPES = ['services', 'nda', 'employment', 'lease', 'licence', 'general'] as const
export type ContractType = (typeof CONTRACT_TYPES)[number]

export const RISK_LEVELS = ['low', 'medium', 'high'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]

/** A pattern has no nested quantifier and only bounded gaps, so that it takes linear time on any text. */
export type Test = RegExp | ((text: string) => boolean)

export interface RiskRule {
  /** Stable name on the wire. */
  rule: string
  level: RiskLevel
  /** Why it matters, in words for the reader of the contract. */
  reason: string
  /** Holds for one sentence; that sentence is the evidence. */
  sentence?: Test
  /** Holds for the clause as a whole. */
  clause?: Test
  /** Never a finding when the clause as a whole passes this. */
  unless?: Test
  /** A rule of Indian law or habit: only for contracts that touch India. */
  indian?: true
}

export interface ClauseKind {
  /** Stable name on the wire. */
  kind: string
  title: string
  /** A section whose heading passes one of these is a clause of this kind. */
  heading: readonly RegExp[]
  /** The heading is used for other things too: it counts only with a sentence that speaks of the kind. */
  heading_needs_text?: true
  /** A sentence that matches one of these belongs to this kind, wherever it is. */
  body: readonly RegExp[]
  /** A sentence that passes this does not count, whatever `body` says. */
  not?: RegExp
  /** How such a clause typically reads: the query of retrieval by meaning. */
  query: string
  /** Contract types in which a careful drafter would have it. */
  expected_in: readonly ContractType[]
  /** What its absence means; empty when `expected_in` is. */
  if_missing: string
  risks: readonly RiskRule[]
}

export const passes = (test: Test, text: string): boolean => (typeof test === 'function' ? test(text) : test.test(text))

/** Folds white space and typographic quotes and dashes, so that patterns can be written plainly. */
export const fold = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[‐‑‒–—]/g, '-')
