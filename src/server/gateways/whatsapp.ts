/**
 * WhatsApp’s Cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api). Sending has no idempotency key: a request whose answer was
 * lost may have been carried out. `biz_opaque_callback_data` comes back with the status of the message, and says so afterwards.
 */
import { NodeError } from '#nodes/node.ts'
import type { HttpPort, HttpRequest, HttpResponse } from '#nodes/ports.ts'
import { isObject } from '#shared/json.ts'

const GRAPH = 'https://graph.facebook.com'
const VERSION = 'v24.0'
const SEND_MS = 15_000
/** Where Meta keeps media. The access token is sent to no other host. */
const MEDIA_HOSTS = /(^|\.)(fbsbx\.com|fbcdn\.net|whatsapp\.net)$/

export interface Access {
  phone_number_id: string
  access_token: string
}

export type Outgoing =
  | { to: string; text: string; reference: string }
  | { to: string; template: { name: string; language: string }; reference: string }

export type SendResult =
  | { type: 'sent'; id: string }
  /** Not carried out: may be sent again. `after_s` where Meta says when. */
  | { type: 'later'; why: string; after_s: number | null }
  /** Perhaps carried out. */
  | { type: 'unknown'; why: string }
  | { type: 'refused'; why: string; outside_window: boolean }

export interface WhatsappApi {
  /** Never throws for what Meta or the network says. */
  send(access: Access, message: Outgoing, signal: AbortSignal): Promise<SendResult>
  /** The number as people see it. @throws WhatsappError */
  readNumber(access: Access, signal: AbortSignal): Promise<{ display_number: string }>
  /** @throws WhatsappError; `retryable` for what may pass */
  download(
    access: Access,
    media_id: string,
    most_bytes: number,
    signal: AbortSignal,
  ): Promise<{ bytes: Uint8Array; mime: string }>
}

export class WhatsappError extends Error {
  override readonly name = 'WhatsappError'
  readonly retryable: boolean
  constructor(message: string, retryable: boolean) {
    super(message)
    this.retryable = retryable
  }
}

interface GraphError {
  code: number
  message: string
  transient: boolean
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
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

/** Too many messages of the app, of the number, or to one person; Meta is not well; the token has ended, which its owner can mend. */
const PASSING = new Set([1, 2, 4, 190, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 133_016])
/** More than 24 hours after the person’s last message. */
export const OUTSIDE_WINDOW = 131_047

function resultOf({ status, headers, body }: HttpResponse): SendResult {
  if (status >= 200 && status < 300) {
    const parsed = parse(body) as { messages?: { id?: unknown }[] } | null
    const id = parsed?.messages?.[0]?.id
    return typeof id === 'string' ? { type: 'sent', id } : { type: 'unknown', why: 'Meta’s answer can’t be read.' }
  }
  const error = errorOf(body)
  const why = error ? `Meta: ${error.message}` : `Meta answered with status ${status}.`
  // A proxy on the way answered, and not Meta: the request may have got through.
  if (error === null && (status === 502 || status === 504)) return { type: 'unknown', why }
  const after = Number(headers['retry-after'])
  if (status === 429 || status === 401 || status >= 500 || error?.transient || PASSING.has(error?.code ?? -1))
    return { type: 'later', why, after_s: after > 0 ? Math.min(after, 3_600) : null }
  return { type: 'refused', why, outside_window: error?.code === OUTSIDE_WINDOW }
}

const contentOf = (message: Outgoing): object =>
  'text' in message
    ? { type: 'text', text: { body: message.text, preview_url: false } }
    : { type: 'template', template: { name: message.template.name, language: { code: message.template.language } } }

/** @param addresses other origins for tests, by the origin that a service has */
export function createWhatsapp(http: HttpPort, addresses: Readonly<Record<string, string>>): WhatsappApi {
  const moved = (url: string): string => {
    const { origin, pathname, search } = new URL(url)
    return `${addresses[origin] ?? origin}${pathname}${search}`
  }
  const at = (path: string): string => moved(`${GRAPH}/${VERSION}/${path}`)
  const plain = (method: HttpRequest['method'], url: string, access_token: string): HttpRequest => ({
    ...{ method, url, headers: { authorization: `Bearer ${access_token}` } },
    ...{ body: null, timeout_ms: SEND_MS, redirects: 'refuse' as const },
  })
  const read = async (request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> => {
    const response = await http(request, signal).catch((cause: unknown) => {
      if (!(cause instanceof NodeError)) throw cause
      throw new WhatsappError(cause.message, cause.code !== 'response_too_large')
    })
    if (response.status >= 200 && response.status < 300) return response
    const error = errorOf(response.body)
    const passes = response.status === 429 || response.status >= 500 || error?.transient === true
    throw new WhatsappError(error?.message ?? `Meta answered with status ${response.status}.`, passes)
  }
  return {
    async send({ phone_number_id, access_token }, message, signal) {
      let left = false
      const request = plain('POST', at(`${phone_number_id}/messages`), access_token)
      const body = JSON.stringify({
        ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: message.to },
        ...contentOf(message),
        biz_opaque_callback_data: message.reference,
      })
      const headers = { ...request.headers, 'content-type': 'application/json' }
      try {
        const sending = () => {
          left = true
        }
        return resultOf(await http({ ...request, headers, body, once: true, sending }, signal))
      } catch (error) {
        const why = error instanceof NodeError ? error.message : 'The connection to Meta broke.'
        return left ? { type: 'unknown', why } : { type: 'later', why, after_s: null }
      }
    },
    async readNumber({ phone_number_id, access_token }, signal) {
      const { body } = await read(
        plain('GET', at(`${phone_number_id}?fields=display_phone_number`), access_token),
        signal,
      )
      const { display_phone_number } = (parse(body) ?? {}) as { display_phone_number?: unknown }
      if (typeof display_phone_number !== 'string') throw new WhatsappError('This isn’t a phone number ID.', false)
      return { display_number: display_phone_number.slice(0, 40) }
    },
    async download({ phone_number_id, access_token }, media_id, most_bytes, signal) {
      const path = `${encodeURIComponent(media_id)}?phone_number_id=${phone_number_id}`
      const { body } = await read(plain('GET', at(path), access_token), signal)
      const { url, mime_type, file_size } = (parse(body) ?? {}) as Record<string, unknown>
      if (Number(file_size) > most_bytes) throw new WhatsappError('The file is too large.', false)
      const place = typeof url === 'string' && URL.canParse(url) ? new URL(url) : null
      if (place?.protocol !== 'https:' || !MEDIA_HOSTS.test(place.hostname))
        throw new WhatsappError('The file is at an unknown place.', false)
      const { bytes } = await read({ ...plain('GET', moved(place.href), access_token), binary: true }, signal)
      if (!bytes || bytes.length > most_bytes) throw new WhatsappError('The file is too large.', false)
      return { bytes, mime: String(mime_type ?? 'application/octet-stream') }
    },
  }
}
