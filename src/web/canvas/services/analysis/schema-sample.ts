/** A value of the shape that a JSON Schema describes: to see names and types before anything has run. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { listOrEmpty, objectOrEmpty } from '#shared/json.ts'

const DEEPEST = 6
const MOST_KEYS = 60

const TEXTS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:30:00Z',
  date: '2026-01-31',
  time: '09:30:00',
  email: 'person@example.com',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function numberOf(schema: JsonObject): number {
  const least = typeof schema.minimum === 'number' ? schema.minimum : 0
  // The least there can be says nothing where it is that of the machine.
  const low = least < 0 && !(typeof schema.maximum === 'number' && schema.maximum < 0) ? 0 : least
  return schema.type === 'integer' ? Math.ceil(low) : low
}

/** The definition that `#/$defs/x` names. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  if (typeof schema.$ref !== 'string') return schema
  if (schema.$ref === '#') return root
  const found = schema.$ref
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((at, name) => objectOrEmpty(at)[name], root)
  return objectOrEmpty(found)
}

function sample(given: JsonObject, root: JsonObject, depth: number): Json | undefined {
  if (depth > DEEPEST) return null
  const schema = resolved(given, root)
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  const [example] = [...listOrEmpty(schema.examples), ...listOrEmpty(schema.enum)]
  if (example !== undefined) return example
  const way = [...listOrEmpty(schema.oneOf), ...listOrEmpty(schema.anyOf)]
    .map(objectOrEmpty)
    .find(({ type }) => type !== 'null')
  if (way) return sample(way, root, depth + 1)
  const all = listOrEmpty(schema.allOf).map((part) => sample(objectOrEmpty(part), root, depth + 1))
  if (all.length > 0) return Object.assign({}, ...all.map((part) => objectOrEmpty(part)))
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  switch (type) {
    case 'object':
      return objectSample(schema, root, depth)
    case 'array': {
      const item = sample(objectOrEmpty(schema.items), root, depth + 1)
      return item === undefined ? [] : [item]
    }
    case 'string':
      return TEXTS[typeof schema.format === 'string' ? schema.format : ''] ?? 'text'
    case 'number':
    case 'integer':
      return numberOf(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return schema.properties === undefined ? undefined : objectSample(schema, root, depth)
  }
}

function objectSample(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  const entries = Object.entries(objectOrEmpty(schema.properties)).slice(0, MOST_KEYS)
  return Object.fromEntries(
    entries.flatMap(([name, property]) => {
      const value = sample(objectOrEmpty(property), root, depth + 1)
      return [[name, value === undefined ? null : value]]
    }),
  )
}

/** Undefined for a schema that says nothing of its values. */
export const sampleOf = (schema: JsonObject): Json | undefined => sample(schema, schema, 0)
