/** A schema in words, and an example made from it. */
import { type OpenApi, resolveSchema, type Schema } from './openapi.ts'

const isAnyJson = (schema: Schema): boolean => Object.keys(schema).filter((key) => key !== 'description').length === 0

/** 'string', 'integer', 'list of string', 'string or null', '"low" or "high"'. */
export function typeWords(schema: Schema, document: OpenApi, depth = 0): string {
  const own = resolveSchema(schema, document)
  if (schema.$ref && depth > 3)
    return (
      schema.$ref
        .split('/')
        .at(-1)
        ?.replace(/Input$/, '') ?? 'object'
    )
  if (own.const !== undefined) return JSON.stringify(own.const)
  if (own.enum) return own.enum.map((value) => JSON.stringify(value)).join(' or ')
  const choices = own.anyOf ?? own.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeWords(choice, document, depth + 1)))].join(' or ')
  if (own.type === 'array') return own.items ? `list of ${typeWords(own.items, document, depth + 1)}` : 'list'
  if (Array.isArray(own.type)) return own.type.join(' or ')
  if (own.format === 'uuid') return 'id (UUID)'
  if (own.format === 'date-time') return 'time (ISO 8601)'
  if (own.format === 'binary') return 'file'
  if (own.type) return own.type
  return isAnyJson(own) ? 'any JSON' : 'object'
}

/** Limits of a value: '1 to 100', 'at most 200 characters', 'default 25'. */
export function limitWords({ minimum, maximum, minLength, maxLength, maxItems, default: preset }: Schema): string {
  const huge = (value: number | undefined) => value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER
  const words: string[] = []
  if (!huge(minimum) && !huge(maximum)) words.push(`${minimum} to ${maximum}`)
  else if (!huge(minimum)) words.push(`at least ${minimum}`)
  else if (!huge(maximum)) words.push(`at most ${maximum}`)
  if (maxLength !== undefined)
    words.push(minLength ? `${minLength} to ${maxLength} characters` : `at most ${maxLength} characters`)
  if (maxItems !== undefined) words.push(`at most ${maxItems} items`)
  if (preset !== undefined) words.push(`default ${JSON.stringify(preset)}`)
  return words.join(', ')
}

/** The content of a value: its fields, or the fields of a list's items. */
export function schemaFields(schema: Schema, document: OpenApi): { name: string; required: boolean; schema: Schema }[] {
  const own = resolveSchema(schema, document)
  if (own.properties)
    return Object.entries(own.properties).map(([name, field]) => ({
      name,
      required: own.required?.includes(name) ?? false,
      schema: field,
    }))
  if (own.type === 'array' && own.items) return schemaFields(own.items, document)
  // `T or null` has the fields of T.
  const choices = (own.anyOf ?? own.oneOf ?? []).filter((choice) => choice.type !== 'null')
  return choices.length === 1 && choices[0] ? schemaFields(choices[0], document) : []
}

/** Of a value that is one of several shapes, those shapes; else none. */
export function schemaShapes(schema: Schema, document: OpenApi): Schema[] {
  const own = resolveSchema(schema, document)
  const choices = (own.anyOf ?? own.oneOf ?? []).filter((choice) => schemaFields(choice, document).length > 0)
  return choices.length > 1 ? choices : []
}

const SAMPLE_ID = '01890000-0000-7000-8000-000000000000'

function sampleText({ format, minLength = 0 }: Schema, name: string): string {
  if (format === 'uuid') return SAMPLE_ID
  if (format === 'date-time') return '2026-01-31T09:30:00.000Z'
  if (format === 'email') return 'you@example.com'
  if (format === 'uri') return 'https://example.com'
  return (name || 'text').padEnd(minLength, 'x')
}

/** A value that fits; of an object the fields it must have, or all when it must have none. */
export function buildExample(schema: Schema, document: OpenApi, name = '', depth = 0): unknown {
  const own = resolveSchema(schema, document)
  if (own.examples?.[0] !== undefined) return own.examples[0]
  if (own.const !== undefined) return own.const
  if (own.enum) return own.enum[0]
  if (own.default !== undefined) return own.default
  const choices = own.anyOf ?? own.oneOf
  if (choices?.[0]) return buildExample(choices[0], document, name, depth)
  if (own.properties && depth < 5) {
    const wanted = schemaFields(own, document).filter((field) => field.required || !own.required?.length)
    return Object.fromEntries(
      wanted.map((field) => [field.name, buildExample(field.schema, document, field.name, depth + 1)]),
    )
  }
  const type = Array.isArray(own.type) ? own.type[0] : own.type
  if (type === 'string') return sampleText(own, name)
  if (type === 'integer' || type === 'number') return Math.max(own.minimum ?? 1, 1)
  if (type === 'boolean') return true
  if (type === 'array') return own.items && depth < 5 ? [buildExample(own.items, document, name, depth + 1)] : []
  return {}
}
