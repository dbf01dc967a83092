/** What a route is to the server: one function per endpoint of the contract. A missing one does not compile. */
import type { Readable } from 'node:stream'
import type { Api, EndpointName } from '#contract/api.ts'
import type { Parsed, Returns } from '#contract/core/endpoint.ts'
import type { JsonText } from '#contract/core/json-text.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'

/** The client as the socket and the headers show it. */
export interface Client {
  /** Address of the socket, or of the peer a trusted proxy names. */
  ip: string
  host: string | null
  origin: string | null
  cookie: string | null
  user_agent: string | null
}

/** A file on its way in. `stream` ends one byte past the size limit, and breaks off with the refusal of a second file. */
export interface Upload {
  name: string
  mime: string
  stream: Readable
}

/** The body of a webhook. */
export interface Received {
  bytes: Uint8Array
  files: readonly { field: string; name: string; mime: string; bytes: Uint8Array }[]
}

export interface RequestContext {
  caller: Caller
  client: Client
  /** What carries the question: a tool of the Model Context Protocol, or a request of its own. */
  via: 'http' | 'mcp'
  method: string
  /** What webhooks pass on: the query and the headers without those that carry credentials. */
  raw: { query: Json; headers: Json }
  /** What a webhook sent, to the byte, and the files of its form; null where bodies are JSON alone. */
  received: Received | null
  /** Header X-Run-Token: opens one visitor's run. */
  run_token: string | null
  /** Header Last-Event-ID, a whole number. */
  last_event_id: number | null
  /** Aborted when the client is gone or the server stops. */
  signal: AbortSignal
  /** The one file of a multipart body. @throws AppError file_missing */
  upload(): Promise<Upload>
  /** Passes `Set-Cookie` lines on as they are. */
  setCookies(lines: readonly string[]): void
  /** Another status of success than the endpoint's: health with the database away. */
  setStatus(status: number): void
}

export interface FileAnswer {
  type: 'file'
  name: string
  mime: string
  bytes: number | null
  /** `attachment` for what a person uploaded: it is never shown as a page of ours. */
  disposition: 'attachment' | 'inline'
  /** Who may keep it and for how long (`Cache-Control`); nobody when absent. */
  cache?: string
  body: Readable | Uint8Array
}

export interface StreamAnswer<Event> {
  type: 'stream'
  /** An event's `seq` becomes its SSE id; null gives none. */
  events(signal: AbortSignal): AsyncIterable<Event>
}

/** An answer in the words of a workflow, never shown as a page of ours. */
export interface ReplyAnswer {
  type: 'reply'
  status: number
  headers: Record<string, string>
  body: Json
}

export interface ToolResult {
  data: JsonObject
  /** What an assistant reads instead of the data. */
  text?: string
  /** What was asked for did not come about. */
  failed?: boolean
}

/** A tool as the Model Context Protocol has it. */
export interface Tool {
  name: string
  title: string
  description: string
  /** JSON Schema of an object. */
  input_schema: JsonObject
  /** It changes nothing. One that does is taken to act on the world outside as well. */
  reads_only: boolean
  /** The endpoint it is a door to: who may not ask that may not call this. */
  opens: EndpointName
  /** @throws AppError what the endpoints it asks may answer */
  call(args: JsonObject, context: RequestContext): Promise<ToolResult>
}

/** An answer as another API gives it: what it is made of is begun once, and then told whole or as events. */
export interface BareAnswer<Body, Begun extends JsonObject = JsonObject> {
  type: 'bare'
  /** Begins the work, once for each Idempotency-Key; `execution_id` names its run. */
  begin(): Promise<Begun>
  /** @param signal aborted when the client is gone */
  body(begun: Begun, signal: AbortSignal): Promise<Body>
  /** Asked for events; `ending` is sent after them as it is. */
  stream?: { events(begun: Begun, signal: AbortSignal): AsyncIterable<object>; ending: string | null }
  /** The client left before the end, and no key of its own would bring it back to the answer. */
  left?(begun: Begun): Promise<void>
}

export interface ToolsAnswer {
  type: 'tools'
  /** Told to the assistant once, before the tools. */
  instructions: string
  tools: readonly Tool[]
}

export const isReply = (answer: unknown): answer is ReplyAnswer =>
  typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'reply'

type Answer<D> = D extends { answers: 'file' }
  ? FileAnswer
  : D extends { answers: 'stream' }
    ? StreamAnswer<Returns<D>>
    : D extends { answers: 'tools' }
      ? ToolsAnswer
      : D extends { answers: 'bare' }
        ? BareAnswer<Returns<D>>
        : D extends { answers: 'reply' }
          ? Returns<D> | ReplyAnswer
          : Returns<D> | JsonText

export type Handler<D> = (input: Parsed<D>, context: RequestContext) => Answer<D> | Promise<Answer<D>>

/** Of an endpoint that strangers send large bodies to: requests to addresses that do not exist are refused before their body is read. */
export interface AddressedHandler<D> {
  /** @throws AppError not_found, not_runnable */
  checkAddress(params: ParamsOf<D>, method: string): Promise<void>
  /** Of signed bodies: looks at the bytes before they are parsed, which takes longer. @throws AppError hook_refused */
  checkBytes?(bytes: Uint8Array, headers: Readonly<Record<string, unknown>>): void
  handle: Handler<D>
}

type ParamsOf<D> = Parsed<D> extends { params: infer Params } ? Params : never

export type Handlers = {
  [Name in EndpointName]: Api[Name] extends { answers: 'reply' } | { path: '/hooks/mail' }
    ? AddressedHandler<Api[Name]>
    : Handler<Api[Name]>
}
