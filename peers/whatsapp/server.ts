/**
 * A stand-in for WhatsApp’s Cloud API: takes messages, tells numbers, and keeps media (https://developers.facebook.com/docs/whatsapp/cloud-api).
 * `deliveryOf` is what Meta sends to the callback address. `node peers/whatsapp/server.ts PORT [OTHERS]` runs
 * it as a process of its own; what is of another version of the Graph API is passed on to OTHERS, and `GET /sent` tells what was sent.
 */
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type NoReply, type Reply, readForm, startReplyServer } from '#peers/reply-server.ts'

export interface SentMessage {
  to: string
  type: string
  text?: { body: string }
  document?: { id: string; filename: string }
  template?: { name: string; language: { code: string } }
  biz_opaque_callback_data?: string
}

/** What the next messages come to: an answer of Meta, or none after the message was taken. */
export type Behaviour = { status: number; code?: number; headers?: Record<string, string> } | NoReply

export interface WhatsappPeer {
  url: string
  token: string
  sent: SentMessage[]
  media: Map<string, { mime: string; bytes: Uint8Array }>
  /** In this order; afterwards messages are taken. */
  behave(...next: Behaviour[]): void
  close(): Promise<void>
}

export const NUMBER = { id: '106540352242922', display: '+91 98765 43210' }
/** Where Meta keeps media: another host than that of the API. */
export const MEDIA_ORIGIN = 'https://lookaside.fbsbx.com'

/** The value of `APP_ADDRESSES` that leads to a peer. */
export const whatsappAddresses = (url: string): Record<string, string> => ({
  'https://graph.facebook.com': url,
  [MEDIA_ORIGIN]: url,
})

const refuse = (status: number, code: number, message: string): Reply => ({
  status,
  json: { error: { message, type: 'OAuthException', code, fbtrace_id: 'AbC' } },
})

type State = Pick<WhatsappPeer, 'token' | 'sent' | 'media'> & { next: Behaviour[] }

function takeMessage(state: State, body: Buffer): Reply | NoReply {
  const message = JSON.parse(body.toString()) as SentMessage & { messaging_product?: string }
  if (message.messaging_product !== 'whatsapp') return refuse(400, 100, '(#100) messaging_product is required')
  if ((message.text?.body.length ?? 0) > 4096)
    return refuse(400, 100, '(#100) Param text.body must be at most 4096 characters long')
  if (message.document && !state.media.has(message.document.id)) return refuse(400, 100, '(#100) Invalid media id')
  const behaviour = state.next.shift()
  if (typeof behaviour === 'object') {
    const reply = refuse(behaviour.status, behaviour.code ?? 131_000, 'Something went wrong')
    return { ...reply, ...(behaviour.headers && { headers: behaviour.headers }) }
  }
  state.sent.push(message)
  if (behaviour !== undefined) return behaviour
  return { status: 200, json: { messaging_product: 'whatsapp', messages: [{ id: `wamid.out.${state.sent.length}` }] } }
}

/** Types that Meta takes, of those that the product keeps. */
const TAKEN = /^(application\/pdf|image\/(jpeg|png)|text\/plain|application\/vnd\.openxmlformats-officedocument\..+)$/

async function keepMedia(state: State, request: IncomingMessage, body: Buffer): Promise<Reply> {
  const { fields, file } = await readForm(request, body)
  if (fields.messaging_product !== 'whatsapp' || !file) return refuse(400, 100, '(#100) Param file is required')
  if (fields.type !== file.mime || !TAKEN.test(file.mime))
    return refuse(400, 100, '(#100) Param file must be a file with one of the following types')
  const id = `media-${state.media.size + 1}`
  state.media.set(id, { mime: file.mime, bytes: file.bytes })
  return { status: 200, json: { id } }
}

async function answer(state: State, request: IncomingMessage, body: Buffer): Promise<Reply | NoReply> {
  const { pathname } = new URL(request.url ?? '/', 'http://peer')
  if (pathname === '/health') return { status: 200, json: {} }
  if (pathname === '/sent') return { status: 200, json: state.sent }
  if (request.headers.authorization !== `Bearer ${state.token}`) return refuse(401, 190, 'Invalid OAuth access token.')
  const file = /^\/media\/([\w-]+)$/.exec(pathname)?.[1]
  if (file !== undefined) return { status: 200, bytes: state.media.get(file)?.bytes ?? new Uint8Array() }
  const [, id = '', messages] = /^\/v24\.0\/([\w-]+)(\/messages|\/media)?$/.exec(pathname) ?? []
  if (messages === '/media' && id === NUMBER.id) return keepMedia(state, request, body)
  if (messages && request.method === 'POST' && id === NUMBER.id) return takeMessage(state, body)
  const found = state.media.get(id)
  if (found) {
    const { mime, bytes } = found
    return { status: 200, json: { url: `${MEDIA_ORIGIN}/media/${id}`, mime_type: mime, file_size: bytes.length, id } }
  }
  if (id === NUMBER.id) return { status: 200, json: { display_phone_number: NUMBER.display, id } }
  return refuse(400, 100, `Unsupported get request. Object with ID '${id}' does not exist`)
}

async function passOn(others: string, request: IncomingMessage, body: Buffer): Promise<Reply> {
  const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers
  const { method = 'GET' } = request
  const response = await fetch(`${others}${request.url}`, {
    ...{ method, headers: headers as Record<string, string> },
    ...(method !== 'GET' && { body: new Uint8Array(body) }),
  })
  const type = response.headers.get('content-type') ?? 'application/json'
  return { status: response.status, bytes: await response.bytes(), headers: { 'content-type': type } }
}

/**
 * @param port 0 takes any free one
 * @param others who answers for other versions of the Graph API; null for nobody
 */
export async function startWhatsappPeer(port = 0, others: string | null = null): Promise<WhatsappPeer> {
  const state: State = { token: 'token-of-the-number', sent: [], media: new Map(), next: [] }
  const { url, close } = await startReplyServer(port, (request, body) => {
    const isOther = others !== null && /^\/v(?!24\.)/.test(request.url ?? '')
    return isOther ? passOn(others, request, body) : answer(state, request, body)
  })
  return { ...state, url, close, behave: (...next) => void state.next.push(...next) }
}

/** A message of a person as Meta delivers it; `more` is what its kind has. */
export const messageFrom = (from: string, id: string, more: object, at = new Date()) => ({
  from,
  id,
  timestamp: String(Math.floor(at.getTime() / 1000)),
  type: 'text',
  ...more,
})

/** A delivery, signed with the secret of the app: what is sent to the callback address. */
export function deliveryOf(
  app_secret: string,
  value: { messages?: object[]; statuses?: object[] },
  phone_number_id = NUMBER.id,
): { body: string; headers: Record<string, string> } {
  const metadata = { display_phone_number: NUMBER.display.replace(/\D/g, ''), phone_number_id }
  const contacts = (value.messages ?? []).map((one) => {
    const { from } = one as { from: string }
    return { profile: { name: 'Asha Rao' }, wa_id: from }
  })
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, contacts, ...value } }
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '9', changes: [change] }] })
  const signature = createHmac('sha256', app_secret).update(body).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` } }
}

if (import.meta.main) {
  const { url } = await startWhatsappPeer(Number(process.argv[2] ?? 4900), process.argv[3] ?? null)
  console.log(url)
}
