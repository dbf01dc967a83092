/** Where people write to a service outside of Chowk. */
export const CHANNEL_KINDS = ['whatsapp', 'telegram', 'slack', 'email'] as const
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
  email: 100_000,
}

/** Files of one answer. Most of what the services outside take, or a mail server: a mail is a third larger than its files. */
export const CHANNEL_FILE_BYTES: Readonly<Record<ChannelKindName, number>> = {
  whatsapp: 100_000_000,
  telegram: 50_000_000,
  slack: 100_000_000,
  email: 15_000_000,
}

export const WHATSAPP = {
  /** Free text may be sent for so long after a person’s last message: WhatsApp’s customer service window. */
  window_hours: 24,
} as const

export const TELEGRAM = {
  /** What bots can download. */
  file_bytes: 20_000_000,
} as const

/** An address that can be written to, without a name: no character of it ends a header. */
export const MAIL_ADDRESS = /^[^\s<>()[\]\\@",;:\p{Cc}]{1,64}@[^\s<>()[\]\\@",;:\p{Cc}]{1,189}$/u

export const EMAIL = {
  /** Larger mails are not fetched. */
  mail_bytes: 25_000_000,
  /** Files of one mail that an agent is given. */
  files: 10,
  /** A mailbox is read so often. */
  read_every_s: 30,
} as const

export const SLACK = {
  /** A signature that is older proves nothing: it may have been recorded. */
  signature_s: 300,
} as const
