/** What a private bench may hold, and for how long. Plain data. */
export const BENCH = {
  agents: 3,
  /** Fewer say nothing. */
  least_cases: 3,
  cases: 20,
  case_bytes: 100_000,
  name: 100,
  /** Names of fields that take the value of another. */
  same_as: 1000,
  /** Drafts and running ones of one person. */
  open: 10,
  starts_per_hour: 30,
  keep_days: [1, 7, 30],
  default_days: 7,
} as const

/** A score from which an answer is right: of rules everything, of a model nearly everything. */
export const RIGHT_FROM = { rule: 1, judge: 0.8 } as const
