/**
 * WhatsApp’s Cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api). Sending has no idempotency key: a request whose answer was
 * lost may have been carried out. `biz_opaque_callback_data` comes back with the status of the message, and says so afterwards.
 */
import type { HttpPort, HttpResponse } from '#nodes/ports.ts'
import { isObject } from '#shared/json.ts'
import {
  ask,
  ChannelApiError,
  type Downloaded,
  type FileToUpload,
  formRequest,
  isSuccess,
  jsonRequest,
  movedBy,
  parseJson as parse,
  pauseOf,
  plainRequest,
  type SendResult,
  sendOnce,
} from './channel-api.ts'

const GRAPH = 'https://graph.facebook.com'
const VERSION = 'v24.0'
/** Where Meta keeps media. The access token is sent to no other host. */
const MEDIA_HOSTS = /(^|\.)(fbsbx\.com|fbcdn\.net|whatsapp\.net)$/

export interface Access {
  phone_number_id: string
  access_token: string
}

export type Outgoing =
  | { to: string; text: string; reference: string }
  | { to: string; file: FileToUpload; reference: string }
  | { to: string; template: { name: string; language: string }; reference: string }

export interface WhatsappApi {
  /** Never throws for what Meta or the network says. */
  send(access: Access, message: Outgoing, signal: AbortSignal): Promise<SendResult>
  /** The number as people see it. @throws ChannelApiError */
  readNumber(access: Access, signal: AbortSignal): Promise<{ display_number: string }>
  /** @throws ChannelApiError; `retryable` for what may pass */
  download(access: Access, media_id: string, most_bytes: number, signal: AbortSignal): Promise<Downloaded>
}

interface GraphError {
  code: number
  message: string
  transient: boolean
}

function errorOf(body: string): GraphError | null {
  const parsed = parse(body)
  if (!isObject(parsed as never)) return null
  const { error } = parsed as { error?: unknown }
  if (!isObject(error as never)) return null
  const { code, message, is_transient, error_data } = error as Record<string, unknown>
  const details = isObject(error_data as never) ? (error_data as { details?: unknown }).details : undefined
  const words = typeof details === 'string' && details !== '' ? details : String(message ?? '')
  return { code: Number(code), message: words.slice(0, 300), transient: is_transient === true }
}

/** Its owner can mend that. */
const TOKEN_ENDED = 190
/** Too many messages of the app, of the number, or to one person; Meta is not well. */
const PASSING = new Set([1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 133_016])
/** More than 24 hours after the person’s last message. */
export const OUTSIDE_WINDOW = 131_047

function resultOf(response: HttpResponse): SendResult {
  const { status, headers, body } = response
  if (isSuccess(response)) {
    const parsed = parse(body) as { messages?: { id?: unknown }[] } | null
    const id = parsed?.messages?.[0]?.id
    return typeof id === 'string' ? { type: 'sent', id } : { type: 'unknown', why: 'Meta’s answer can’t be read.' }
  }
  const error = errorOf(body)
  const why = error ? `Meta: ${error.message}` : `Meta answered with status ${status}.`
  // A proxy on the way answered, and not Meta: the request may have got through.
  if (error === null && (status === 502 || status === 504)) return { type: 'unknown', why }
  const after_s = pauseOf(headers['retry-after'])
  if (status === 401 || error?.code === TOKEN_ENDED) return { type: 'later', why, after_s, signed_out: true }
  if (status === 429 || status >= 500 || error?.transient || PASSING.has(error?.code ?? -1))
    return { type: 'later', why, after_s }
  return { type: 'refused', why, reason: error?.code === OUTSIDE_WINDOW ? 'outside_window' : null }
}

/** @param media_id of the file, once it is uploaded */
const contentOf = (message: Outgoing, media_id: string): object =>
  'file' in message
    ? { type: 'document', document: { id: media_id, filename: message.file.name } }
    : 'text' in message
      ? { type: 'text', text: { body: message.text, preview_url: false } }
      : { type: 'template', template: { name: message.template.name, language: { code: message.template.language } } }

/** @param addresses other origins for tests, by the origin that a service has */
export function createWhatsapp(http: HttpPort, addresses: Readonly<Record<string, string>>): WhatsappApi {
  const moved = movedBy(addresses)
  const at = (path: string): string => moved(`${GRAPH}/${VERSION}/${path}`)
  const bearer = (access_token: string) => ({ authorization: `Bearer ${access_token}` })
  const read = async (
    url: string,
    access_token: string,
    signal: AbortSignal,
    binary = false,
  ): Promise<HttpResponse> => {
    const response = await ask(http, { ...plainRequest('GET', url, bearer(access_token)), binary }, signal)
    if (isSuccess(response)) return response
    const error = errorOf(response.body)
    const passes = response.status === 429 || response.status >= 500 || error?.transient === true
    throw new ChannelApiError(error?.message ?? `Meta answered with status ${response.status}.`, passes)
  }
  /** A file that is uploaded twice is no message yet. @returns what it is sent by, or why it isn’t */
  const upload = async (
    { phone_number_id, access_token }: Access,
    file: FileToUpload,
    signal: AbortSignal,
  ): Promise<string | SendResult> => {
    const fields = { messaging_product: 'whatsapp', type: file.mime }
    const request = await formRequest(
      at(`${phone_number_id}/media`),
      fields,
      { field: 'file', file },
      bearer(access_token),
    )
    try {
      const response = await ask(http, request, signal)
      const { id } = (parse(response.body) ?? {}) as { id?: unknown }
      if (isSuccess(response) && typeof id === 'string') return id
      const result = resultOf(response)
      // Nothing was sent, whatever the answer means.
      return result.type === 'sent' || result.type === 'unknown'
        ? { type: 'later', why: 'Meta’s answer to a file can’t be read.', after_s: null }
        : result
    } catch (error) {
      if (!(error instanceof ChannelApiError)) throw error
      return { type: 'later', why: error.message, after_s: null }
    }
  }
  return {
    async send({ phone_number_id, access_token }, message, signal) {
      const uploaded = 'file' in message ? await upload({ phone_number_id, access_token }, message.file, signal) : ''
      if (typeof uploaded !== 'string') return uploaded
      const body = {
        ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: message.to },
        ...contentOf(message, uploaded),
        biz_opaque_callback_data: message.reference,
      }
      const request = jsonRequest(at(`${phone_number_id}/messages`), body, bearer(access_token))
      return sendOnce(http, request, signal, resultOf)
    },
    async readNumber({ phone_number_id, access_token }, signal) {
      const { body } = await read(at(`${phone_number_id}?fields=display_phone_number`), access_token, signal)
      const { display_phone_number } = (parse(body) ?? {}) as { display_phone_number?: unknown }
      if (typeof display_phone_number !== 'string') throw new ChannelApiError('This isn’t a phone number ID.', false)
      return { display_number: display_phone_number.slice(0, 40) }
    },
    async download({ phone_number_id, access_token }, media_id, most_bytes, signal) {
      const path = `${encodeURIComponent(media_id)}?phone_number_id=${phone_number_id}`
      const { body } = await read(at(path), access_token, signal)
      const { url, mime_type, file_size } = (parse(body) ?? {}) as Record<string, unknown>
      if (Number(file_size) > most_bytes) throw new ChannelApiError('The file is too large.', false)
      const place = typeof url === 'string' && URL.canParse(url) ? new URL(url) : null
      if (place?.protocol !== 'https:' || !MEDIA_HOSTS.test(place.hostname))
        throw new ChannelApiError('The file is at an unknown place.', false)
      const { bytes } = await read(moved(place.href), access_token, signal, true)
      if (!bytes || bytes.length > most_bytes) throw new ChannelApiError('The file is too large.', false)
      return { bytes, mime: String(mime_type ?? 'application/octet-stream') }
    },
  }
}
