/** An example made from a JSON Schema: what the schema gives as one, or a plausible value for the name of the field. */
import { FORMATS, NAMES, NUMBERS } from './example-values.ts'

export interface ExampleSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  properties?: Record<string, ExampleSchema>
  required?: string[]
  items?: ExampleSchema
  minItems?: number
  additionalProperties?: boolean | ExampleSchema
  prefixItems?: ExampleSchema[]
  anyOf?: ExampleSchema[]
  oneOf?: ExampleSchema[]
  allOf?: ExampleSchema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
export type ExampleSchemas = Readonly<Record<string, ExampleSchema>>

/** Lists inside of lists are shown down to this depth; below it they are empty, and what may be null is. */
const SHOWN_DEPTH = 4
/** Only a schema that holds itself comes this far. */
const MOST_DEPTH = 12

function textOf({ format, minLength = 0, maxLength }: ExampleSchema, name: string): string {
  const text = (format && FORMATS[format]) ?? NAMES[name] ?? 'text'
  return text.padEnd(minLength, 'x').slice(0, maxLength)
}

function objectOf(schema: ExampleSchema, schemas: ExampleSchemas, depth: number): object {
  const { properties = {}, required = [], additionalProperties } = schema
  const names = [...new Set([...Object.keys(properties), ...required])]
  const shown = required.length > 0 ? names.filter((name) => required.includes(name)) : names
  const rest = typeof additionalProperties === 'object' ? additionalProperties : {}
  return Object.fromEntries(shown.map((key) => [key, exampleOf(properties[key] ?? rest, schemas, key, depth + 1)]))
}

function listOf({ items, minItems = 0 }: ExampleSchema, schemas: ExampleSchemas, name: string, depth: number) {
  if (items === undefined || (depth >= SHOWN_DEPTH && minItems === 0)) return []
  const item = exampleOf(items, schemas, name in NAMES ? name : name.replace(/s$/, ''), depth + 1)
  return Array.from({ length: Math.max(minItems, 1) }, () => item)
}

/** Sums of money are in paise; everything else is counted from the least that is allowed. */
function numberOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: ExampleSchema, name: string): number {
  const plausible = NUMBERS[name] ?? (/(?:^|_)paise$/.test(name) ? 49_900 : 1)
  return Math.min(Math.max(minimum, plausible), maximum)
}

function choiceOf(choices: readonly ExampleSchema[], depth: number): ExampleSchema | undefined {
  return (depth >= SHOWN_DEPTH ? choices.find(({ type }) => type === 'null') : undefined) ?? choices[0]
}

export function exampleOf(schema: ExampleSchema, schemas: ExampleSchemas, name = '', depth = 0): unknown {
  const own = schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  if (own.examples?.[0] !== undefined) return own.examples[0]
  if (own.const !== undefined) return own.const
  if (own.enum) return own.enum[0]
  if (own.default !== undefined) return own.default
  const choices = own.anyOf ?? own.oneOf ?? own.allOf
  const choice = choices && choiceOf(choices, depth)
  if (choice) return exampleOf(choice, schemas, name, depth)
  const type = Array.isArray(own.type) ? own.type[0] : own.type
  if (own.properties || own.required) return depth < MOST_DEPTH ? objectOf(own, schemas, depth) : {}
  if (type === 'string') return textOf(own, name)
  if (type === 'integer' || type === 'number') return numberOf(own, name)
  if (type === 'boolean') return true
  if (own.prefixItems) return own.prefixItems.map((item) => exampleOf(item, schemas, name, depth + 1))
  if (type === 'array') return listOf(own, schemas, name, depth)
  return type === 'null' ? null : {}
}
