/** The review queue, as plain data: pages read it without a schema library. */
export const QUEUE_AGES = ['all', 'day', 'week', 'older'] as const
export type QueueAge = (typeof QUEUE_AGES)[number]

export const QUEUE_SORTS = ['oldest', 'newest', 'confidence', 'due'] as const
export type QueueSort = (typeof QUEUE_SORTS)[number]

/** When what is due goes to others. */
export const REVIEW_ESCALATION = {
  /** After the due time, where the workspace sets nothing. */
  usual_minutes: 24 * 60,
  least_minutes: 5,
  most_minutes: 30 * 24 * 60,
  /** What was due longer ago stays as it is. */
  days: 90,
} as const

export const REVIEW_LIMITS = {
  /** Runs that finished longer ago aren't in the queue. */
  days: 90,
  /** Questions of runs that are listed. */
  questions: 100,
  comments: 500,
  comment_chars: 2000,
  mentions: 20,
} as const
