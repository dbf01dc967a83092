/** Where people write to a service outside of Chowk. */
export const CHANNEL_KINDS = ['whatsapp', 'telegram', 'slack'] as const
export type ChannelKindName = (typeof CHANNEL_KINDS)[number]

/** What limits the channels of services. */
export const CHANNEL = {
  /** Messages of one person from midnight to midnight in India: the usual number, and the most. */
  per_person: { usual: 50, most: 1_000 },
  test_messages_per_hour: 20,
} as const

export const WHATSAPP = {
  /** Free text may be sent for so long after a person’s last message: WhatsApp’s customer service window. */
  window_hours: 24,
  /** Characters of one message; longer answers are split. */
  message_chars: 4_096,
} as const

export const TELEGRAM = {
  message_chars: 4_096,
  /** What bots can download. */
  file_bytes: 20_000_000,
} as const

export const SLACK = {
  /** Slack cuts longer texts at a place of its own. */
  message_chars: 4_000,
  /** A signature that is older proves nothing: it may have been recorded. */
  signature_s: 300,
} as const
