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
  /** The bot at Telegram, the workspace at Slack. */
  account: string
  /** Whom people address at Slack. */
  bot_user: string
}

/** Sealed; empty where a kind has none. */
export interface ChannelSecrets {
  access_token: string
  app_secret: string
  bot_token: string
  signing_secret: string
  /** What Telegram sends along with each update. */
  webhook_secret: string
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

export interface Incoming {
  /** The same however often it is delivered, and of one message in the channel only. */
  external_id: string
  /** The person’s address there, such as a number in digits. */
  from: string
  name: string
  /** Where in the channel it was written; empty where there is one place for each person. */
  thread: string
  text: string
  media: Media | null
  /** Such as a sticker or a place: no agent takes it. */
  unsupported: boolean
  sent_at: Date
  /** Tells messages of the same moment apart. */
  position: number
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

export interface Outgoing {
  to: string
  thread: string
  /** Markdown; for a template its name. */
  text: string
  is_template: boolean
  /** Ours; comes back with a status where there are any. */
  reference: string
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
  /** The name of a person that deliveries don’t tell. @throws ChannelApiError */
  readName?(connection: Connection, address: string, signal: AbortSignal): Promise<string>
  /** Never throws for what the service or the network says. */
  send(connection: Connection, message: Outgoing, signal: AbortSignal): Promise<SendResult>
  /** @throws ChannelApiError; `retryable` for what may pass */
  download(connection: Connection, media: Media, most_bytes: number, signal: AbortSignal): Promise<Downloaded>
}

export type ChannelKinds = Readonly<Record<ChannelKindName, ChannelKind>>
