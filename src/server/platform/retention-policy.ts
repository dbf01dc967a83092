/** How long runs are kept; null is for good. */
export interface RetentionPolicy {
  /** What went in and came out of runs of people without an account. */
  visitor_hours: number
  /** The same of runs of users that succeeded or were cancelled, and of those that failed. */
  succeeded_days: number | null
  failed_days: number | null
  /** The runs themselves, with their time, outcome and cost. */
  runs_days: number | null
  /** Calls of language models, with their tokens and cost. */
  model_calls_days: number | null
}
