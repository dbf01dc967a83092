/** Makes values that fit a JSON Schema (2020-12), the same for the same seed. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject, listOrEmpty, objectOrEmpty } from '#shared/json.ts'
import { createRandom, type Random } from './random.ts'
import { textForPattern } from './text-for-pattern.ts'

interface Making {
  random: Random
  definitions: JsonObject
  depth: number
  /** How likely a field is given that may be left out. */
  optional: number
}

const DEEPEST = 8

export function generate(schema: Json, seed: number, optional = 0.3): Json {
  const definitions = isObject(schema) ? objectOrEmpty(schema.$defs) : {}
  return make({ random: createRandom(seed), definitions, depth: 0, optional }, schema)
}

function make(making: Making, schema: Json): Json {
  if (!isObject(schema)) return 'text'
  const merged = resolve(making, schema, 0)
  if (merged['x-file'] === true) return { file_id: 'file1' }
  if (merged.const !== undefined) return merged.const
  const choices = listOrEmpty(merged.enum)
  if (choices.length > 0) return pickFitting(making, merged, choices)
  return ofType(making, merged, typeFor(making, merged))
}

/** A choice of the type, without null where there are others. */
function pickFitting({ random }: Making, { type }: JsonObject, choices: readonly Json[]): Json {
  const kinds = Array.isArray(type) ? type : type === undefined ? null : [type]
  const kindOf = (value: Json) =>
    Number.isInteger(value) ? 'integer' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const fits = choices.filter(
    (one) =>
      one !== null && (!kinds || kinds.includes(kindOf(one)) || (kinds.includes('number') && typeof one === 'number')),
  )
  return fits.length > 0 ? random.pick(fits) : (choices[0] ?? null)
}

/** Follows references, puts `allOf` into one and takes one of the choices. */
function resolve(making: Making, schema: JsonObject, step: number): JsonObject {
  if (step > 20) return {}
  let result: JsonObject = { ...schema }
  delete result.$defs
  const ref = typeof schema.$ref === 'string' ? making.definitions[schema.$ref.replace('#/$defs/', '')] : undefined
  if (isObject(ref)) result = merge(result, resolve(making, ref, step + 1))
  for (const part of listOrEmpty(schema.allOf))
    if (isObject(part)) result = merge(result, resolve(making, part, step + 1))
  for (const name of ['anyOf', 'oneOf'] as const) {
    const list = listOrEmpty(result[name]).filter(isObject)
    const parts = list.filter((part) => part.type !== 'null')
    const [part] = step + making.depth > 4 ? simplest(parts) : parts.length > 0 ? [making.random.pick(parts)] : list
    delete result[name]
    if (part) result = merge(result, resolve(making, part, step + 1))
  }
  return result
}

const simplest = (parts: readonly JsonObject[]): JsonObject[] =>
  [...parts]
    .sort((a, b) => Number(isObject(a) && a.$ref !== undefined) - Number(isObject(b) && b.$ref !== undefined))
    .slice(0, 1)

function merge(left: JsonObject, right: JsonObject): JsonObject {
  const result = { ...right, ...left }
  if (isObject(left.properties) || isObject(right.properties))
    result.properties = mergeProperties(objectOrEmpty(left.properties), objectOrEmpty(right.properties))
  const required = [...listOrEmpty(left.required), ...listOrEmpty(right.required)]
  if (required.length > 0) result.required = [...new Set(required)]
  for (const [name, pick] of [
    ['minimum', Math.max],
    ['minLength', Math.max],
    ['maximum', Math.min],
    ['maxLength', Math.min],
  ] as const)
    if (typeof left[name] === 'number' && typeof right[name] === 'number') result[name] = pick(left[name], right[name])
  return result
}

function mergeProperties(left: JsonObject, right: JsonObject): JsonObject {
  const both = Object.keys(left).filter((name) => Object.hasOwn(right, name))
  return {
    ...right,
    ...left,
    ...Object.fromEntries(both.map((name) => [name, { allOf: [left[name] ?? {}, right[name] ?? {}] }])),
  }
}

function typeFor({ random }: Making, schema: JsonObject): string {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
    (type) => typeof type === 'string' && type !== 'null',
  )
  if (types.length > 0) return String(random.pick(types))
  if (schema.type !== undefined) return 'null'
  if (schema.properties !== undefined || schema.additionalProperties !== undefined || schema.required !== undefined)
    return 'object'
  if (schema.items !== undefined || schema.minItems !== undefined) return 'array'
  return schema.minimum !== undefined || schema.maximum !== undefined ? 'integer' : 'string'
}

function ofType(making: Making, schema: JsonObject, type: string): Json {
  switch (type) {
    case 'object':
      return anObject(making, schema)
    case 'array':
      return aList(making, schema)
    case 'integer':
      return aNumber(making, schema, true)
    case 'number':
      return aNumber(making, schema, false)
    case 'boolean':
      return making.random.next() < 0.5
    case 'null':
      return null
    default:
      return aText(making, schema)
  }
}

function anObject(making: Making, schema: JsonObject): Json {
  const properties = objectOrEmpty(schema.properties)
  const required = listOrEmpty(schema.required).map(String)
  const deeper = { ...making, depth: making.depth + 1 }
  const isDeep = making.depth >= 3
  const given = Object.keys(properties).filter(
    (name) => required.includes(name) || (!isDeep && making.random.next() < making.optional / (making.depth + 1)),
  )
  const names = new Set([...required, ...given])
  const least = Number(schema.minProperties ?? 0)
  for (const name of Object.keys(properties)) if (names.size < least) names.add(name)
  const result: JsonObject = {}
  for (const name of names)
    result[name] = making.depth > DEEPEST ? null : make(deeper, properties[name] ?? extra(schema))
  for (let number = 1; Object.keys(result).length < least && schema.additionalProperties !== false; number++)
    result[`name${number}`] = make(deeper, extra(schema))
  return result
}

const extra = ({ additionalProperties }: JsonObject): Json =>
  isObject(additionalProperties) ? additionalProperties : { type: 'string' }

function aList(making: Making, schema: JsonObject): Json {
  const deeper = { ...making, depth: making.depth + 1 }
  const first = listOrEmpty(schema.prefixItems)
  const least = Math.min(Number(schema.minItems ?? 0), 200)
  const count = Math.min(Math.max(least, making.depth > 3 ? 0 : 1), Number(schema.maxItems ?? 1000))
  const items = Array.from({ length: Math.max(count, first.length) }, (_, index) =>
    make(deeper, first[index] ?? (isObject(schema.items) ? schema.items : { type: 'string' })),
  )
  if (schema.uniqueItems !== true) return items
  const unique = new Map(items.map((item) => [JSON.stringify(item), item]))
  for (let tries = 0; unique.size < least && tries < 100; tries++) {
    const item = make(deeper, schema.items ?? {})
    unique.set(JSON.stringify(item), item)
  }
  return [...unique.values()]
}

function aNumber({ random }: Making, schema: JsonObject, whole: boolean): Json {
  const step = Number(schema.multipleOf ?? (whole ? 1 : 0.5))
  const above = Number(schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY)
  const below = Number(schema.exclusiveMaximum ?? Number.POSITIVE_INFINITY)
  let low = Math.max(Number(schema.minimum ?? Number.NEGATIVE_INFINITY), above)
  let high = Math.min(Number(schema.maximum ?? Number.POSITIVE_INFINITY), below)
  if (!Number.isFinite(low)) low = Number.isFinite(high) ? Math.min(high - 10 * step, 0) : 1
  if (!Number.isFinite(high)) high = low + 100 * step
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  const candidates = [random.between(first, Math.min(last, first + 50)), first, first + 1, last, last - 1].map(
    (count) => count * step,
  )
  return candidates.find((one) => one >= low && one <= high && one > above && one < below) ?? low
}

const FORMATS: Record<string, (random: Random) => string> = {
  date: (random) => `2026-0${random.between(1, 9)}-1${random.between(0, 9)}`,
  'date-time': (random) => `2026-0${random.between(1, 9)}-11T10:2${random.between(0, 9)}:00Z`,
  time: () => '10:20:30Z',
  duration: () => 'P3D',
  email: (random) => `asha${random.between(1, 99)}@example.com`,
  'idn-email': () => 'asha@example.com',
  uri: (random) => `https://example.com/${random.between(1, 99)}`,
  url: (random) => `https://example.com/${random.between(1, 99)}`,
  iri: () => 'https://example.com/',
  'uri-reference': () => '/a/b',
  'iri-reference': () => '/a/b',
  'uri-template': () => '/a/{b}',
  uuid: () => '6f9619ff-8b86-4d11-b42d-00c04fc964ff',
  ipv4: () => '192.0.2.1',
  ipv6: () => '2001:db8::1',
  hostname: () => 'example.com',
  'idn-hostname': () => 'example.com',
  'json-pointer': () => '/a/b',
  'relative-json-pointer': () => '1/a',
  regex: () => '^a$',
  byte: () => 'YWJj',
}

function aText({ random }: Making, schema: JsonObject): Json {
  const least = Math.min(Number(schema.minLength ?? 0), 5_000)
  const most = Number(schema.maxLength ?? 100_000)
  const fits = (text: string) => text.length >= least && text.length <= most
  if (typeof schema.pattern === 'string') {
    for (let tries = 0; tries < 30; tries++) {
      const text = textForPattern(schema.pattern, random)
      if (fits(text) && new RegExp(schema.pattern, 'u').test(text)) return text
    }
  }
  const made = typeof schema.format === 'string' ? FORMATS[schema.format]?.(random) : undefined
  if (made !== undefined) return made
  const word = `text ${random.between(1, 999)}`.slice(0, Math.max(most, 0))
  return word.padEnd(least, 'x')
}
