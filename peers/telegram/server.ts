/**
 * A stand-in for Telegram’s Bot API (https://core.telegram.org/bots/api): one bot, which keeps what it was sent. `updateFrom` is what
 * Telegram delivers to a webhook. `node peers/telegram/server.ts PORT` runs it as a process of its own: `POST /write` has a person write to
 * the bot, which is delivered to the webhook that was set, and `GET /sent` tells what was sent.
 */
import type { IncomingMessage } from 'node:http'
import { type NoReply, type Reply, readForm, startReplyServer } from '#peers/reply-server.ts'

export interface SentText {
  chat_id: string
  text: string
  entities: { type: string; offset: number; length: number }[]
  link_preview_options?: { is_disabled?: boolean }
  reply_markup?: { inline_keyboard: { text: string; callback_data?: string; url?: string }[][] }
}

/** A message as it is after its last change. */
export interface Message extends SentText {
  message_id: number
}

export interface Webhook {
  url: string
  secret_token?: string
  allowed_updates?: string[]
  last_error_message?: string
}

/** What the next messages come to: an answer of Telegram, or none after the message was taken. */
export type Behaviour = { status: number; description?: string; parameters?: object } | NoReply

export interface TelegramPeer {
  url: string
  /** By token: the bots there are. A token that is taken out was revoked. */
  bots: Map<string, { id: number; username: string; webhook: Webhook | null }>
  sent: SentText[]
  /** With what they say now. */
  messages: Message[]
  /** What the bot for approvals sent. */
  ofApprovals: Set<SentText>
  documents: { chat_id: string; name: string; mime: string; text: string }[]
  files: Map<string, { path: string; bytes: Uint8Array; size?: number }>
  /** In this order; afterwards messages are taken. */
  behave(...next: Behaviour[]): void
  close(): Promise<void>
}

export const BOT = {
  id: 7_000_000_001,
  token: '7000000001:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0',
  username: 'clinic_bot',
}

/** A bot of its own, which brings approvals. */
export const APPROVAL_BOT = {
  id: 7_000_000_009,
  token: '7000000009:EEHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0',
  username: 'approvals_bot',
}

/** The value of `APP_ADDRESSES` that leads to a peer. */
export const telegramAddresses = (url: string): Record<string, string> => ({ 'https://api.telegram.org': url })

type State = Pick<TelegramPeer, 'bots' | 'sent' | 'messages' | 'ofApprovals' | 'documents' | 'files'> & {
  next: Behaviour[]
}

const refuse = (status: number, description: string, parameters?: object): Reply => ({
  status,
  json: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
})
const accept = (result: unknown): Reply => ({ status: 200, json: { ok: true, result } })

function sendMessage(state: State, token: string, message: SentText): Reply | NoReply {
  if (typeof message.text !== 'string' || message.text.trim() === '')
    return refuse(400, 'Bad Request: message text is empty')
  if (message.text.length > 4096) return refuse(400, 'Bad Request: message is too long')
  const behaviour = state.next.shift()
  if (typeof behaviour === 'object')
    return refuse(behaviour.status, behaviour.description ?? 'Something went wrong', behaviour.parameters)
  state.sent.push(message)
  if (token === APPROVAL_BOT.token) state.ofApprovals.add(message)
  state.messages.push({ ...message, message_id: state.sent.length })
  return behaviour ?? accept({ message_id: state.sent.length, date: 1, chat: { id: message.chat_id } })
}

/** https://core.telegram.org/bots/api#editmessagetext */
function editMessage(state: State, change: Message): Reply | NoReply {
  const behaviour = state.next.shift()
  if (typeof behaviour === 'object') return refuse(behaviour.status, behaviour.description ?? 'Something went wrong')
  const found = state.messages.find(({ message_id }) => message_id === change.message_id)
  if (!found || found.chat_id !== change.chat_id) return refuse(400, 'Bad Request: message to edit not found')
  Object.assign(found, change)
  return behaviour ?? accept({ message_id: found.message_id, date: 1, chat: { id: found.chat_id } })
}

async function sendDocument(state: State, request: IncomingMessage, body: Buffer): Promise<Reply | NoReply> {
  const { fields, file } = await readForm(request, body)
  const { chat_id = '' } = fields
  if (!file || file.bytes.length === 0) return refuse(400, 'Bad Request: file must be non-empty')
  const behaviour = state.next.shift()
  if (typeof behaviour === 'object')
    return refuse(behaviour.status, behaviour.description ?? 'Something went wrong', behaviour.parameters)
  const { name, mime, bytes } = file
  state.documents.push({ chat_id, name, mime, text: Buffer.from(bytes).toString() })
  return behaviour ?? accept({ message_id: 10_000 + state.documents.length, date: 1, chat: { id: chat_id } })
}

/** Without a certificate only here, where the product has none. */
const isReachable = (url: string): boolean =>
  URL.canParse(url) && (new URL(url).protocol === 'https:' || new URL(url).hostname === '127.0.0.1')

function setWebhook(bot: { webhook: Webhook | null }, wanted: Webhook): Reply {
  if (!isReachable(wanted.url))
    return refuse(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook')
  if (!/^[\w-]{1,256}$/.test(wanted.secret_token ?? '')) return refuse(400, 'Bad Request: secret token is invalid')
  bot.webhook = wanted
  return accept(true)
}

async function answer(state: State, request: IncomingMessage, body: Buffer): Promise<Reply | NoReply> {
  const { url = '/' } = request
  const { pathname } = new URL(url, 'http://peer')
  const [, file, token = '', rest = ''] = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(pathname) ?? []
  const bot = state.bots.get(token)
  if (!bot) return refuse(401, 'Unauthorized')
  if (file) {
    const found = [...state.files.values()].find(({ path }) => path === rest)
    return found ? { status: 200, bytes: found.bytes } : refuse(404, 'Not Found')
  }
  if (rest === 'sendDocument') return sendDocument(state, request, body)
  const asked = (body.length > 0 ? JSON.parse(body.toString()) : {}) as Record<string, unknown>
  if (rest === 'getMe') return accept({ id: bot.id, is_bot: true, first_name: 'Clinic', username: bot.username })
  if (rest === 'setWebhook') return setWebhook(bot, asked as unknown as Webhook)
  if (rest === 'getWebhookInfo') return accept({ pending_update_count: 0, ...(bot.webhook ?? { url: '' }) })
  if (rest === 'sendMessage') return sendMessage(state, token, asked as unknown as SentText)
  if (rest === 'editMessageText') return editMessage(state, asked as unknown as Message)
  if (rest === 'deleteWebhook') {
    bot.webhook = null
    return accept(true)
  }
  const found = state.files.get(String(asked.file_id))
  if (rest !== 'getFile' || !found) return refuse(400, 'Bad Request: wrong file_id')
  const file_size = found.size ?? found.bytes.length
  if (file_size > 20_000_000) return refuse(400, 'Bad Request: file is too big')
  return accept({ file_id: asked.file_id, file_path: found.path, file_size })
}

/** @param port 0 takes any free one */
export async function startTelegramPeer(port = 0): Promise<TelegramPeer> {
  const bots: TelegramPeer['bots'] = new Map(
    [BOT, APPROVAL_BOT].map(({ token, id, username }) => [token, { id, username, webhook: null }]),
  )
  const state: State = {
    bots,
    sent: [],
    messages: [],
    ofApprovals: new Set(),
    documents: [],
    files: new Map(),
    next: [],
  }
  const { url, close } = await startReplyServer(port, async (request, body) => {
    if (request.url === '/health') return { status: 200, json: {} }
    if (request.url === '/sent') return { status: 200, json: state.sent.filter((one) => !state.ofApprovals.has(one)) }
    if (request.url === '/messages') return { status: 200, json: state.messages }
    if (request.url === '/press') return press(state, JSON.parse(body.toString()) as { from: number; button: string })
    if (request.url === '/documents') return { status: 200, json: state.documents }
    if (request.url === '/write') return deliver(state, JSON.parse(body.toString()) as Written)
    return answer(state, request, body)
  })
  return { ...state, url, close, behave: (...next) => void state.next.push(...next) }
}

let updates = 100

interface Written {
  from: number
  text: string
  /** Of the bot; the first one when left out. */
  token?: string
}

async function deliver(state: State, { from, text, token = BOT.token }: Written): Promise<Reply> {
  const { webhook } = state.bots.get(token) ?? {}
  if (!webhook) return { status: 409, json: { error: 'no webhook' } }
  const { body, headers } = updateFrom(webhook.secret_token ?? '', from, ++updates, { text })
  const { status } = await fetch(webhook.url, { method: 'POST', headers, body })
  return { status: 200, json: { status } }
}

/** Presses the newest button with these words in the chat of a person with the bot for approvals. @returns what the webhook answered */
async function press(state: State, { from, button }: { from: number; button: string }): Promise<Reply> {
  const { webhook } = state.bots.get(APPROVAL_BOT.token) ?? {}
  const message = state.messages.findLast(
    ({ chat_id, reply_markup }) =>
      chat_id === String(from) && reply_markup?.inline_keyboard.flat().some(({ text }) => text.includes(button)),
  )
  if (!webhook || !message) return { status: 409, json: { error: 'no button' } }
  const { body, headers } = pressedAtTelegram(webhook.secret_token ?? '', { message, button, from })
  const response = await fetch(webhook.url, { method: 'POST', headers, body })
  return { status: 200, json: await response.json() }
}

/** A button that a person pressed (https://core.telegram.org/bots/api#callbackquery). */
export function pressedAtTelegram(
  secret: string,
  { message, button, from, chat = from }: { message: Message; button: string; from: number; chat?: number },
) {
  const pressed = message.reply_markup?.inline_keyboard.flat().find(({ text }) => text.includes(button))
  return delivered(secret, {
    update_id: ++updates,
    callback_query: {
      ...{ id: `q${updates}`, from: { id: from, is_bot: false, first_name: 'Asha' }, data: pressed?.callback_data },
      message: { message_id: message.message_id, chat: { id: chat, type: 'private' }, date: 1, text: message.text },
    },
  })
}

/** An update, with the secret of the webhook: what is sent to its address. */
export function delivered(secret: string, update: object): { body: string; headers: Record<string, string> } {
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret }
  return { body: JSON.stringify(update), headers }
}

/** A message of a person as Telegram delivers it; `more` is what its kind has. */
export function updateFrom(secret: string, from: number, update_id: number, more: object, at = new Date()) {
  const person = { id: from, is_bot: false, first_name: 'Asha', last_name: 'Rao', language_code: 'en' }
  const date = Math.floor(at.getTime() / 1000)
  const message = { message_id: update_id, from: person, chat: { id: from, type: 'private' }, date, ...more }
  return delivered(secret, { update_id, message })
}

if (import.meta.main) console.log((await startTelegramPeer(Number(process.argv[2] ?? 4901))).url)
