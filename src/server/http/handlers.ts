/** What a route is to the server: one function per endpoint of the contract. A missing one does not compile. */
import type { Readable } from 'node:stream'
import type { Api, EndpointName } from '#contract/api.ts'
import type { Parsed, Returns } from '#contract/endpoint.ts'
import type { Json } from '#contract/primitives.ts'
import type { Caller } from '#server/domain/caller.ts'

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

export interface RequestContext {
  caller: Caller
  client: Client
  method: string
  /** What webhooks pass on: the query and the headers without those that carry credentials. */
  raw: { query: Json; headers: Json }
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

type Answer<D> = D extends { answers: 'file' }
  ? FileAnswer
  : D extends { answers: 'stream' }
    ? StreamAnswer<Returns<D>>
    : Returns<D>

export type Handler<D> = (input: Parsed<D>, context: RequestContext) => Answer<D> | Promise<Answer<D>>

export type Handlers = { [Name in EndpointName]: Handler<Api[Name]> }
