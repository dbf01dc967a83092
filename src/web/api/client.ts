/**
 * One call to the API: method and path from the endpoint table, bearer token, time-out, envelope, and one more try after a
 * fresh token on 401 or 403 (specification §7). It knows neither React nor the identity provider: both are handed in.
 */

import { SUPPORT_VIEW_HEADER } from '#contract/accounts/support-view-values.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { NOT_STANDARD_TEXT, TOKEN_UNAVAILABLE_TEXT } from '#contract/core/status-texts.ts'
import { WORKSPACE_HEADER } from '#shared/workspace-address.ts'
import { workspaceSlug } from '#web/lib/workspace.ts'
import { openView } from './acting/support-view.ts'
import { ApiError, toApiError, toNoAnswerError } from './api-error.ts'
import { openEnvelope } from './envelope.ts'

/** `open` is 1 for what needs no token; an absent time-out is the general one, absent `answers` the envelope. */
export type EndpointTable = Readonly<
  Record<string, readonly [method: string, path: string, open: 0 | 1, timeout?: number, answers?: string]>
>
type Row = EndpointTable[string]

export interface ClientPorts {
  table: EndpointTable
  /** The endpoints that are not in the table. */
  rest?: () => Promise<EndpointTable>
  /** A bearer token, a fresh one when `force`; null when nobody is signed in. */
  token: (force: boolean) => Promise<string | null>
  fetch: typeof fetch
  failed?: (error: ApiError, endpoint: string) => void
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Opens the one run a visitor started (`X-Run-Token`). */
  runToken?: string | null | undefined
  /** In ms, instead of the endpoint's own. */
  timeout?: number
  /** It is delivered although the page is left meanwhile. Browsers allow 64 kB for all of these together. */
  keepalive?: boolean
  /** The admin asks themselves, although the page shows Chowk as another person sees it. */
  asAdmin?: boolean
}

/** The parts of an input as they travel. */
export interface RawInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** The path with its parameters and query; an absent, null or empty value is left out. */
export function buildAddress(path: string, input: RawInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name]
    if (value === undefined || value === null || value === '') throw new Error(`The path ${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

export function buildHeaders(input: RawInput, options: CallOptions, token: string | null): Headers {
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  const view = openView()
  if (token && view !== null && !options.asAdmin) headers.set(SUPPORT_VIEW_HEADER, view.id)
  if (token && workspaceSlug !== null) headers.set(WORKSPACE_HEADER, workspaceSlug)
  if (options.runToken) headers.set('x-run-token', options.runToken)
  if (input.body !== undefined && !(input.body instanceof FormData)) headers.set('content-type', 'application/json')
  return headers
}

const refused = (status: number) => status === 401 || status === 403

async function bodyOf(response: Response, answers: string | undefined): Promise<unknown> {
  if (answers === 'file' && response.ok) return response.blob()
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function createClient(ports: ClientPorts) {
  async function send(row: Row, input: RawInput, options: CallOptions, token: string | null) {
    const [method, path, , ownTimeout = LIMITS.timeouts.api, answers] = row
    const timeout = options.timeout ?? ownTimeout
    const headers = buildHeaders(input, options, token)
    const signals = [AbortSignal.timeout(timeout), ...(options.signal ? [options.signal] : [])]
    try {
      const response = await ports.fetch(buildAddress(path, input), {
        method,
        headers,
        body:
          input.body === undefined ? null : input.body instanceof FormData ? input.body : JSON.stringify(input.body),
        signal: AbortSignal.any(signals),
        keepalive: options.keepalive === true,
      })
      return { response, body: await bodyOf(response, answers) }
    } catch (cause) {
      if (options.signal?.aborted) throw cause
      throw toNoAnswerError(cause, timeout)
    }
  }

  async function attempt(name: string, input: RawInput, options: CallOptions): Promise<unknown> {
    const row = ports.table[name] ?? (await ports.rest?.())?.[name]
    if (!row) throw new Error(`There is no endpoint ${name}`)
    const token = await ports.token(false)
    const needsToken = row[2] === 0 && !options.runToken
    if (needsToken && token === null) throw new ApiError(TOKEN_UNAVAILABLE_TEXT, { status: 401 })
    let { response, body } = await send(row, input, options, token)
    if (refused(response.status) && token !== null) {
      const fresh = await ports.token(true).catch(() => null)
      if (fresh !== null) ({ response, body } = await send(row, input, options, fresh))
    }
    if (!response.ok) throw toApiError(response.status, row[1], body)
    if (row[4] === undefined) return openEnvelope(body, response.status)
    // A bare answer is JSON too: a page in its place is no answer.
    if (row[4] === 'raw' && typeof body === 'string') throw new ApiError(NOT_STANDARD_TEXT, { status: response.status })
    return body
  }

  return async (name: string, input: RawInput = {}, options: CallOptions = {}): Promise<unknown> => {
    try {
      return await attempt(name, input, options)
    } catch (error) {
      if (error instanceof ApiError) ports.failed?.(error, name)
      throw error
    }
  }
}
