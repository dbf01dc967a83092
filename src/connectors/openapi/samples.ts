/** An answer as an example: the document's own, otherwise made from its schema. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { follow, isReserved, type OpenApiDocument, own, type Place } from './document.ts'
import { typesOf } from './keywords.ts'
import { at } from './problems.ts'

const MOST_CHARACTERS = 6_000
const MOST_VALUES = 150
const DEEPEST = 5

interface Making {
  document: OpenApiDocument
  values: number
  /** Schemas on the way down: one that holds itself is left out the second time. */
  path: Json[]
}

/** `media`: the media type object of an answer. Null when nothing is known. */
export function sampleOf(document: OpenApiDocument, media: Place): Json {
  const given = own(media.value, 'example') ?? firstExample(document, media)
  if (given !== undefined && given !== null) return shortExample(given)
  const schema = own(media.value, 'schema')
  if (schema === undefined) return null
  return shorten(make({ document, values: 0, path: [] }, schema, at(media.pointer, 'schema'), ''))
}

/** Operations share examples, which may be large: each is made short once. */
const shortExamples = new WeakMap<object, Json>()

function shortExample(example: Json): Json {
  if (typeof example !== 'object' || example === null) return shorten(parsed(example))
  const known = shortExamples.get(example)
  if (known !== undefined) return known
  const short = shorten(example)
  shortExamples.set(example, short)
  return short
}

/** Examples in YAML documents and in generated ones are often JSON as text. */
function parsed(example: Json): Json {
  if (typeof example !== 'string' || !/^\s*[[{]/.test(example) || example.length > 200_000) return example
  try {
    return JSON.parse(example) as Json
  } catch {
    return example
  }
}

function firstExample(document: OpenApiDocument, media: Place): Json | undefined {
  const examples = own(media.value, 'examples')
  if (!isObject(examples)) return undefined
  const [name] = Object.keys(examples)
  if (name === undefined) return undefined
  return tryValue(document, examples[name], at(media.pointer, 'examples', name), 'value')
}

function tryValue(document: OpenApiDocument, value: Json | undefined, pointer: string, name: string): Json | undefined {
  try {
    return own(follow(document, value, pointer).value, name)
  } catch {
    return undefined
  }
}

function make(making: Making, schema: Json, pointer: string, name: string): Json {
  let place: Place
  try {
    place = follow(making.document, schema, pointer)
  } catch {
    return null
  }
  const { value } = place
  if (!isObject(value) || making.path.includes(value) || making.path.length > 2 * DEEPEST) return null
  if (++making.values > MOST_VALUES) return null
  const own_ = given(value)
  if (own_ !== undefined) return own_
  making.path.push(value)
  const made = ofKind(making, value, place.pointer, name)
  making.path.pop()
  return made
}

function given(schema: JsonObject): Json | undefined {
  const examples = own(schema, 'examples')
  const choices = own(schema, 'enum')
  return (
    own(schema, 'example') ??
    (Array.isArray(examples) ? examples[0] : undefined) ??
    own(schema, 'const') ??
    own(schema, 'default') ??
    (Array.isArray(choices) ? choices[0] : undefined)
  )
}

function ofKind(making: Making, schema: JsonObject, pointer: string, name: string): Json {
  const all = own(schema, 'allOf')
  const choice = own(schema, 'oneOf') ?? own(schema, 'anyOf')
  const properties = own(schema, 'properties')
  if (Array.isArray(all)) {
    const parts = all.map((part, index) => make(making, part, at(pointer, 'allOf', index), name))
    const objects = parts.filter(isObject)
    if (objects.length > 0 || isObject(properties))
      return Object.assign(ofProperties(making, properties, pointer), ...objects)
    return parts.find((part) => part !== null) ?? null
  }
  if (isObject(properties)) return ofProperties(making, properties, pointer)
  if (Array.isArray(choice) && choice[0] !== undefined) return make(making, choice[0], at(pointer, 'oneOf', 0), name)
  const items = own(schema, 'items')
  const [type] = typesOf(schema).filter((one) => one !== 'null')
  if (type === 'array' || items !== undefined) {
    const item = items === undefined ? null : make(making, items, at(pointer, 'items'), name)
    return item === null ? [] : [item]
  }
  if (type === 'object') return {}
  if (type === 'string') return textFor(own(schema, 'format'), name)
  if (type === 'integer' || type === 'number') return Number(own(schema, 'minimum') ?? 1)
  return type === 'boolean' ? true : null
}

function ofProperties(making: Making, properties: Json | undefined, pointer: string): JsonObject {
  const made: JsonObject = {}
  if (!isObject(properties)) return made
  for (const [name, inner] of Object.entries(properties)) {
    if (isReserved(name) || own(inner, 'writeOnly') === true || making.values > MOST_VALUES) continue
    const value = make(making, inner, at(pointer, 'properties', name), name)
    if (value !== null) made[name] = value
  }
  return made
}

function textFor(format: Json | undefined, name: string): string {
  if (format === 'date-time' || format === 'google-datetime') return '2026-01-31T09:30:00Z'
  if (format === 'date') return '2026-01-31'
  if (format === 'email' || /e-?mail/i.test(name)) return 'asha@example.com'
  if (format === 'uuid') return '6f9619ff-8b86-4d11-b42d-00c04fc964ff'
  if (format === 'uri' || /ur[li]$/i.test(name)) return 'https://example.com/'
  if (format === 'int64') return '1'
  if (/(^|_)ids?$|I[dD]$/.test(name)) return 'abc123'
  return 'text'
}

/** Keeps lists to two items and texts to 300 characters; drops what is still too large. */
function shorten(value: Json): Json {
  const fits = (one: Json) => JSON.stringify(one).length <= MOST_CHARACTERS
  return [0, 3, 5, 7].map((depth) => shortened(value, depth)).find(fits) ?? null
}

function shortened(value: Json, depth: number): Json {
  if (typeof value === 'string') return value.length > 300 ? `${value.slice(0, 299)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth > 2 * DEEPEST) return null
  if (Array.isArray(value)) return value.slice(0, depth > 4 ? 1 : 2).map((item) => shortened(item, depth + 1))
  const names = Object.keys(value)
    .slice(0, depth > 4 ? 8 : 60)
    .filter((name) => !isReserved(name))
  return Object.fromEntries(names.map((name) => [name, shortened(value[name] ?? null, depth + 1)]))
}
