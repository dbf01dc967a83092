/** Who may create an account. */
export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]

/** Limits of the settings that change at runtime. Plain data. */
export const SETTINGS = {
  reason_chars: 1000,
  /** Of the message people read during maintenance. */
  message_chars: 300,
  /** Furthest expected end of a maintenance. */
  most_days: 30,
} as const
