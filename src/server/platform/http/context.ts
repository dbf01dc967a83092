/** The request as a route sees it, made from Fastify's. */
import { createHash, type Hash } from 'node:crypto'
import { pipeline, Transform, type TransformCallback } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Client, Received, RequestContext, Upload } from './handlers.ts'
import { checkJson } from './json.ts'
import { addressOf } from './session.ts'
import { watchBody } from './stalled-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    received: Received | null
    /** When the caller was last let in; ms of `performance.now()`. */
    admitted_at: number
  }
}

/** Never passed on to a workflow: they are about us, not about the message. */
const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-run-token'])

const first = (value: string | string[] | undefined): string | null => (Array.isArray(value) ? value[0] : value) ?? null

export const clientOf = (request: FastifyRequest): Client => ({
  ip: addressOf(request),
  host: request.host || null,
  origin: first(request.headers.origin),
  cookie: first(request.headers.cookie),
  user_agent: first(request.headers['user-agent']),
})

export class FastifyContext implements RequestContext {
  readonly caller: Caller
  readonly via = 'http'
  #stop: AbortController | null = null
  readonly #request: FastifyRequest
  #uploaded: Hash | null = null
  readonly #reply: FastifyReply

  constructor(request: FastifyRequest, reply: FastifyReply, caller: Caller) {
    this.#request = request
    this.#reply = reply
    this.caller = caller
  }

  /** Created on demand: most answers are there before a caller could want to abort. */
  get stop(): AbortController {
    if (this.#stop === null) {
      const stop = new AbortController()
      const { raw } = this.#reply
      if (raw.closed) stop.abort()
      else
        raw.once('close', () => {
          if (!raw.writableFinished) stop.abort()
        })
      this.#stop = stop
    }
    return this.#stop
  }

  get signal(): AbortSignal {
    return this.stop.signal
  }

  get client(): Client {
    return clientOf(this.#request)
  }

  get method(): string {
    return this.#request.method
  }

  get raw(): { query: Json; headers: Json } {
    const headers = Object.entries(this.#request.headers).filter(
      ([name, value]) => !CREDENTIALS.has(name) && !(name === 'x-api-key' && String(value).startsWith('chowk_')),
    )
    const query = { ...(this.#request.query as JsonObject) }
    checkJson({ query })
    return { query, headers: Object.fromEntries(headers) as JsonObject }
  }

  get received(): Received | null {
    return this.#request.received
  }

  get run_token(): string | null {
    const token = first(this.#request.headers['x-run-token'])
    return token !== null && /^[A-Za-z0-9_-]{20,100}$/.test(token) ? token : null
  }

  get last_event_id(): number | null {
    const id = first(this.#request.headers['last-event-id'])
    return id !== null && /^\d{1,9}$/.test(id) ? Number(id) : null
  }

  async upload(): Promise<Upload> {
    // The sender left before anything was read: no part would ever come.
    if (this.#request.raw.destroyed) throw new AppError('malformed_payload')
    const parts = this.#request.files()
    const stalled = Promise.withResolvers<never>()
    const endWatch = watchBody(this.#request.raw, () => stalled.reject(new AppError('request_timeout')))
    const { value: part } = await Promise.race([parts.next(), stalled.promise]).catch((error: Error) => {
      endWatch()
      // The parser's own errors carry no code: the form is not one.
      throw 'code' in error ? error : new AppError('malformed_payload', { cause: error })
    })
    if (!part) throw new AppError('file_missing')
    const digest = createHash('sha256').update(`${part.filename}\n${part.mimetype}\n`)
    this.#uploaded = digest
    const stream = new OnlyFile(parts, digest)
    stalled.promise.catch((error: Error) => stream.destroy(error))
    stream.once('close', endWatch)
    // What goes wrong on the way is told by the stream that is read.
    pipeline(part.file, stream, () => {})
    return { name: part.filename ?? '', mime: part.mimetype, stream }
  }

  /** SHA-256 of the upload that has been read to its end. */
  uploadDigest(): Buffer {
    return (this.#uploaded ?? createHash('sha256')).copy().digest()
  }

  setCookies(lines: readonly string[]): void {
    for (const line of lines) this.#reply.header('set-cookie', line)
  }

  setStatus(status: number): void {
    this.#reply.code(status)
  }
}

/** The file of a form. It ends well only when no other file comes behind it. */
class OnlyFile extends Transform {
  readonly #parts: AsyncIterator<MultipartFile, undefined>
  readonly #digest: Hash

  constructor(parts: AsyncIterator<MultipartFile, undefined>, digest: Hash) {
    super()
    this.#digest = digest
    this.#parts = parts
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#digest.update(chunk)
    done(null, chunk)
  }

  override _flush(done: TransformCallback): void {
    this.#parts.next().then(({ value: more }) => {
      if (!more) return done()
      more.file.resume()
      const name = more.filename.toWellFormed().slice(0, 100)
      done(fieldError(more.fieldname.toWellFormed().slice(0, 200), `Attach one file: “${name}” is one too many`))
    }, done)
  }
}
