/**
 * Telegram’s Bot API (https://core.telegram.org/bots/api). The token is part of each address, so no address is told to anyone. Sending has no
 * idempotency key, and nothing says afterwards whether a message arrived.
 */
import type { HttpPort, HttpResponse } from '#nodes/ports.ts'
import {
  ask,
  ChannelApiError,
  type Downloaded,
  type FileToUpload,
  formRequest,
  isSuccess,
  jsonRequest,
  movedBy,
  parseJson,
  pauseOf,
  plainRequest,
  type SendResult,
  sendOnce,
} from './channel-api.ts'

const API = 'https://api.telegram.org'

/** Formatting apart from the text, so that nothing in a text can be read as markup. Offsets count UTF-16 units. */
export interface Entity {
  type: 'bold' | 'code' | 'pre'
  offset: number
  length: number
}

/** https://core.telegram.org/bots/api#inlinekeyboardbutton */
export type KeyboardButton = { text: string; callback_data: string } | { text: string; url: string }

export interface KeyboardMessage {
  text: string
  entities: Entity[]
  buttons: KeyboardButton[][]
}

export interface Webhook {
  url: string
  /** What Telegram sends along with each update. */
  secret: string
  /** Kinds of updates that are delivered (https://core.telegram.org/bots/api#update). */
  updates: readonly string[]
}

export interface TelegramApi {
  /** Never throws for what Telegram or the network says. */
  send(
    bot_token: string,
    message: { chat_id: string; text: string; entities: Entity[] },
    signal: AbortSignal,
  ): Promise<SendResult>
  /** With buttons below it. Never throws for what Telegram or the network says. */
  sendKeyboard(bot_token: string, chat_id: string, message: KeyboardMessage, signal: AbortSignal): Promise<SendResult>
  /** May be done again. Never throws for what Telegram or the network says. */
  editKeyboard(
    bot_token: string,
    at: { chat_id: string; message_id: number },
    message: KeyboardMessage,
    signal: AbortSignal,
  ): Promise<SendResult>
  /** As a document, whatever its type. Never throws for what Telegram or the network says. */
  sendFile(bot_token: string, chat_id: string, file: FileToUpload, signal: AbortSignal): Promise<SendResult>
  /** @throws ChannelApiError */
  readBot(bot_token: string, signal: AbortSignal): Promise<{ id: string; username: string }>
  /** Has updates delivered there. @throws ChannelApiError */
  setWebhook(bot_token: string, webhook: Webhook, signal: AbortSignal): Promise<void>
  /** @throws ChannelApiError */
  deleteWebhook(bot_token: string, signal: AbortSignal): Promise<void>
  /** What Telegram last could not deliver, and why. @throws ChannelApiError */
  readWebhook(bot_token: string, signal: AbortSignal): Promise<{ url: string; last_error: string | null }>
  /** @throws ChannelApiError; `retryable` for what may pass */
  download(
    bot_token: string,
    file: { id: string; mime: string },
    most_bytes: number,
    signal: AbortSignal,
  ): Promise<Downloaded>
}

/** Of a token that has been revoked, or never was one. */
const SIGNED_OUT = [401, 404]

interface Refusal {
  status: number
  /** What follows “Telegram: ”. */
  why: string
  after_s: number | null
  /** Whether Telegram said it, and not a proxy on the way. */
  isTold: boolean
}

function refusalOf({ status, body, headers }: HttpResponse): Refusal {
  const { description, parameters } = (parseJson(body) ?? {}) as Record<string, unknown>
  const isTold = typeof description === 'string'
  const why = SIGNED_OUT.includes(status)
    ? 'the bot token is wrong, or was revoked.'
    : isTold
      ? description.slice(0, 300)
      : `it answered with status ${status}.`
  const { retry_after } = (parameters ?? {}) as { retry_after?: unknown }
  return { status, why, isTold, after_s: pauseOf(retry_after ?? headers['retry-after']) }
}

function resultOf(response: HttpResponse): SendResult {
  if (isSuccess(response)) {
    const { result } = (parseJson(response.body) ?? {}) as { result?: { message_id?: unknown } }
    const id = result?.message_id
    return typeof id === 'number'
      ? { type: 'sent', id: String(id) }
      : { type: 'unknown', why: 'Telegram’s answer can’t be read.' }
  }
  const { status, why: said, after_s, isTold } = refusalOf(response)
  const why = `Telegram: ${said}`
  // A gateway speaks for Telegram in Telegram’s form, too: the request may have got through.
  if (status === 502 || status === 504 || (status >= 500 && !isTold)) return { type: 'unknown', why }
  if (SIGNED_OUT.includes(status)) return { type: 'later', why, after_s, signed_out: true }
  if (status === 429 || status >= 500) return { type: 'later', why, after_s }
  return { type: 'refused', why, reason: status === 403 ? 'stopped' : null }
}

const keyboardOf = ({ text, entities, buttons }: KeyboardMessage) => ({
  ...{ text, entities, link_preview_options: { is_disabled: true } },
  reply_markup: { inline_keyboard: buttons },
})

/** @param addresses other origins for tests, by the origin that a service has */
export function createTelegram(http: HttpPort, addresses: Readonly<Record<string, string>>): TelegramApi {
  const moved = movedBy(addresses)
  const at = (bot_token: string, method: string) => moved(`${API}/bot${bot_token}/${method}`)
  const call = async (bot_token: string, method: string, body: object, signal: AbortSignal) => {
    const response = await ask(http, jsonRequest(at(bot_token, method), body), signal)
    if (!isSuccess(response)) {
      const { status, why } = refusalOf(response)
      throw new ChannelApiError(why, status === 429 || status >= 500)
    }
    const { result } = (parseJson(response.body) ?? {}) as { result?: unknown }
    return (typeof result === 'object' && result !== null ? result : {}) as Record<string, unknown>
  }
  return {
    send: (bot_token, message, signal) => {
      // A preview would have Telegram call an address that a text may have been made to hold.
      const body = { ...message, link_preview_options: { is_disabled: true } }
      return sendOnce(http, jsonRequest(at(bot_token, 'sendMessage'), body), signal, resultOf)
    },
    sendKeyboard: (bot_token, chat_id, message, signal) =>
      sendOnce(http, jsonRequest(at(bot_token, 'sendMessage'), { chat_id, ...keyboardOf(message) }), signal, resultOf),
    editKeyboard: (bot_token, place, message, signal) =>
      sendOnce(
        http,
        jsonRequest(at(bot_token, 'editMessageText'), { ...place, ...keyboardOf(message) }),
        signal,
        (response) =>
          // It says already what it is to say.
          response.body.includes('message is not modified')
            ? { type: 'sent', id: String(place.message_id) }
            : resultOf(response),
      ),
    async sendFile(bot_token, chat_id, file, signal) {
      const fields = { chat_id, disable_content_type_detection: 'true' }
      const request = await formRequest(at(bot_token, 'sendDocument'), fields, { field: 'document', file })
      return sendOnce(http, request, signal, resultOf)
    },
    async readBot(bot_token, signal) {
      const { id, username, is_bot } = await call(bot_token, 'getMe', {}, signal)
      if (is_bot !== true || typeof id !== 'number') throw new ChannelApiError('This isn’t the token of a bot.', false)
      return { id: String(id), username: String(username ?? '').slice(0, 64) }
    },
    async setWebhook(bot_token, { url, secret, updates }, signal) {
      // One connection keeps the order in which a person writes.
      const how = { max_connections: 1, allowed_updates: updates }
      await call(bot_token, 'setWebhook', { url, secret_token: secret, ...how }, signal)
    },
    async deleteWebhook(bot_token, signal) {
      await call(bot_token, 'deleteWebhook', {}, signal)
    },
    async readWebhook(bot_token, signal) {
      const { url, last_error_message } = await call(bot_token, 'getWebhookInfo', {}, signal)
      const last_error = typeof last_error_message === 'string' ? last_error_message.slice(0, 300) : null
      return { url: String(url ?? ''), last_error }
    },
    async download(bot_token, { id, mime }, most_bytes, signal) {
      const { file_path, file_size } = await call(bot_token, 'getFile', { file_id: id }, signal)
      if (Number(file_size) > most_bytes) throw new ChannelApiError('The file is too large.', false)
      if (typeof file_path !== 'string' || !/^[\w-]+(?:[./][\w-]+)*$/.test(file_path))
        throw new ChannelApiError('The file is at an unknown place.', false)
      const url = moved(`${API}/file/bot${bot_token}/${file_path}`)
      const response = await ask(http, { ...plainRequest('GET', url), binary: true }, signal)
      const { status, bytes } = response
      if (!isSuccess(response))
        throw new ChannelApiError(`Telegram answered with status ${status}.`, status === 429 || status >= 500)
      if (!bytes || bytes.length > most_bytes) throw new ChannelApiError('The file is too large.', false)
      return { bytes, mime }
    },
  }
}
