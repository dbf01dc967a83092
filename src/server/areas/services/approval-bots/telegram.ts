/** Approvals in Telegram: messages with an inline keyboard (https://core.telegram.org/bots/features#inline-keyboards). */
import {
  type ApprovalKind,
  type BotSettings,
  NOTHING_CAME,
  type Press,
  type ShownMessage,
  type Words,
} from '#server/areas/services/approval-bots/kind.ts'
import { type Fields, fieldsOf, textOf } from '#server/areas/services/channels/kind/delivered-values.ts'
import { isSame, refuseDelivery } from '#server/areas/services/channels/kind/proof.ts'
import type { KeyboardButton, KeyboardMessage, TelegramApi } from '#server/gateways/channels/telegram.ts'

/** What a callback answers with is at most so long. */
const ANSWER_CHARS = 200
const PRESS = /^([ar]):([0-9a-f-]{36})$/

function buttonsOf({ decide, open }: ShownMessage): KeyboardButton[][] {
  const choices = decide && [
    { text: `✓ ${decide.approve}`, callback_data: `a:${decide.id}` },
    { text: `✕ ${decide.reject}`, callback_data: `r:${decide.id}` },
  ]
  return [...(choices ? [choices] : []), ...(open === null ? [] : [[{ text: open.label, url: open.url }]])]
}

/** Formatting is apart from the text, so nothing in it can be read as markup. */
function toKeyboard(message: ShownMessage): KeyboardMessage {
  const { heading, details, notes } = message
  return {
    text: [heading, ...(details === '' ? [] : [details]), ...(notes.length === 0 ? [] : [notes.join('\n')])].join(
      '\n\n',
    ),
    entities: [{ type: 'bold', offset: 0, length: heading.length }],
    buttons: buttonsOf(message),
  }
}

const isPrivate = (chat: Fields): boolean => chat.type === 'private' && Number.isSafeInteger(chat.id)

function pressOf(update: Fields): Press | null {
  const query = fieldsOf(update.callback_query)
  const message = fieldsOf(query.message)
  const [chat, from] = [fieldsOf(message.chat), fieldsOf(query.from)]
  const [, choice, id = ''] = PRESS.exec(textOf(query.data, 64)) ?? []
  if (choice === undefined || !Number.isSafeInteger(from.id) || !Number.isSafeInteger(message.message_id)) return null
  return {
    ...{ type: 'press', message: id, approved: choice === 'a', from: String(from.id) },
    ...{ place: String(chat.id), external_id: String(message.message_id), reference: textOf(query.id, 64) },
  }
}

/** In a chat between one person and the bot; groups are ignored. */
function wordsOf(update: Fields): Words | null {
  const message = fieldsOf(update.message)
  const [chat, from] = [fieldsOf(message.chat), fieldsOf(message.from)]
  if (!isPrivate(chat) || from.is_bot === true || chat.id !== from.id) return null
  const text = textOf(message.text, 200).replace(/^\/start(?:@\w+)?\s*/i, '')
  const name = textOf(`${textOf(from.first_name, 64)} ${textOf(from.last_name, 64)}`, 100) || textOf(from.username, 64)
  return { type: 'words', from: String(from.id), name, text }
}

const usernameOf = ({ display_name }: BotSettings): string => display_name.replace('@', '')

export const telegramApprovals = (api: TelegramApi): ApprovalKind => ({
  kind: 'telegram',
  name: 'Telegram',
  read({ method, headers, body }, { secrets }) {
    if (method !== 'POST' || !isSame(headers['x-telegram-bot-api-secret-token'], secrets.webhook_secret))
      refuseDelivery('The secret token of the delivery is invalid.')
    const update = fieldsOf(body)
    return { ...NOTHING_CAME, came: pressOf(update) ?? wordsOf(update) }
  },
  async identify({ bot_token }, signal) {
    const { id, username } = await api.readBot(bot_token, signal)
    return { account: id, bot_user: '', display_name: `@${username}` }
  },
  open: ({ bot_token, webhook_secret: secret }, url, signal) =>
    api.setWebhook(bot_token, { url, secret, updates: ['message', 'callback_query'] }, signal),
  async close({ bot_token }, url, signal) {
    const { url: known } = await api.readWebhook(bot_token, signal)
    if (known === url) await api.deleteWebhook(bot_token, signal)
  },
  linkTo: (settings, code) => `https://t.me/${usernameOf(settings)}?start=${code}`,
  post: ({ bot_token }, to, message, signal) =>
    api.sendKeyboard(bot_token, to, toKeyboard(message), signal).then((result) => ({ ...result, place: to })),
  update: ({ bot_token }, { place, external_id }, message, signal) =>
    api.editKeyboard(bot_token, { chat_id: place, message_id: Number(external_id) }, toKeyboard(message), signal),
  whisper: ({ bot_token }, { person }, words, signal) =>
    api.send(bot_token, { chat_id: person, text: words, entities: [] }, signal),
  // Telegram takes a call in the answer to an update.
  answerPress: ({ reference }, words) => ({
    ...{
      method: 'answerCallbackQuery',
      callback_query_id: reference,
      text: words.slice(0, ANSWER_CHARS),
      show_alert: true,
    },
  }),
})
