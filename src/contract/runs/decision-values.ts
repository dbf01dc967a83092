/** Decisions about findings, as plain data: pages read it without a schema library. */

/** Of a document that a second person reads as well: two readings that don't see each other, then what is settled where they differ. */
export const READINGS = ['first', 'second', 'final'] as const
export type Reading = (typeof READINGS)[number]

/** How far the review of a document is: `open` until the first decision. */
export const REVIEW_STATES = ['open', 'started', 'signed_off'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

export const DECISION_LIMITS = {
  /** In one request. */
  at_once: 200,
  /** Findings of a run that are decided about. */
  findings: 5000,
  reason: 300,
  /** Decisions of a run, with those that were changed again. */
  most: 20_000,
} as const
