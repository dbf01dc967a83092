/**
 * Webhooks are sent by unknown programs: forms become objects, everything else that is not JSON becomes text. The bytes
 * are kept in addition to the parsed value, because a signature covers bytes.
 */
import { PassThrough } from 'node:stream'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { MIMEType, TextDecoder } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import { BodiesUnderWay, type BodyBounds } from './bodies-under-way.ts'
import type { AddressedHandler, Received } from './handlers.ts'
import { checkJson, checkText, JSON_TYPE, parseRequest } from './json.ts'
import { addressOf, isAnybody, visitorCaller } from './session.ts'
import { watchBody } from './stalled-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    checkBytes?: AddressedHandler<never>['checkBytes']
  }
}

type Read = (request: FastifyRequest, body: Buffer) => unknown

const decoder = new TextDecoder('utf-8')
const FORM_BYTES = SERVER_LIMITS.hook_form_bytes

const keeping =
  (read: Read) =>
  async (request: FastifyRequest, bytes: Buffer): Promise<unknown> => {
    request.routeOptions.config.checkBytes?.(bytes, request.headers)
    request.received = { bytes, files: [] }
    return read(request, bytes)
  }

const asText: Read = (_request, body) => {
  const text = decoder.decode(body)
  checkText(text, 'body')
  return text
}

const tooManyFields = () => fieldError('body', `A form can have at most ${SERVER_LIMITS.hook_form_fields} fields`)

/** Yields the index of every occurrence of `part` in `body`. */
function* placesOf(part: string, body: Buffer): Generator<number> {
  for (let at = body.indexOf(part); at !== -1; at = body.indexOf(part, at + part.length)) yield at
}

const asForm: Read = (_request, body) => {
  let fields = 1
  for (const _ of placesOf('&', body)) if (++fields > SERVER_LIMITS.hook_form_fields) throw tooManyFields()
  const value = Object.fromEntries(new URLSearchParams(decoder.decode(body)))
  checkJson(value)
  return value
}

/** Visible ASCII that needs no escape within quotes. */
const BOUNDARY = /^[ !#-[\]-~]{1,200}$/

/** @throws AppError malformed_payload */
function boundaryOf(contentType: string): string {
  let boundary: string | null = null
  try {
    boundary = new MIMEType(contentType).params.get('boundary')
  } catch {
    // Not a content type at all.
  }
  if (boundary === null || !BOUNDARY.test(boundary)) throw new AppError('malformed_payload')
  return boundary
}

/**
 * Counts parts and their headers before they are parsed: the parser takes over 3 s for 10 MB of empty parts, and 1 s for 10 MB of headers.
 * @throws AppError invalid_input
 */
function checkParts(body: Buffer, boundary: string): void {
  let parts = 0
  let left: number = SERVER_LIMITS.hook_form_header_bytes
  for (const at of placesOf(`--${boundary}`, body)) {
    // The last boundary ends the form.
    if (++parts > SERVER_LIMITS.hook_form_fields + 1) throw tooManyFields()
    const headers = body.subarray(at, at + left + 1)
    const end = headers.indexOf('\r\n\r\n')
    left -= end === -1 ? headers.length : end
    if (left < 0)
      throw fieldError(
        'body',
        `The part headers of a form can have at most ${SERVER_LIMITS.hook_form_header_bytes} bytes`,
      )
  }
}

/** The fields of a multipart form; its files stand in `request.received`. @throws AppError malformed_payload, invalid_input */
const asParts: Read = async (request, body) => {
  const boundary = boundaryOf(request.headers['content-type'] ?? '')
  checkParts(body, boundary)
  // Only the boundary that was counted is parsed.
  const type = `multipart/form-data; boundary="${boundary}"`
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch((cause) => {
      throw new AppError('malformed_payload', { cause })
    })
  const fields: Record<string, string> = {}
  const files: Received['files'][number][] = []
  for (const [field, value] of form) {
    if (typeof value === 'string') fields[field] = value
    else files.push({ field, name: value.name, mime: value.type, bytes: await value.bytes() })
  }
  if (files.length > SERVER_LIMITS.hook_form_files)
    throw fieldError('body', `A form may bring at most ${SERVER_LIMITS.hook_form_files} files`)
  for (const { field, name } of files) checkJson({ [field]: name })
  checkJson(fields)
  request.received = { bytes: body, files }
  return fields
}

const PARTS_TYPE = /^multipart\/form-data\s*(?:;|$)/i

const { hook_form_bytes_at_once, hook_form_bytes_of_sender } = SERVER_LIMITS
const SENDER = { count: Infinity, bytes: hook_form_bytes_of_sender }
/** A form is in memory with its files until it is answered. */
const FORMS: BodyBounds = {
  visitor: SENDER,
  account: SENDER,
  bytes: { all: hook_form_bytes_at_once, visitors: hook_form_bytes_at_once },
  largest: FORM_BYTES,
}

/** Counts forms before they are read, and ends those whose sender does not send on. */
function boundForms(app: FastifyInstance, secret: string): void {
  const forms = new BodiesUnderWay(FORMS)
  app.addHook('preParsing', async (request, { raw: answer }, payload) => {
    if (!PARTS_TYPE.test(request.headers['content-type'] ?? '')) return
    const ip = addressOf(request)
    const caller = request.caller ?? visitorCaller(secret, ip)
    const leave = forms.enter({ caller, unknown: isAnybody(caller, { ip }) }, request.headers['content-length'])
    answer.once('finish', leave).once('close', leave)
    const body = new PassThrough()
    const endWatch = watchBody(request.raw, () => body.destroy(new AppError('request_timeout')))
    payload.once('error', (error) => body.destroy(error))
    body.once('close', endWatch)
    // What still comes of a form that was refused is read by nobody.
    answer.once('finish', () => payload.unpipe(body).resume())
    return payload.pipe(body)
  })
}

const LARGE_FORM = 1_000_000
/** Lets other requests run before a large form is parsed: their work takes several turns of the thread. */
const PAUSE_MS = 20

/** Parses one form at a time: a large one takes the thread for up to 0.1 s, and four times its bytes. */
function oneByOne(read: Read): Read {
  const inTurn = createKeyedSemaphore(1)
  return (request, body) =>
    inTurn('form', async () => {
      await (body.length > LARGE_FORM ? setTimeout(PAUSE_MS) : setImmediate())
      return read(request, body)
    })
}

/** @param secret keys the hash that visitors are known by */
export function acceptAnything(app: FastifyInstance, secret: string): void {
  app.removeAllContentTypeParsers()
  boundForms(app, secret)
  const bytes = { parseAs: 'buffer' as const }
  app.addContentTypeParser(JSON_TYPE, bytes, keeping(parseRequest))
  app.addContentTypeParser('application/x-www-form-urlencoded', bytes, keeping(asForm))
  app.addContentTypeParser(PARTS_TYPE, { ...bytes, bodyLimit: FORM_BYTES }, keeping(oneByOne(asParts)))
  app.addContentTypeParser('*', bytes, keeping(asText))
}
