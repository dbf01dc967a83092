/**
 * JSON bodies: decoded strictly, then walked once (without recursion) for what later code must never meet: nesting that would
 * exhaust a stack, `__proto__` keys, and text that PostgreSQL cannot hold.
 */
import { TextDecoder } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, fieldError } from '#contract/errors.ts'
import { SERVER_LIMITS } from '#contract/server-limits.ts'
import { joinPath } from '#graph/join-path.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** `application/json` and its family, any case, with utf-8 or no charset. */
export const JSON_TYPE = /^(?:application\/(?:[\w.+-]+\+)?json|text\/json)\s*(?:;|$)/i
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i

/** @throws AppError `invalid_input` for a text with U+0000 or half a surrogate pair: neither can be stored */
export function checkText(text: string, field: string): void {
  if (text.includes('\u0000')) throw fieldError(field, 'The text holds a NUL character')
  if (!text.isWellFormed()) throw fieldError(field, 'The text is not well-formed Unicode')
}

/** @throws AppError too_deep, reserved_key, invalid_input */
export function checkJson(root: unknown): void {
  const stack: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, path, depth } = next
    if (typeof value === 'string') checkText(value, path)
    if (value === null || typeof value !== 'object') continue
    if (depth >= SERVER_LIMITS.json_depth)
      throw new AppError('too_deep', {
        problems: [
          { message: `Nest at most ${SERVER_LIMITS.json_depth} levels`, field: shorten(path), code: 'too_deep' },
        ],
      })
    for (const [key, item] of Object.entries(value)) {
      const at = joinPath(path, key, LONGEST_PATH)
      if (key === '__proto__')
        throw new AppError('reserved_key', {
          problems: [{ message: 'This key is reserved', field: shorten(at), code: 'reserved_key' }],
        })
      if (!Array.isArray(value)) checkText(key, shorten(path))
      stack.push({ value: item, path: at, depth: depth + 1 })
    }
  }
}

/** Characters of a path that are shown. */
const LONGEST_PATH = 200

const shorten = (path: string): string =>
  (path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path).toWellFormed()

/** @throws AppError malformed_payload and what `checkJson` throws; an empty body is an absent one */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch {
    throw new AppError('malformed_payload', {
      problems: [{ message: 'The body is not valid JSON in UTF-8', code: 'malformed_payload' }],
    })
  }
  checkJson(value)
  return value
}

/** @throws AppError unsupported_media_type, and what `parseJson` throws */
export const parseRequest = async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
  const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new AppError('unsupported_media_type')
  return parseJson(body)
}

export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, parseRequest)
}
