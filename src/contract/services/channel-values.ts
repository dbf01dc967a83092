/** Where people write to a service outside of Chowk. */
export const CHANNEL_KINDS = ['whatsapp', 'telegram', 'slack'] as const
export type ChannelKindName = (typeof CHANNEL_KINDS)[number]

/** What limits the channels of services. */
export const CHANNEL = {
  /** Messages of one person from midnight to midnight in India: the usual number, and the most. */
  per_person: { usual: 50, most: 1_000 },
  test_messages_per_hour: 20,
} as const

/** Characters of one message; longer answers are split. Slack cuts longer texts at a place of its own. */
export const MESSAGE_CHARS: Readonly<Record<ChannelKindName, number>> = {
  whatsapp: 4_096,
  telegram: 4_096,
  slack: 4_000,
}

export const WHATSAPP = {
  /** Free text may be sent for so long after a person’s last message: WhatsApp’s customer service window. */
  window_hours: 24,
} as const

export const TELEGRAM = {
  /** What bots can download. */
  file_bytes: 20_000_000,
} as const

export const SLACK = {
  /** A signature that is older proves nothing: it may have been recorded. */
  signature_s: 300,
} as const
