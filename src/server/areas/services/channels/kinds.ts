import type { HttpPort } from '#nodes/ports.ts'
import { createSlack } from '#server/gateways/channels/slack.ts'
import { createTelegram } from '#server/gateways/channels/telegram.ts'
import { createWhatsapp } from '#server/gateways/channels/whatsapp.ts'
import { emailKind } from './email/email.ts'
import type { ChannelKinds } from './kind/kind.ts'
import { slackKind } from './slack/slack.ts'
import { telegramKind } from './telegram/telegram.ts'
import { whatsappKind } from './whatsapp/whatsapp.ts'

/**
 * Every kind of channel.
 * @param addresses other origins for tests, by the origin that a service has
 * @param allow `host:port` of mail servers that are called although they are not on the public internet
 */
export const createChannelKinds = (
  http: HttpPort,
  addresses: Readonly<Record<string, string>>,
  allow: readonly string[],
): ChannelKinds => ({
  whatsapp: whatsappKind(createWhatsapp(http, addresses)),
  telegram: telegramKind(createTelegram(http, addresses)),
  slack: slackKind(createSlack(http, addresses)),
  email: emailKind(allow),
})
