/** Values and limits of reports on agents, sellers and reviews. Plain data. */

export const REPORT_KINDS = ['agent', 'review', 'person'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const CASE_STATES = ['open', 'in_review', 'resolved', 'dismissed'] as const
export type CaseState = (typeof CASE_STATES)[number]

export const ABUSE_REASONS = ['misleading', 'harmful', 'privacy', 'rights', 'spam', 'other'] as const
export type AbuseReason = (typeof ABUSE_REASONS)[number]

export const REPORT_CASES = {
  details_chars: 2000,
  evidence_chars: 500,
  outcome_chars: 1000,
  search_chars: 200,
  shortest_search: 3,
  /** Of one person. */
  reports_per_hour: 20,
  due_hours: 72,
  page: 25,
  /** Reports, and earlier cases, that a case page shows. */
  shown: 100,
} as const

export const isDecided = (state: CaseState): boolean => state === 'resolved' || state === 'dismissed'
