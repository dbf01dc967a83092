/** What a service outside that approvals are answered in knows: how it proves presses, and how a question is shown there. */
import type { ApprovalBotKind } from '#contract/services/approval-bot-values.ts'
import type { Delivery } from '#server/areas/services/channels/kind/kind.ts'
import type { SendResult } from '#server/gateways/channels/channel-api.ts'

/** Who the bot is, as the service outside told, and the channel that its owner chose. */
export interface BotSettings {
  display_name: string
  /** The bot at Telegram, the workspace at Slack. */
  account: string
  /** Slack: who the app is there. */
  bot_user: string
  /** Slack: where all approvals are posted; empty for none. */
  channel: string
}

/** Sealed; empty where a kind has none. */
export interface BotSecrets {
  bot_token: string
  signing_secret: string
  /** What Telegram sends along with each update. */
  webhook_secret: string
}

interface BotConnection {
  settings: BotSettings
  secrets: BotSecrets
}

/** A message as its reader sees it, in their language. */
export interface ShownMessage {
  heading: string
  /** What is approved; empty for none. */
  details: string
  /** What is said below it, such as who asks or who decided. */
  notes: readonly string[]
  /** The message that is pressed, and the words on its buttons; null where nothing can be decided there. */
  decide: { id: string; approve: string; reject: string } | null
  open: { label: string; url: string } | null
}

/** A button that was pressed. */
export interface Press {
  type: 'press'
  /** Of our message. */
  message: string
  approved: boolean
  /** Who pressed it, by their address there. */
  from: string
  /** Where the message is that has the button. */
  place: string
  external_id: string
  /** What the service outside calls the press. */
  reference: string
}

/** Words that a person sent to the bot, which may be their code. */
export interface Words {
  type: 'words'
  from: string
  name: string
  text: string
}

export interface BotDelivery {
  came: Press | Words | null
  /** Why the bot works no more, as the service outside tells. */
  problem: string | null
  /** What the service outside expects in answer; null for our own words. */
  answer: { type: string; body: object } | null
}

export const NOTHING_CAME: BotDelivery = { came: null, problem: null, answer: null }

/** Where a message is that was sent. */
interface MessagePlace {
  place: string
  external_id: string
}

export interface ApprovalKind {
  kind: ApprovalBotKind
  name: string
  /** Proves who delivers, and reads it. @throws AppError unauthenticated */
  read(delivery: Delivery, connection: BotConnection): BotDelivery
  /** Asks the service outside who the bot is. @throws ChannelApiError */
  identify(secrets: BotSecrets, signal: AbortSignal): Promise<Omit<BotSettings, 'channel'>>
  /** Has presses delivered to an address. @throws ChannelApiError */
  open?(secrets: BotSecrets, address: string, signal: AbortSignal): Promise<void>
  /** Ends that, unless they are delivered elsewhere by now. @throws ChannelApiError */
  close?(secrets: BotSecrets, address: string, signal: AbortSignal): Promise<void>
  /** The name of a person that deliveries don’t tell. @throws ChannelApiError */
  readName?(secrets: BotSecrets, address: string, signal: AbortSignal): Promise<string>
  /** The address that opens the bot with a code; null where the code is sent by hand. */
  linkTo(settings: BotSettings, code: string): string | null
  /** Never throws for what the service or the network says. */
  post(
    secrets: BotSecrets,
    to: string,
    message: ShownMessage,
    signal: AbortSignal,
  ): Promise<SendResult & { place?: string }>
  /** May be done again. Never throws for what the service or the network says. */
  update(secrets: BotSecrets, at: MessagePlace, message: ShownMessage, signal: AbortSignal): Promise<SendResult>
  /** Words to one person where others read along. Never throws for what the service or the network says. */
  whisper(
    secrets: BotSecrets,
    to: { place: string; person: string },
    words: string,
    signal: AbortSignal,
  ): Promise<SendResult>
  /** Tells who pressed a button what came of it, in the answer to the delivery; null where that takes a message. */
  answerPress(press: Press, words: string): object | null
}

export type ApprovalKinds = Readonly<Record<ApprovalBotKind, ApprovalKind>>
