/** One level of a schema: from OpenAPI 3.0, 3.1 or Swagger 2 to JSON Schema 2020-12, keeping what validators here understand. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { isReserved, own, textOf } from './document.ts'
import { clip, plainText } from './words.ts'

const LONGEST_DESCRIPTION = 600
const MOST_CHOICES = 1000
const LONGEST_DEFAULT = 500

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
/** What documents write where a type belongs. */
const MISNAMED: Record<string, string> = {
  file: 'string',
  binary: 'string',
  date: 'string',
  datetime: 'string',
  'date-time': 'string',
  uuid: 'string',
  url: 'string',
  text: 'string',
  str: 'string',
  enum: 'string',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  list: 'array',
  dict: 'object',
  map: 'object',
  hash: 'object',
  json: 'object',
}

export function typesOf(schema: Json | undefined): string[] {
  const given = own(schema, 'type')
  const listed = Array.isArray(given) ? given : [given]
  const known = listed.flatMap((type) => {
    if (typeof type !== 'string') return []
    const name = type.toLowerCase()
    return TYPES.has(name) ? [name] : (MISNAMED[name] ?? [])
  })
  // One type that isn't known may be anything.
  return known.length < listed.length ? [] : [...new Set(known)]
}

const typeOfValue = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

const isOfType = (value: Json, types: readonly string[]): boolean =>
  types.includes(typeOfValue(value)) || (typeOfValue(value) === 'integer' && types.includes('number'))

/**
 * Returns the pattern as patterns here can say it, null where they can't: no looking around, no references back, no thousands of
 * repetitions. Escapes that mean nothing are taken out, as Unicode patterns refuse them.
 */
export function usablePattern(pattern: string): string | null {
  if (pattern.length > 1000 || /\(\?(?:[=!]|<[=!])|\\[1-9]|\\k</.test(pattern)) return null
  if ([...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].some(([, low, high]) => Number(high || low) > 1000)) return null
  return [pattern, withoutIdleEscapes(pattern)].find(isPattern) ?? null
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== ''
  } catch {
    return false
  }
}

/** `[a-z\_]+\-\:` → `[a-z_]+-:` */
function withoutIdleEscapes(pattern: string): string {
  let isInClass = false
  return pattern.replace(/\\[\s\S]|[[\]]/g, (token) => {
    if (token === '[') isInClass = true
    if (token === ']') isInClass = false
    const [, escaped = ''] = token
    if (!token.startsWith('\\') || /[A-Za-z0-9^$\\.*+?()[\]{}|/]/.test(escaped)) return token
    return escaped === '-' && isInClass ? token : escaped
  })
}

const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']
const BOUNDS = ['minimum', 'maximum'] as const

/** Returns the keywords that hold no schemas. `title` and `description` are short and plain. */
export function simpleKeywords(schema: JsonObject): JsonObject {
  const result: JsonObject = {}
  const types = typesOf(schema)
  setType(result, schema, types)
  const title = textOf(own(schema, 'title'))
  if (title !== '') result.title = clip(plainText(title), 100)
  const description = textOf(own(schema, 'description'))
  if (description !== '') result.description = clip(plainText(description), LONGEST_DESCRIPTION)
  const format = own(schema, 'format')
  if (typeof format === 'string' && /^[a-z0-9_.-]{1,40}$/i.test(format)) result.format = format
  const pattern = own(schema, 'pattern')
  const usable = typeof pattern === 'string' && pattern !== '' ? usablePattern(pattern) : null
  if (usable !== null) result.pattern = usable
  for (const name of COUNTS) {
    const count = own(schema, name)
    if (typeof count === 'number' && Number.isInteger(count) && count >= 0) result[name] = count
  }
  setBounds(result, schema)
  const step = own(schema, 'multipleOf')
  if (typeof step === 'number' && step > 0) result.multipleOf = step
  if (own(schema, 'uniqueItems') === true) result.uniqueItems = true
  if (own(schema, 'deprecated') === true) result.deprecated = true
  const byDefault = own(schema, 'default')
  if (byDefault !== undefined && byDefault !== null && isShort(byDefault)) result.default = byDefault
  if (own(schema, 'const') !== undefined) result.const = own(schema, 'const') ?? null
  return result
}

function setType(result: JsonObject, schema: JsonObject, types: readonly string[]): void {
  const choices = own(schema, 'enum')
  const listed = Array.isArray(choices) && choices.length > 0 && choices.length <= MOST_CHOICES ? choices : null
  const nullable = own(schema, 'nullable') === true
  const all = nullable && types.length > 0 && !types.includes('null') ? [...types, 'null'] : types
  // Choices of another type than the one that is named would refuse every value.
  const fits = !listed || all.length === 0 || listed.some((value) => isOfType(value, all))
  if (all.length === 1 && fits) result.type = all[0] ?? null
  else if (all.length > 1 && fits) result.type = [...all]
  if (listed) result.enum = unique(nullable ? [...listed, null] : listed)
}

function unique(values: readonly Json[]): Json[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]))
  return [...seen.values()]
}

function setBounds(result: JsonObject, schema: JsonObject): void {
  for (const name of BOUNDS) {
    const exclusiveName = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
    const bound = own(schema, name)
    const exclusive = own(schema, exclusiveName)
    if (typeof exclusive === 'number') result[exclusiveName] = exclusive
    if (typeof bound === 'number') result[exclusive === true ? exclusiveName : name] = bound
  }
}

export const isShort = (value: Json): boolean =>
  typeof value === 'string' ? value.length <= LONGEST_DEFAULT : JSON.stringify(value).length <= LONGEST_DEFAULT

/** Returns the names that are required and may be used. */
export function requiredOf(schema: Json): string[] {
  const required = own(schema, 'required')
  if (!Array.isArray(required)) return []
  return [...new Set(required.filter((name) => typeof name === 'string'))].filter((name) => !isReserved(name))
}

export const isFile = (schema: Json | undefined): boolean =>
  isObject(schema) &&
  (own(schema, 'type') === 'file' ||
    (typesOf(schema).includes('string') &&
      (own(schema, 'format') === 'binary' || own(schema, 'contentEncoding') === 'binary')) ||
    (own(schema, 'contentMediaType') === 'application/octet-stream' && own(schema, 'contentEncoding') === undefined))
