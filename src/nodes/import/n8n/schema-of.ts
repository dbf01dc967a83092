/** JSON Schemas of answers and of input, made from what n8n's files give: an example, a list of attributes, a schema. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'

const TYPES: Record<string, string> = { string: 'string', number: 'number', boolean: 'boolean', date: 'string' }

/** A schema of what an example looks like. */
export function schemaOf(example: Json, depth = 0): JsonObject {
  if (depth > 10) return {}
  if (Array.isArray(example))
    return { type: 'array', ...(example[0] !== undefined && { items: schemaOf(example[0], depth + 1) }) }
  if (isObject(example)) {
    const names = Object.keys(example).slice(0, 100)
    return {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, schemaOf(example[name] ?? null, depth + 1)])),
      required: names,
    }
  }
  if (example === null) return {}
  return { type: typeof example === 'number' ? 'number' : typeof example }
}

function parsed(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text.replace(/^=/, '')) as Json
  } catch {
    return undefined
  }
}

/** What an answer has to look like: from the step itself or the parser that hangs on it. */
export function wanted(parameters: JsonObject): JsonObject | null {
  const attributes = listAt(parameters, 'attributes', 'attributes').filter(
    (one) => readTextAt(one, 'name') !== undefined,
  )
  if (attributes.length > 0) {
    const properties = attributes.slice(0, 100).map((one) => {
      const type = TYPES[readTextAt(one, 'type') ?? 'string'] ?? 'string'
      return [
        readTextAt(one, 'name') ?? '',
        { type, description: (readTextAt(one, 'description') ?? '').slice(0, 500) },
      ] as const
    })
    const required = attributes
      .filter((one) => readAt(one, 'required') === true)
      .map((one) => readTextAt(one, 'name') ?? '')
    return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) }
  }
  const schema = parsed(readTextAt(parameters, 'inputSchema') ?? readTextAt(parameters, 'jsonSchema'))
  if (isObject(schema)) return schema
  const example = parsed(readTextAt(parameters, 'jsonSchemaExample'))
  return isObject(example) || Array.isArray(example) ? schemaOf(example) : null
}
