/**
 * Webhooks are sent by programs we do not know: forms become objects, everything else that is not JSON becomes text. The bytes are kept
 * beside what was read from them, because a signature is over bytes.
 */
import { TextDecoder } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, fieldError } from '#contract/errors.ts'
import { SERVER_LIMITS } from '#contract/server-limits.ts'
import type { Received } from './handlers.ts'
import { checkJson, checkText, JSON_TYPE, parseRequest } from './json.ts'

type Read = (request: FastifyRequest, body: Buffer) => unknown

const decoder = new TextDecoder('utf-8')
const FORM_BYTES = SERVER_LIMITS.hook_form_bytes

const keeping =
  (read: Read) =>
  async (request: FastifyRequest, bytes: Buffer): Promise<unknown> => {
    request.received = { bytes, files: [] }
    return read(request, bytes)
  }

const asText: Read = (_request, body) => {
  const text = decoder.decode(body)
  checkText(text, 'body')
  return text
}

const asForm: Read = (_request, body) => {
  const value = Object.fromEntries(new URLSearchParams(decoder.decode(body)))
  checkJson(value)
  return value
}

/** The fields of a multipart form; its files stand in `request.received`. @throws AppError malformed_payload, invalid_input */
const asParts: Read = async (request, body) => {
  const type = request.headers['content-type'] ?? ''
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

export function acceptAnything(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const bytes = { parseAs: 'buffer' as const }
  app.addContentTypeParser(JSON_TYPE, bytes, keeping(parseRequest))
  app.addContentTypeParser('application/x-www-form-urlencoded', bytes, keeping(asForm))
  app.addContentTypeParser(/^multipart\/form-data\s*(?:;|$)/i, { ...bytes, bodyLimit: FORM_BYTES }, keeping(asParts))
  app.addContentTypeParser('*', bytes, keeping(asText))
}
