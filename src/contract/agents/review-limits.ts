/** Limits of reviews. Plain data. */

export const REPORT_REASONS = ['hate', 'false', 'spam', 'harassment', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REVIEW_SORTS = ['newest', 'useful', 'highest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

export const REVIEWS = {
  text: 4000,
  reply: 2000,
  report_note: 1000,
  removal_note: 500,
  /** Who has not paid has to have run it with success this often. */
  least_runs: 3,
  /** New reviews of one person a day. */
  per_day: 5,
  /** Of people who did not pay, of one agent a day; more are looked at before they are shown. */
  unpaid_per_agent_and_day: 10,
  /** Sellers who review each other, directly or around this many corners. */
  ring: 3,
  /** Reviews that one person says are useful, or takes that back of, an hour. */
  votes_per_hour: 60,
  page: 10,
} as const
