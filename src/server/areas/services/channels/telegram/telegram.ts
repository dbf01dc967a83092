/** Telegram: a bot that its owner made with BotFather. Chowk sets the address that Telegram delivers to. */
import { TELEGRAM } from '#contract/services/channel-values.ts'
import { type ChannelKind, type Connection, NOTHING_DELIVERED } from '#server/areas/services/channels/kind/kind.ts'
import { isSame, refuseDelivery } from '#server/areas/services/channels/kind/proof.ts'
import type { TelegramApi } from '#server/gateways/channels/telegram.ts'
import { readUpdate } from './read-update.ts'
import { toTelegram } from './to-telegram.ts'

const tokenOf = ({ secrets }: Connection): string => secrets.bot_token
const UPDATES = ['message', 'my_chat_member']
const webhookAt = ({ secrets }: Connection, url: string) => ({ url, secret: secrets.webhook_secret, updates: UPDATES })

export const telegramKind = (api: TelegramApi): ChannelKind => ({
  kind: 'telegram',
  name: 'Telegram',
  fields: ['bot_token'],
  required: { bot_token: 'Enter the bot token.' },
  refusal: 'Telegram refused the bot token',
  address_first: false,
  asks_consent_at_first: true,
  window_ms: null,
  answers_without_files: false,
  read({ method, headers, body }, { settings, secrets }) {
    if (method !== 'POST' || !isSame(headers['x-telegram-bot-api-secret-token'], secrets.webhook_secret))
      refuseDelivery('The secret token of the delivery is invalid.')
    return { ...NOTHING_DELIVERED, ...readUpdate(body, settings.account) }
  },
  async identify(connection, signal) {
    const { id, username } = await api.readBot(tokenOf(connection), signal)
    return { account: id, display_name: `@${username}` }
  },
  open: (connection, url, signal) => api.setWebhook(tokenOf(connection), webhookAt(connection, url), signal),
  async close(connection, url, signal) {
    const { url: known } = await api.readWebhook(tokenOf(connection), signal)
    if (known === url) await api.deleteWebhook(tokenOf(connection), signal)
  },
  async check(connection, url, signal) {
    const { url: known, last_error } = await api.readWebhook(tokenOf(connection), signal)
    if (known !== url) await api.setWebhook(tokenOf(connection), webhookAt(connection, url), signal)
    return known === url && last_error !== null ? `Telegram couldn’t deliver a message here: ${last_error}` : null
  },
  send: (connection, { to, text, files: [file] }, signal) =>
    file
      ? api.sendFile(tokenOf(connection), to, file, signal)
      : api.send(tokenOf(connection), { chat_id: to, ...toTelegram(text) }, signal),
  download: (connection, media, most_bytes, signal) =>
    api.download(tokenOf(connection), media, Math.min(most_bytes, TELEGRAM.file_bytes), signal),
})
