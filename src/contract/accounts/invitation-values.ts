/** Limits of invitations to create an account. Plain data. */
export const INVITATIONS = {
  days: 7,
  per_hour: 60,
  /** An expired one stays in the list so long. */
  kept_days: 30,
  token_chars: 100,
} as const
