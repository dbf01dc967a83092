/** Requests made from an endpoint's schemas: what they ask for, what they forbid, and what an attacker would try. */
import fc from 'fast-check'
import { z } from 'zod'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'

/** Things that exist, so that some requests reach what is behind the door. */
export interface Known {
  ids: string[]
  /** Ids by the part of the address behind /api/v1 that they are asked for at. */
  at: Record<string, string[]>
  slugs: string[]
  /** By the name of the field. */
  fields: Record<string, unknown[]>
}

interface Schema {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: Schema | boolean
  $ref?: string
}

const token = 'a.b.c'
const long = 'x'.repeat(9000)
export const hostile = {
  /** Values of the Authorization header: 50 ways not to be a token. */
  headers: [
    'Bearer',
    'Bearer ',
    'Bearer  x',
    'bearer',
    'Basic dXNlcjpwYXNz',
    'Digest x',
    'Token x',
    'Bearer null',
    'Bearer undefined',
    'Bearer [object Object]',
    'Bearer {}',
    'Bearer ""',
    "Bearer '",
    'Bearer ..',
    'Bearer ...',
    'Bearer a',
    'Bearer a.b',
    `Bearer ${token}`,
    `Bearer ${token}.d`,
    `Bearer ${token} ${token}`,
    `Bearer ${token},Bearer ${token}`,
    `Bearer\t${token}`,
    `BearerX ${token}`,
    `Bearer ${long}`,
    `Bearer ${long}.${'y'.repeat(2000)}.z`,
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
    'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.AAAA',
    'Bearer eyJhbGciOiJFZERTQSJ9.bm90IGpzb24.AAAA',
    'Bearer ====.====.====',
    'Bearer %00',
    'Bearer %2e%2e%2f',
    'Bearer ../../etc/passwd',
    "Bearer ' or 1=1 --",
    'Bearer <script>',
    'Bearer $\u007bjndi:ldap://x}',
    'Bearer {{7*7}}',
    'Bearer \u00e9\u00e8',
    'Bearer \u00ff\u00fe',
    'Bearer caf\u00e9.caf\u00e9.caf\u00e9',
    'null',
    'undefined',
    '0',
    'true',
    '[]',
    '{}',
    ',',
    ';',
    '=',
    ':',
    'Bearer:x',
    'Bearer=x',
    'Bearer;x',
    '  Bearer x',
    'x'.repeat(200),
    '"Bearer x"',
  ],
  values: [
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    "' or 1=1 --",
    '"; drop table users; --',
    '{{7*7}}',
    '$\u007b7*7}',
    '<img src=x onerror=alert(1)>',
    '../../../etc/passwd',
    '..\\..\\windows',
    '%2e%2e%2f',
    '\r\nSet-Cookie: x=y',
    'x'.repeat(70_000),
    '\u{1f4a9}'.repeat(300),
    '١٢٣',
    -1,
    0,
    1e21,
    1e308,
    -1e308,
    0.1,
    2 ** 31,
    2 ** 53,
    '9'.repeat(400),
    null,
    true,
    [],
    {},
    [[[]]],
    { $ne: null },
    { toString: 1 },
    { constructor: { prototype: { x: 1 } } },
    { length: -1 },
    'NaN',
    'Infinity',
    '-0',
    'null',
    'undefined',
    '2026-02-30T00:00:00Z',
    '',
    ' ',
    '*',
    '%',
    '_',
    '\\',
    "'",
    '&',
    '|',
    '!',
    '(',
    ':*',
    "a:*'b",
    '-',
    '--',
    '\t',
    '\n',
    'true',
    'all',
  ] as unknown[],
}

const wild = fc.oneof(fc.constantFrom(...hostile.values), fc.jsonValue({ maxDepth: 3 }))

const WORKFLOWS = fc.record({
  schema_version: fc.constantFrom(1, 2, 0),
  nodes: fc.array(
    fc.record({
      id: fc.constantFrom('start', 'a', 'b', '__proto__', 'A', ''),
      type: fc.constantFrom('manual_trigger', 'set_fields', 'webhook_trigger', 'if', 'nonsense'),
      version: fc.constantFrom(1, 1, 1, 9),
      title: fc.string({ minLength: 1, maxLength: 20 }),
      config: fc.dictionary(fc.constantFrom('fields', 'method', 'x'), wild, { maxKeys: 2 }),
      position: fc.record({ x: fc.integer(), y: fc.integer() }),
    }),
    { maxLength: 3 },
  ),
  edges: fc.array(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 5 }),
      from: fc.record({ node: fc.constantFrom('start', 'a', 'zz'), port: fc.constantFrom('out', 'x') }),
      to: fc.record({ node: fc.constantFrom('a', 'b', 'start'), port: fc.constant('in') }),
    }),
    { maxLength: 3 },
  ),
  notes: fc.constant([]),
  groups: fc.constant([]),
})

/** Values that a schema accepts, mostly; `spoil` is the share of values that are not looked at. */
function from(schema: Schema, known: Known, spoil: number, key = ''): fc.Arbitrary<unknown> {
  const good = matching(schema, known, spoil, key)
  return spoil === 0 ? good : fc.oneof({ arbitrary: good, weight: 9 }, { arbitrary: wild, weight: spoil })
}

function matching(schema: Schema, known: Known, spoil: number, key: string): fc.Arbitrary<unknown> {
  if (key === 'document') return fc.oneof(WORKFLOWS, fc.constantFrom(...(known.fields.document ?? [null])))
  const named = known.fields[key]
  if (named)
    return fc.oneof(
      { arbitrary: fc.constantFrom(...named), weight: 3 },
      { arbitrary: plain(schema, known, spoil, key), weight: 1 },
    )
  return plain(schema, known, spoil, key)
}

function plain(schema: Schema, known: Known, spoil: number, key: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((option) => from(option, known, spoil, key)))
  if (schema.allOf?.[0]) return from(schema.allOf[0], known, spoil, key)
  if (schema.$ref) return fc.jsonValue({ maxDepth: 2 })
  switch (schema.type) {
    case 'string':
      return texts(schema, known, key)
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? 0,
        max: Math.min(schema.maximum ?? 1000, key === 'wait_ms' ? 300 : 2 ** 31),
      })
    case 'number':
      return fc.double({ noNaN: true, min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6 })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(from(schema.items ?? {}, known, spoil), { minLength: schema.minItems ?? 0, maxLength: 3 })
    case 'object':
      return objects(schema, known, spoil)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function texts(
  { format, pattern, minLength = 0, maxLength = 40 }: Schema,
  known: Known,
  key: string,
): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.oneof(fc.uuid(), fc.constantFrom(...known.ids))
  if (format === undefined && /(?:^|_)id$/.test(key))
    return fc.oneof(fc.constantFrom(...known.ids, ...known.slugs), fc.string({ maxLength: 60 }))
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  if (pattern && format !== undefined) return fc.constantFrom('2026-01-01T00:00:00.000Z')
  if (pattern?.startsWith('^[a-z0-9](?')) return fc.constantFrom(...known.slugs)
  if (key === 'type') return fc.constantFrom('manual_trigger', 'if', 'nonsense', 'set_fields')
  if (pattern) return fc.stringMatching(/^[A-Za-z0-9_-]{16,40}$/)
  return fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' })
}

function objects(
  { properties, required = [], additionalProperties }: Schema,
  known: Known,
  spoil: number,
): fc.Arbitrary<unknown> {
  if (!properties) {
    const values =
      typeof additionalProperties === 'object'
        ? from(additionalProperties, known, spoil)
        : fc.jsonValue({ maxDepth: 2 })
    return fc.oneof(fc.constant({ text: 'x' }), fc.dictionary(fc.string({ maxLength: 10 }), values, { maxKeys: 4 }))
  }
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, from(one, known, spoil, name)]),
  )
  return fc.record(fields, { requiredKeys: spoil === 0 ? required : [] })
}

const jsonSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as Schema

const record = (schema: z.ZodType | undefined, known: Known, spoil: number): fc.Arbitrary<Record<string, unknown>> =>
  schema ? (matching(jsonSchema(schema), known, spoil, '') as fc.Arbitrary<Record<string, unknown>>) : fc.constant({})

const headers = fc.oneof(
  { arbitrary: fc.constant({} as Record<string, string>), weight: 12 },
  {
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'x-run-token': 'a'.repeat(43) },
      { 'x-run-token': '' },
      { 'last-event-id': '-1' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'APPLICATION/JSON' },
      { accept: 'text/html' },
      { 'if-none-match': '*' },
    ),
    weight: 1,
  },
)

/** Who of the people that ask owns the things that are known. */
export const OWNER = 5

/** Often the first part of an address names something that is there, whatever its schema calls it. */
const addressed = (params: fc.Arbitrary<Record<string, unknown>>, there: readonly string[]) =>
  fc.tuple(params, fc.constantFrom(...there), fc.boolean()).map(([drawn, id, isThere]) => {
    const [first] = Object.keys(drawn)
    return isThere && first !== undefined ? { ...drawn, [first]: id } : drawn
  })

/** One request to an endpoint. Half of them are what its schemas ask for. */
export function inputs(definition: EndpointDefinition, known: Known) {
  const there = known.at[definition.path.split('/')[3] ?? ''] ?? known.ids
  return fc.constantFrom(0, 0, 1, 3).chain((spoil) =>
    fc.record({
      params: addressed(record(definition.params, { ...known, ids: there }, spoil), there),
      query: record(definition.query, known, spoil),
      body: definition.body ? from(jsonSchema(definition.body), known, spoil) : fc.constant(undefined),
      // Half of them come from who owns what exists.
      who: fc.oneof(fc.nat(5000), fc.constant(OWNER)),
      headers,
    }),
  )
}
