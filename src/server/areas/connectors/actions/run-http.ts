/** Runs an action whose call is a request: builds it, sends it, reads its answer, page after page where that is asked for. */
import type { Action, Connector, HttpCall } from '#connectors/connector.ts'
import { isRefusal, itemsOf, type NextPage, nextPage, valueAt } from '#connectors/request/answer.ts'
import { type BuiltRequest, buildRequest, fileKeys, type RequestFile } from '#connectors/request/build.ts'
import { RequestError } from '#connectors/request/problems.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { fileHeadOf, headerOf, parseBody, plainFileName } from '#nodes/lib/integrations/request.ts'
import { NodeError } from '#nodes/node.ts'
import type { ActionAnswer, ActionCaller, ActionRequest, FilesPort, HttpPort, HttpResponse } from '#nodes/ports.ts'
import { brief } from '#nodes/settings.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'

const TIMEOUT_MS = 60_000
const MOST_PAGES = 100
/** Characters of all pages together. */
const MOST_CHARACTERS = 10_000_000
/** When a service that is too busy does not say how long. */
const USUAL_PAUSE_MS = 30 * SECOND_MS

export interface HttpParts {
  http: HttpPort
  files: FilesPort
}

export interface Running {
  connector: Pick<Connector, 'id' | 'name'>
  action: Omit<Action, 'call'>
  call: HttpCall
  /** Where it goes. `https://account.invalid` stands for the address of the account. */
  address: string
  request: ActionRequest
  caller: ActionCaller
  /** For an account that the service refuses: asked before the request is sent again, and when that is refused as well. */
  refused: { renew(): Promise<boolean>; end(): Promise<void> }
  signal: AbortSignal
}

/** What was sent, counted while it is sent. */
export interface Sent {
  requests: number
  /** Whether anything has left: before that, a call has done nothing. */
  left?: boolean
  host: string | null
}

/** Stands for the address of an account, which only the vault knows. */
export const OF_ACCOUNT = 'https://account.invalid'

/** @throws NodeError as `ActionsPort` */
export async function runHttp({ http, files }: HttpParts, running: Running, sent: Sent): Promise<ActionAnswer> {
  const { call, request, caller } = running
  const opened = await filesOf(files, call, request.input, caller)
  const items: Json[] = []
  let characters = 0
  let asked: NextPage | null = { input: request.input }
  while (asked) {
    const built = build(running, asked, opened)
    const response = await sendSignedIn(http, running, sent, built)
    const later = pauseAskedBy(running, response)
    if (later) return later
    checkAnswer(running, response)
    if (call.answer === 'file') return { type: 'answer', output: await fileOf(files, running, response) }
    const body = parseBody(response)
    if (isRefusal(call, body)) throw refused(running, body)
    if (!request.all_pages || !call.pagination) return { type: 'answer', output: body }
    items.push(...itemsOf(call.pagination, body))
    characters += response.body.length
    const isFull = sent.requests >= (request.most_pages ?? MOST_PAGES) || characters > MOST_CHARACTERS
    const answer = { body, headers: response.headers, url: built.url }
    asked = isFull ? null : nextPage(call.pagination, inputOf(asked, request.input), answer)
    if (asked) caller.progress(0, `Page ${sent.requests + 1}`)
  }
  return { type: 'answer', output: items }
}

const inputOf = (asked: NextPage, first: JsonObject): JsonObject => ('input' in asked ? asked.input : first)

/** @throws NodeError `input_invalid` */
function build(
  { call, address, request }: Running,
  asked: NextPage,
  files: Record<string, RequestFile[]>,
): BuiltRequest {
  try {
    const built = buildRequest(call, address, inputOf(asked, request.input), { files })
    return 'url' in asked ? { ...built, url: asked.url } : built
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const field = error.field === '' ? 'input' : `input.${error.field}`
    throw new NodeError(error.code === 'file_missing' ? 'file_not_found' : 'input_invalid', error.message, { field })
  }
}

async function send(http: HttpPort, running: Running, sent: Sent, built: BuiltRequest): Promise<HttpResponse> {
  const { request, caller, connector, action, call, signal } = running
  sent.requests++
  // Each page is a request of its own.
  const key = sent.requests === 1 ? caller.idempotency_key : `${caller.idempotency_key}:page:${sent.requests}`
  try {
    return await http(
      {
        ...built,
        // The vault puts the account's own address in front of a path.
        url: built.url.startsWith(OF_ACCOUNT) ? built.url.slice(OF_ACCOUNT.length) : built.url,
        headers: { ...built.headers, ...(action.effect !== 'read' && { 'idempotency-key': key }) },
        timeout_ms: TIMEOUT_MS,
        redirects: action.effect === 'read' ? 'follow' : 'refuse',
        ...(action.effect !== 'read' && !action.idempotent && { once: true }),
        sending: () => {
          sent.left = true
        },
        ...(call.answer === 'file' && { binary: true }),
        ...(request.credential !== null && { credential: request.credential, app: connector.id }),
      },
      signal,
      caller.who,
    )
  } catch (error) {
    // A write whose answer was lost may have been made: asking again could make it twice.
    if (!(error instanceof NodeError) || !error.retryable || action.effect === 'read' || action.idempotent) throw error
    if (!['http_timeout', 'http_failed'].includes(error.code)) throw error
    throw new NodeError(
      error.code,
      `${error.message}. Check in ${connector.name} whether it took effect before you try again.`,
      {
        cause: error,
      },
    )
  }
}

/** A request that is refused for its token was not made, so it is sent again with a new one. */
async function sendSignedIn(http: HttpPort, running: Running, sent: Sent, built: BuiltRequest): Promise<HttpResponse> {
  const first = await send(http, running, sent, built)
  if (first.status !== 401 || !(await running.refused.renew())) return first
  // The same request once more, under the same key.
  sent.requests--
  const second = await send(http, running, sent, built)
  if (second.status === 401) await running.refused.end()
  return second
}

/** Seconds or a date (RFC 9110 §10.2.3), at most an hour. */
function pauseAskedBy({ connector }: Running, response: HttpResponse): Extract<ActionAnswer, { type: 'later' }> | null {
  const header = headerOf(response, 'retry-after').trim()
  if (response.status !== 429 && !(response.status === 503 && header !== '')) return null
  const asked = /^\d{1,6}$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - Date.now()
  const pause = Number.isFinite(asked) ? Math.min(Math.max(asked, SECOND_MS), HOUR_MS) : USUAL_PAUSE_MS
  const until = new Date(Date.now() + pause).toISOString()
  return {
    type: 'later',
    until,
    message: `${connector.name} is too busy (${response.status}) and asks to come back later.`,
  }
}

/** Where services put what went wrong, the usual names first. */
const REASONS =
  'message error_description detail description title error errorMessages errors msg diagnostics issue data'.split(' ')

/** What the service said, as one line of plain text. */
function reasonIn(value: Json, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (depth > 4 || typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return value.length === 0 ? null : reasonIn(value[0] as Json, depth + 1)
  for (const name of REASONS)
    if (Object.hasOwn(value, name)) {
      const found =
        reasonIn(value[name] as Json, depth + 1) ?? (name === 'errors' ? firstOf(value[name] as Json) : null)
      if (found !== null) return found
    }
  return null
}

/** Errors by field, such as `{"summary": "You must specify a summary"}`. */
function firstOf(errors: Json): string | null {
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return null
  const [name = '', said] = Object.entries(errors)[0] ?? []
  const text = Array.isArray(said) ? said[0] : said
  return typeof text === 'string' && text !== '' ? `${name}: ${text}` : null
}

/** Some services say no with a status that says yes. */
function refused({ connector, call }: Running, body: Json): NodeError {
  const at = valueAt(body, call.refusal?.at ?? '')
  const said = reasonIn(typeof at === 'object' ? (at as Json) : body)
  return new NodeError('app_refused', `${connector.name} refused it${said === null ? '.' : `: ${brief(said, 300)}`}`)
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** @throws NodeError `app_refused`, `app_unavailable` */
function checkAnswer({ connector, action }: Running, { status, body: text, bytes, headers }: HttpResponse): void {
  if (status >= 200 && status < 300) return
  // Where a file was asked for, also what is said instead of it comes as bytes.
  const body = text === '' && bytes ? new TextDecoder().decode(bytes.subarray(0, 20_000)) : text
  const isHtml = headerOf({ headers }, 'content-type').includes('html')
  const said = isHtml ? null : reasonIn(parsed(body.slice(0, 20_000)))
  const because = said === null ? '.' : `: ${brief(said, 300)}`
  if (status >= 500) {
    const retryable = action.effect === 'read' || action.idempotent
    throw new NodeError('app_unavailable', `${connector.name} had a problem (${status})${because}`, { retryable })
  }
  if (status === 401 || status === 403)
    throw new NodeError('app_refused', `${connector.name} does not allow this to the account (${status})${because}`, {
      field: 'credential',
    })
  if (status >= 300 && status < 400)
    throw new NodeError('app_refused', `${connector.name} sends elsewhere (${status}), which is not followed.`)
  throw new NodeError('app_refused', `${connector.name} refused it (${status})${because}`)
}

const FILE_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** A file of a step, `{file_id}`, or its id alone. */
function fileIdOf(value: Json | undefined): string | null {
  const id = typeof value === 'object' && value !== null && !Array.isArray(value) ? value.file_id : value
  return typeof id === 'string' && FILE_ID.test(id) ? id : null
}

/** Opens the files of a field of the input. @throws NodeError `input_invalid`, `file_not_found` */
export async function openFiles(
  files: FilesPort,
  key: string,
  input: JsonObject,
  { who, execution_id }: ActionCaller,
): Promise<RequestFile[]> {
  const given = input[key] ?? null
  if (given === null) return []
  const opened: RequestFile[] = []
  for (const one of Array.isArray(given) ? given : [given]) {
    const id = fileIdOf(one)
    if (id === null) throw new NodeError('input_invalid', 'Expected a file', { field: `input.${key}` })
    const file = await files.open(id, { owner: who.owner, execution_id })
    opened.push({ name: file.name, mime: file.mime, bytes: await file.read() })
  }
  return opened
}

/** Opens what the call sends as files. @throws NodeError `input_invalid`, `file_not_found` */
async function filesOf(
  files: FilesPort,
  call: HttpCall,
  input: JsonObject,
  caller: ActionCaller,
): Promise<Record<string, RequestFile[]>> {
  const opened: Record<string, RequestFile[]> = {}
  for (const key of fileKeys(call)) opened[key] = await openFiles(files, key, input, caller)
  return opened
}

async function fileOf(files: FilesPort, { caller, action }: Running, response: HttpResponse): Promise<Json> {
  const { mime, name } = fileHeadOf(response)
  const file = { name: plainFileName(name ?? action.id), mime, bytes: response.bytes ?? new Uint8Array() }
  return { ...(await files.write(file, { owner: caller.who.owner }, caller.idempotency_key)) }
}
