/** What a kind of channel knows of the service outside: how it proves and delivers messages, and how it is written to. */
import type { ChannelKindName } from '#contract/services/channel-values.ts'
import type { Downloaded, SendResult } from '#server/gateways/channels/channel-api.ts'

/** What the owner chose and what the service outside told, as it is stored. */
export interface ChannelSettings {
  /** The number, the bot or the workspace, as people see it. */
  display_name: string
  ask_consent: boolean
  daily_per_person: number
  /** WhatsApp. */
  phone_number_id: string
  /** WhatsApp; empty for none. */
  template_name: string
  template_language: string
  /** The bot at Telegram, the workspace at Slack, the mailbox of email. */
  account: string
  /** Whom people address at Slack. */
  bot_user: string
  /** Email: the address that people write to, and who signs in where that is not the address. */
  mail_address: string
  mail_user: string
  imap_host: string
  imap_port: number
  smtp_host: string
  smtp_port: number
}

/** Sealed; empty where a kind has none. */
export interface ChannelSecrets {
  access_token: string
  app_secret: string
  bot_token: string
  signing_secret: string
  /** What Telegram sends along with each update. */
  webhook_secret: string
  mail_password: string
}

export interface Connection {
  settings: ChannelSettings
  secrets: ChannelSecrets
}

export interface Media {
  /** What the service outside finds it by. */
  id: string
  mime: string
  name: string
}

/** What an answer by email repeats of the mail that it answers. */
export interface Envelope {
  /** Between angle brackets. */
  message_id: string
  /** The ids before it, oldest first. */
  references: string[]
  subject: string
}

export interface Incoming {
  /** The same however often it is delivered, and of one message in the channel only. */
  external_id: string
  /** The person’s address there, such as a number in digits. */
  from: string
  name: string
  /** Where in the channel it was written; empty where there is one place for each person. */
  thread: string
  text: string
  files: Media[]
  /** Such as a sticker or a place: no agent takes it. */
  unsupported: boolean
  sent_at: Date
  /** Tells messages of the same moment apart. */
  position: number
  /** Null for kinds other than email. */
  envelope: Envelope | null
}

/** How a message that was sent went on. */
export interface Status {
  external_id: string
  /** Ours, as it was sent. */
  reference: string | null
  failed: { why: string; outside_window: boolean } | null
}

/** A request to the address of a channel. */
export interface Delivery {
  method: string
  query: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, unknown>>
  bytes: Uint8Array
  body: unknown
}

export interface Delivered {
  messages: Incoming[]
  statuses: Status[]
  /** Addresses of people who have stopped by the means of the service outside. */
  stopped: string[]
  /** Why the channel works no more, as the service outside tells. */
  problem: string | null
  /** What the service outside expects in answer to a check of the address; null for our own words. */
  answer: { type: string; body: string | object } | null
}

export const NOTHING_DELIVERED: Delivered = { messages: [], statuses: [], stopped: [], problem: null, answer: null }

export interface FileToSend {
  name: string
  mime: string
  bytes: Uint8Array
}

export interface Outgoing {
  to: string
  thread: string
  /** Markdown; for a template its name. Empty where it is one file alone. */
  text: string
  /** One at most, unless they go with the text. */
  files: readonly FileToSend[]
  is_template: boolean
  /** Ours; comes back with a status where there are any. */
  reference: string
  /** Of the mail that it answers; null where there is none. */
  envelope: Envelope | null
}

/** The fields of a request that only some kinds have. */
export type KindField =
  | 'phone_number_id'
  | 'access_token'
  | 'app_secret'
  | 'template_name'
  | 'template_language'
  | 'bot_token'
  | 'signing_secret'
  | 'mail_address'
  | 'mail_user'
  | 'mail_password'
  | 'imap_host'
  | 'imap_port'
  | 'smtp_host'
  | 'smtp_port'

/** How far a mailbox has been read. */
export interface MailboxPosition {
  /** Whose mailbox: a position of another one means nothing. */
  account: string
  /** Uids of another validity name other mails (RFC 9051, section 2.3.1.1). */
  uid_validity: string
  /** Of the first mail that has not been read. */
  uid_next: number
  /** When that was, in ISO 8601. */
  at: string
}

/** What is done with each message that was collected, in their order. */
export interface Collector {
  /** Stores it; until then it is not marked as read. */
  take(delivered: Delivered): Promise<void>
  keep(position: MailboxPosition): Promise<void>
}

export interface ChannelKind {
  kind: ChannelKindName
  /** The service outside, in texts for the owner. */
  name: string
  fields: readonly KindField[]
  /** Without these nothing is connected; with what is said when one is missing. */
  required: Readonly<Partial<Record<KindField, string>>>
  /** What is said before the words of the service outside when it doesn’t take them. */
  refusal: string
  /** Whether the address is needed before anything else is known: to make an app there. */
  address_first: boolean
  asks_consent_at_first: boolean
  /** Free text may be sent for so long after a person’s last message; null for always. */
  window_ms: number | null
  /** Whether words are answered without files that the agent doesn’t take, such as the logo of a signature. */
  answers_without_files: boolean
  /** Proves who delivers, and reads it. @throws AppError unauthenticated */
  read(delivery: Delivery, connection: Connection & { verify_token: string }): Delivered
  /** Asks the service outside who that is. @throws ChannelApiError */
  identify(connection: Connection, signal: AbortSignal): Promise<Partial<ChannelSettings>>
  /** Has messages delivered to an address. @throws ChannelApiError */
  open?(connection: Connection, address: string, signal: AbortSignal): Promise<void>
  /** Ends that, unless they are delivered elsewhere by now. @throws ChannelApiError */
  close?(connection: Connection, address: string, signal: AbortSignal): Promise<void>
  /** What is wrong with the connection now, where nothing can be sent to try it. @throws ChannelApiError */
  check?(connection: Connection, address: string, signal: AbortSignal): Promise<string | null>
  /** Where collecting begins: what came before is not answered. Of kinds that deliver nothing. @throws ChannelApiError */
  begin?(connection: Connection, signal: AbortSignal): Promise<MailboxPosition>
  /** Collects what came since then. @throws ChannelApiError */
  collect?(connection: Connection, from: MailboxPosition, collector: Collector, signal: AbortSignal): Promise<void>
  /** The name of a person that deliveries don’t tell. @throws ChannelApiError */
  readName?(connection: Connection, address: string, signal: AbortSignal): Promise<string>
  /** Never throws for what the service or the network says. */
  send(connection: Connection, message: Outgoing, signal: AbortSignal): Promise<SendResult>
  /** @throws ChannelApiError; `retryable` for what may pass */
  download(connection: Connection, media: Media, most_bytes: number, signal: AbortSignal): Promise<Downloaded>
}

export type ChannelKinds = Readonly<Record<ChannelKindName, ChannelKind>>
