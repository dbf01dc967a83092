/** What the services outside that people write on have in common: what sending comes to, and requests that are sent once. */
import { NodeError } from '#nodes/node.ts'
import type { HttpPort, HttpRequest, HttpResponse } from '#nodes/ports.ts'

export const REQUEST_MS = 15_000

export type SendResult =
  | { type: 'sent'; id: string }
  /** Not carried out: may be sent again. `after_s` where the service says when; `signed_out` when its owner has to mend the channel. */
  | { type: 'later'; why: string; after_s: number | null; signed_out?: boolean }
  /** Perhaps carried out. */
  | { type: 'unknown'; why: string }
  /** `stopped`: the person wants no messages of this sender. */
  | { type: 'refused'; why: string; reason: 'outside_window' | 'stopped' | null }

/** What a service outside says against a request, or why it could not be asked. */
export class ChannelApiError extends Error {
  override readonly name = 'ChannelApiError'
  readonly retryable: boolean
  /** What to change, where that is not what the channel signs in with. */
  readonly field: string | null
  constructor(message: string, retryable: boolean, field: string | null = null) {
    super(message)
    this.retryable = retryable
    this.field = field
  }
}

export interface Downloaded {
  bytes: Uint8Array
  mime: string
}

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

export const isSuccess = ({ status }: Pick<HttpResponse, 'status'>): boolean => status >= 200 && status < 300

/** @returns seconds, at most an hour; null where nothing is said */
export const pauseOf = (seconds: unknown): number | null =>
  Number(seconds) > 0 ? Math.min(Number(seconds), 3_600) : null

/** @param addresses other origins for tests, by the origin that a service has */
export const movedBy =
  (addresses: Readonly<Record<string, string>>) =>
  (url: string): string => {
    const { origin, pathname, search } = new URL(url)
    return `${addresses[origin] ?? origin}${pathname}${search}`
  }

/** An answer that sends elsewhere is not followed: a token goes nowhere else. */
export const plainRequest = (
  method: HttpRequest['method'],
  url: string,
  headers: Record<string, string> = {},
): HttpRequest => ({ method, url, headers, body: null, timeout_ms: REQUEST_MS, redirects: 'refuse' })

export const jsonRequest = (url: string, body: object, headers: Record<string, string> = {}): HttpRequest => ({
  ...plainRequest('POST', url, { ...headers, 'content-type': 'application/json; charset=utf-8' }),
  body: JSON.stringify(body),
})

export interface FileToUpload {
  name: string
  mime: string
  bytes: Uint8Array
}

const UPLOAD_MS = 60_000

/** The file as a field of a form, after the others. */
export async function formRequest(
  url: string,
  fields: Readonly<Record<string, string>>,
  { field, file: { name, mime, bytes } }: { field: string; file: FileToUpload },
  headers: Record<string, string> = {},
): Promise<HttpRequest> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mime }), name)
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const body = new Uint8Array(await encoded.arrayBuffer())
  return { ...plainRequest('POST', url, { ...headers, 'content-type': type }), body, timeout_ms: UPLOAD_MS }
}

/** The bytes alone. */
export const bytesRequest = (url: string, bytes: Uint8Array): HttpRequest => ({
  ...plainRequest('POST', url, { 'content-type': 'application/octet-stream' }),
  ...{ body: bytes, timeout_ms: UPLOAD_MS },
})

/** Asks something that may be asked again. @throws ChannelApiError */
export async function ask(http: HttpPort, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  try {
    return await http(request, signal)
  } catch (cause) {
    if (!(cause instanceof NodeError)) throw cause
    throw new ChannelApiError(cause.message, cause.code !== 'response_too_large')
  }
}

/** Sends what must not be sent twice. Never throws for what the service or the network says. */
export async function sendOnce(
  http: HttpPort,
  request: HttpRequest,
  signal: AbortSignal,
  resultOf: (response: HttpResponse) => SendResult,
): Promise<SendResult> {
  let left = false
  const sending = () => {
    left = true
  }
  try {
    return resultOf(await http({ ...request, once: true, sending }, signal))
  } catch (error) {
    const why = error instanceof NodeError ? error.message : 'The connection broke.'
    return left ? { type: 'unknown', why } : { type: 'later', why, after_s: null }
  }
}
