/** Where approvals reach people outside of the product. */
export const APPROVAL_BOT_KINDS = ['slack', 'telegram'] as const
export type ApprovalBotKind = (typeof APPROVAL_BOT_KINDS)[number]

export const APPROVAL_BOTS = {
  /** A code that proves who a person is there opens nothing after this time. */
  code_minutes: 15,
  /** For each person. */
  tests_per_hour: 20,
  codes_per_hour: 30,
  /** For each account: the service outside is asked each time. */
  changes_per_hour: 60,
  /** Answers to what strangers write to a bot. */
  words_per_hour: 10,
  /** A longer question is shown on its page alone. */
  details_chars: 2_500,
  kept_days: 30,
} as const

/** The id of a conversation at Slack: a channel or a private channel. */
export const SLACK_CHANNEL = /^[CG][A-Z0-9]{6,20}$/
