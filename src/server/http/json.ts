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

const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** @throws AppError `invalid_input` for a text with U+0000 or half a surrogate pair: neither can be stored */
export function checkText(text: string, field: string): void {
  if (text.includes('\u0000')) throw fieldError(field, 'The text holds a NUL character')
  if (!text.isWellFormed()) throw fieldError(field, 'The text is not well-formed Unicode')
}

/** A value inside another one. Where it is is put into words only for a refusal: a body may hold hundreds of thousands of them. */
interface Part {
  value: object
  key: string | number
  inside: Part | null
  depth: number
}

function pathOf(inside: Part | null, key: string | number): string {
  const keys = [key]
  for (let part = inside; part?.inside; part = part.inside) keys.unshift(part.key)
  return keys.reduce<string>((path, one) => joinPath(path, one, LONGEST_PATH), '')
}

/** @throws AppError too_deep, reserved_key, invalid_input */
export function checkJson(root: unknown): void {
  const stack: Part[] = []
  const look = (value: unknown, key: string | number, inside: Part | null) => {
    if (typeof value === 'string') {
      if (isStorable(value)) return
      checkText(value, inside === null ? '' : pathOf(inside, key))
    }
    if (value === null || typeof value !== 'object') return
    const depth = inside === null ? 0 : inside.depth + 1
    if (depth >= SERVER_LIMITS.json_depth)
      throw new AppError('too_deep', {
        problems: [
          {
            message: `Nest at most ${SERVER_LIMITS.json_depth} levels`,
            field: shorten(pathOf(inside, key)),
            code: 'too_deep',
          },
        ],
      })
    stack.push({ value, key, inside, depth })
  }
  look(root, '', null)
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value } = next
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) look(item, index, next)
      continue
    }
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__')
        throw new AppError('reserved_key', {
          problems: [{ message: 'This key is reserved', field: shorten(pathOf(next, key)), code: 'reserved_key' }],
        })
      if (!isStorable(key)) checkText(key, shorten(pathOf(next, key)))
      look(item, key, next)
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
