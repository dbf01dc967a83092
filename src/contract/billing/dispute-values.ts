/** What evidence of a dispute is made of, without schemas: for pages and the server alike. */

/** What a file proves, as the gateway calls it. */
export const EVIDENCE_KINDS = [
  'proof_of_service',
  'access_activity_log',
  'customer_communication',
  'billing_proof',
  'term_and_conditions',
  'refund_cancellation_policy',
  'explanation_letter',
] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

export const EVIDENCE_STATES = ['draft', 'submitting', 'submitted', 'accepting', 'accepted'] as const
export type EvidenceState = (typeof EVIDENCE_STATES)[number]

export const EVIDENCE_LIMITS = { summary: 1000, files: 10, file_bytes: 4_000_000 } as const
