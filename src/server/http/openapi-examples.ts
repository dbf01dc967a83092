/** An example made from a JSON Schema: what the schema gives as one, or a plausible value for the name of the field. */

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
  prefixItems?: ExampleSchema[]
  anyOf?: ExampleSchema[]
  oneOf?: ExampleSchema[]
  allOf?: ExampleSchema[]
  minimum?: number
  minLength?: number
  maxLength?: number
}
export type ExampleSchemas = Readonly<Record<string, ExampleSchema>>

const MOST_DEPTH = 4

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '01890000-0000-7000-8000-000000000000',
  'date-time': '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  email: 'you@example.com',
  uri: 'https://example.com',
}

const NAMES: Readonly<Record<string, string>> = {
  name: 'Invoice reader',
  title: 'Invoice reader',
  slug: 'invoice-reader',
  handle: 'acme-labs',
  description: 'Reads invoices and returns their totals.',
  message: 'OK',
  result: 'success',
  timestamp: '2026-01-31T09:30:00.000Z',
  password: 'correct horse battery staple',
  email: 'you@example.com',
  display_name: 'Asha Rao',
  reason: 'The amount was wrong.',
  search: 'invoice',
  icon: 'file-text',
  code: '123456',
}

function textOf({ format, minLength = 0, maxLength }: ExampleSchema, name: string): string {
  const text = (format && FORMATS[format]) ?? NAMES[name] ?? 'text'
  return text.padEnd(minLength, 'x').slice(0, maxLength)
}

function objectOf(schema: ExampleSchema, schemas: ExampleSchemas, depth: number): object {
  const { properties = {}, required = [] } = schema
  const names = Object.keys(properties)
  const shown = required.length > 0 ? names.filter((name) => required.includes(name)) : names
  return Object.fromEntries(shown.map((key) => [key, exampleOf(properties[key] ?? {}, schemas, key, depth + 1)]))
}

export function exampleOf(schema: ExampleSchema, schemas: ExampleSchemas, name = '', depth = 0): unknown {
  const own = schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  if (own.examples?.[0] !== undefined) return own.examples[0]
  if (own.const !== undefined) return own.const
  if (own.enum) return own.enum[0]
  if (own.default !== undefined) return own.default
  const choices = own.anyOf ?? own.oneOf ?? own.allOf
  if (choices?.[0]) return exampleOf(choices[0], schemas, name, depth)
  const type = Array.isArray(own.type) ? own.type[0] : own.type
  if (own.properties) return depth < MOST_DEPTH ? objectOf(own, schemas, depth) : {}
  if (type === 'string') return textOf(own, name)
  if (type === 'integer' || type === 'number') return name === 'code' ? 200 : Math.max(own.minimum ?? 0, 1)
  if (type === 'boolean') return true
  if (own.prefixItems) return own.prefixItems.map((item) => exampleOf(item, schemas, name, depth + 1))
  if (type === 'array') return own.items && depth < MOST_DEPTH ? [exampleOf(own.items, schemas, name, depth + 1)] : []
  return type === 'null' ? null : {}
}
