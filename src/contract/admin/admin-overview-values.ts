/** What the first page of the admin area counts. Plain data. */

/** Counting goes no further: a larger number is shown as "more than". */
export const MOST_COUNTED = { runs: 100_000, work: 1_000 } as const

/** What waits for an admin, each on a page of its own. */
export const WORK = [
  'role_requests',
  'agent_reviews',
  'seller_details',
  'reports',
  'held_reviews',
  'refunds',
  'disputes',
  'unmatched_payments',
  'payouts',
  'failed_mail',
  'reported_errors',
] as const
export type Work = (typeof WORK)[number]

/** Of these only the super admin hears: their pages are closed to others. */
export const SUPER_WORK: readonly Work[] = ['payouts', 'failed_mail']
