/**
 * JSON bodies: decoded strictly, then walked once for what later code must never meet: nesting that would
 * exhaust a stack, `__proto__` keys, and text that PostgreSQL cannot hold.
 */
import { TextDecoder } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { joinPath } from '#graph/join-path.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** `application/json` and its family, any case, with utf-8 or no charset. */
export const JSON_TYPE = /^(?:application\/(?:[\w.+-]+\+)?json|text\/json)\s*(?:;|$)/i
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i

/** @returns what is wrong with a text that cannot be stored, null for any other */
function textProblem(text: string): string | null {
  if (text.includes('\u0000')) return 'The text holds a NUL character'
  return text.isWellFormed() ? null : 'The text is not well-formed Unicode'
}

/** @throws AppError `invalid_input` for a text with U+0000 or half a surrogate pair: neither can be stored */
export function checkText(text: string, field: string): void {
  const problem = textProblem(text)
  if (problem !== null) throw fieldError(field, problem)
}

/** @throws AppError too_deep, reserved_key, invalid_input */
export const checkJson = (root: unknown): void => checkValue(root, [])

/**
 * Recursive, but never deeper than `json_depth`.
 * @param place the keys and indexes that lead to the value. It becomes a path only when something is wrong: a path for every value of a
 * large body takes over a second.
 */
function checkValue(value: unknown, place: (string | number)[]): void {
  if (typeof value === 'string') {
    const problem = textProblem(value)
    if (problem !== null) throw fieldError(pathOf(place), problem)
  }
  if (value === null || typeof value !== 'object') return
  if (place.length >= SERVER_LIMITS.json_depth)
    throw fieldError(pathOf(place), `Nest at most ${SERVER_LIMITS.json_depth} levels`, 'too_deep')
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) checkPart(value[index], index, place)
    return
  }
  for (const key in value) {
    if (key === '__proto__') throw fieldError(pathOf([...place, key]), 'This key is reserved', 'reserved_key')
    const problem = textProblem(key)
    if (problem !== null) throw fieldError(pathOf(place), problem)
    checkPart((value as Record<string, unknown>)[key], key, place)
  }
}

function checkPart(value: unknown, part: string | number, place: (string | number)[]): void {
  place.push(part)
  checkValue(value, place)
  place.pop()
}

/** Characters of a path that are shown. */
const LONGEST_PATH = 200

function pathOf(place: readonly (string | number)[]): string {
  const path = place.reduce<string>((all, part) => joinPath(all, part, LONGEST_PATH), '')
  return (path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path).toWellFormed()
}

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
