/** The four ways in which people of the trial write to a service: how a message is delivered, and what was said in answer. */
import { randomUUID } from 'node:crypto'
import { type MailboxPeer, mailboxSettings, startMailbox } from '#peers/mailbox/server.ts'
import { eventOf, signedBySlack, slackAddresses, startSlackWorkspace, TEAM } from '#peers/slack/workspace.ts'
import { BOT, startTelegramPeer, telegramAddresses, updateFrom } from '#peers/telegram/server.ts'
import { deliveryOf, messageFrom, NUMBER, startWhatsappPeer, whatsappAddresses } from '#peers/whatsapp/server.ts'

export interface Delivery {
  body: string
  headers: Record<string, string>
}

export interface Said {
  to: string
  text: string
}

/** One kind of channel. */
export interface Way {
  kind: string
  /** What its owner enters. */
  settings: object
  /** The address of a person, by their number. */
  addressOf(person: number): string
  /** A message as it is delivered, the same however often; null where it is put into a mailbox. @param at of a person in their order */
  message(person: number, at: number, text: string): Promise<Delivery | null>
  said(): Promise<Said[]>
  /** Deliveries that say that messages arrived, of those that were taken since the last time. */
  statuses(): Delivery[]
  /** Has the stand-in behave as services do on a bad day, for its next message. */
  misbehave(): void
}

const SECRET = 'secret of the app of the trial'
/** Messages of a person are seconds apart, whenever they are delivered. */
const BEGAN = Date.now() - 3_600_000
const timeOf = (at: number) => new Date(BEGAN + at * 1000)

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

async function whatsapp(): Promise<Way & { urls: Record<string, string>; close: () => Promise<void> }> {
  const peer = await startWhatsappPeer()
  const addressOf = (person: number) => String(919_100_000_000 + person)
  let told = 0
  return {
    kind: 'whatsapp',
    settings: { phone_number_id: NUMBER.id, access_token: peer.token, app_secret: SECRET },
    addressOf,
    message: async (person, at, text) =>
      deliveryOf(SECRET, {
        messages: [messageFrom(addressOf(person), `wamid.${person}.${at}`, { text: { body: text } }, timeOf(at))],
      }),
    said: async () => peer.sent.map(({ to, text }) => ({ to, text: text?.body ?? '' })),
    statuses: () => {
      const from = told
      told = peer.sent.length
      return peer.sent.slice(from).map(({ to, biz_opaque_callback_data }, index) => {
        const status = {
          id: `wamid.out.${from + index + 1}`,
          status: 'sent',
          recipient_id: to,
          biz_opaque_callback_data,
        }
        return deliveryOf(SECRET, { statuses: [status] })
      })
    },
    misbehave: () =>
      peer.behave(pick([{ status: 500 }, { status: 429, headers: { 'retry-after': '2' } }, 'lost', 'silent'] as const)),
    urls: whatsappAddresses(peer.url),
    close: peer.close,
  }
}

async function telegram(): Promise<Way & { urls: Record<string, string>; close: () => Promise<void> }> {
  const peer = await startTelegramPeer()
  const secret = () => peer.bots.get(BOT.token)?.webhook?.secret_token ?? ''
  return {
    kind: 'telegram',
    settings: { bot_token: BOT.token },
    addressOf: (person) => String(70_000 + person),
    message: async (person, at, text) =>
      updateFrom(secret(), 70_000 + person, person * 1_000 + at, { text }, timeOf(at)),
    said: async () => peer.sent.map(({ chat_id, text }) => ({ to: chat_id, text })),
    statuses: () => [],
    misbehave: () =>
      peer.behave(pick([{ status: 500 }, { status: 429, parameters: { retry_after: 2 } }, 'lost', 'silent'] as const)),
    urls: telegramAddresses(peer.url),
    close: peer.close,
  }
}

async function slack(): Promise<Way & { urls: Record<string, string>; close: () => Promise<void> }> {
  const peer = await startSlackWorkspace()
  const addressOf = (person: number) => `U${person + 10_000}`
  return {
    kind: 'slack',
    settings: { bot_token: TEAM.token, signing_secret: SECRET },
    addressOf,
    async message(person, at, text) {
      const ts = `${Math.floor(timeOf(at).getTime() / 1000)}.${String(person).padStart(6, '0')}`
      const channel = `D${person + 10_000}`
      return signedBySlack(
        SECRET,
        eventOf({ type: 'message', channel_type: 'im', channel, user: addressOf(person), text, ts }),
      )
    },
    said: async () => peer.posted.map(({ channel, text }) => ({ to: channel.replace('D', 'U'), text })),
    statuses: () => [],
    misbehave: () =>
      peer.behave(
        pick([
          { error: 'service_unavailable' },
          { status: 429, error: 'ratelimited', headers: { 'retry-after': '2' } },
          'lost',
          'silent',
        ] as const),
      ),
    urls: slackAddresses(peer.url),
    close: peer.close,
  }
}

async function email(): Promise<Way & { mailbox: MailboxPeer; close: () => Promise<void> }> {
  const mailbox = await startMailbox()
  /** The first mail of each person, which the others follow. */
  const threads = new Map<number, string>()
  const addressOf = (person: number) => `person-${person}@people.example`
  return {
    kind: 'email',
    settings: mailboxSettings({ imap_port: mailbox.imap_port, smtp_port: mailbox.smtp.port }),
    addressOf,
    async message(person, at, text) {
      const before = threads.get(person)
      const message_id = `<${person}.${at}@people.example>`
      const mail = { from: addressOf(person), subject: '', message_id }
      const quoted = `${text}\n\nOn 29 Nov 2026 the service wrote:\n> Answer to Question 0.0:\n> end`
      await mailbox.write({ ...mail, text: quoted, ...(before !== undefined && { references: [before] }) })
      threads.set(person, before ?? message_id)
      return null
    },
    said: async () => (await mailbox.sent()).map(({ to, text }) => ({ to, text })),
    statuses: () => [],
    misbehave() {
      // Each of them keeps the mailbox from being read for half a minute or more.
      if (mailbox.imap.next.length === 0) mailbox.imap.next.push(pick(['busy', 'drop'] as const))
      mailbox.smtp.behave(pick(['later', 'drop', 'hang'] as const), 'take')
    },
    mailbox,
    close: mailbox.close,
  }
}

export async function openWays() {
  const [meta, bot, workspace, mail] = await Promise.all([whatsapp(), telegram(), slack(), email()])
  const addresses = { ...meta.urls, ...bot.urls, ...workspace.urls }
  const { imap_port, smtp } = mail.mailbox
  const hosts = [
    ...Object.values(addresses).map((url) => new URL(url).host),
    ...[`127.0.0.1:${imap_port}`, `127.0.0.1:${smtp.port}`],
  ]
  const ways: Way[] = [meta, bot, workspace, mail]
  return {
    ...{ ways, addresses, hosts: [...new Set(hosts)] },
    close: () => Promise.all([meta.close(), bot.close(), workspace.close(), mail.close()]),
  }
}

/** Another person of the trial each time. */
export const newName = (): string => `owner-${randomUUID().slice(0, 8)}@trial.example`
