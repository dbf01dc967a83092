/**
 * What is wrong with an input, in sentences for people. Input is checked by zod or by a person's JSON Schema; both are described here
 * from the JSON Schema of the field, so that no validator's own text reaches a client.
 */

export interface FieldSchema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Readonly<Record<string, FieldSchema>>
  additionalProperties?: boolean | FieldSchema
  items?: FieldSchema
  anyOf?: readonly FieldSchema[]
  oneOf?: readonly FieldSchema[]
  $ref?: string
  $defs?: Readonly<Record<string, FieldSchema>>
}

const MOST_OPTIONS = 20

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'an id (UUID)',
  email: 'an email address',
  uri: 'a URL',
  'date-time': 'a time such as 2026-01-31T09:30:00.000Z',
  date: 'a date such as 2026-01-31',
  binary: 'a file',
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  object: 'an object',
  null: 'null',
}

const listed = (words: readonly string[], last: string): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

const isLimit = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER

/** 'between 1 and 100', 'of at least 1', 'of at most 100', or ''. */
function between(least: number | undefined, most: number | undefined): string {
  if (isLimit(least) && isLimit(most)) return least === most ? ` equal to ${least}` : ` between ${least} and ${most}`
  if (isLimit(least)) return ` of at least ${least}`
  return isLimit(most) ? ` of at most ${most}` : ''
}

function numberText({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: FieldSchema): string {
  const name = type === 'integer' ? 'a whole number' : 'a number'
  if (isLimit(exclusiveMinimum)) return `${name} greater than ${exclusiveMinimum}`
  if (isLimit(exclusiveMaximum)) return `${name} less than ${exclusiveMaximum}`
  return `${name}${between(minimum, maximum)}`
}

function textText({ format, minLength, maxLength, pattern }: FieldSchema): string {
  const known = format === undefined ? undefined : FORMATS[format]
  if (known !== undefined) return known
  const least = minLength !== undefined && minLength > 1 ? minLength : undefined
  if (least !== undefined && maxLength !== undefined) return `text of ${least} to ${maxLength} characters`
  if (least !== undefined) return `text of at least ${least} characters`
  if (maxLength !== undefined) return `text of ${minLength === 1 ? '1 to' : 'at most'} ${maxLength} characters`
  if (minLength === 1) return 'text that is not empty'
  return pattern === undefined ? 'text' : 'text in the documented format'
}

function listText({ minItems, maxItems }: FieldSchema): string {
  const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`
  if (minItems !== undefined && maxItems !== undefined) return `a list of ${minItems} to ${items(maxItems)}`
  if (minItems !== undefined) return `a list of at least ${items(minItems)}`
  return maxItems === undefined ? 'a list' : `a list of at most ${items(maxItems)}`
}

/** What a value has to be: 'a whole number between 1 and 100'; null when the schema does not say. */
export function expectedText(schema: FieldSchema): string | null {
  const { type, enum: options, anyOf, oneOf } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (options !== undefined) {
    const shown = options.slice(0, MOST_OPTIONS).map((option) => JSON.stringify(option))
    return options.length > MOST_OPTIONS ? `one of ${shown.join(', ')}, …` : `one of ${listed(shown, 'or')}`
  }
  const choices = anyOf ?? oneOf
  if (choices !== undefined) {
    const texts = choices.map(expectedText).filter((text) => text !== null)
    return texts.length < choices.length || texts.length === 0 ? null : listed([...new Set(texts)], 'or')
  }
  if (Array.isArray(type)) return expectedText({ anyOf: type.map((one) => ({ ...schema, type: one })) })
  if (type === 'integer' || type === 'number') return numberText(schema)
  if (type === 'string') return textText(schema)
  if (type === 'array') return listText(schema)
  return typeof type === 'string' ? (TYPES[type] ?? null) : null
}

/** The schema of a field inside a schema; null when it is not spelled out, as behind a reference. */
export function fieldSchema(schema: FieldSchema, path: readonly PropertyKey[]): FieldSchema | null {
  const resolved = (one: FieldSchema | undefined) =>
    one?.$ref?.startsWith('#/$defs/') ? schema.$defs?.[one.$ref.slice('#/$defs/'.length)] : one
  let here: FieldSchema | undefined = schema
  for (const key of path) {
    const choices: readonly FieldSchema[] = [here, ...(here.anyOf ?? []), ...(here.oneOf ?? [])]
    const inside: (FieldSchema | undefined)[] = choices.map((one) =>
      typeof key === 'number' || /^\d+$/.test(String(key))
        ? (one.items ?? one.properties?.[String(key)])
        : one.properties?.[String(key)],
    )
    here = resolved(inside.find((one) => one !== undefined))
    if (here === undefined) return null
  }
  return here
}

export type Flaw = 'missing' | 'unknown' | 'wrong'

/** @param field dotted path, '' for the whole value */
export function problemText(field: string, flaw: Flaw, schema: FieldSchema | null): string {
  const name = field === '' ? 'The value' : field
  if (flaw === 'missing') return `${name} is required`
  if (flaw === 'unknown') return `${name} isn’t a known field`
  const expected = schema && expectedText(schema)
  return expected === null ? `${name} isn’t valid` : `${name} must be ${expected}`
}

const REQUIRED = /^Instance does not have required property "([\s\S]*)"\.$/
/** Texts of a checker of JSON Schemas, which speak of an instance; anything else was written by us. */
const OF_CHECKER =
  /^(?:Instance|String|Array|Items|Property|A subschema|False boolean|Duplicate items|Does not match the pattern|-?[\d.e+]+ is )/

/**
 * A problem that a check against a JSON Schema found, in a sentence.
 * @param prefix what goes before the path in the field's name
 */
export function schemaProblem(
  schema: FieldSchema,
  { path, message }: { path: string; message: string },
  prefix: string,
): { field: string; message: string } {
  const missing = REQUIRED.exec(message)?.[1]
  const keys = [...(path === '' ? [] : path.split('.')), ...(missing === undefined ? [] : [missing])]
  const field = [prefix, ...keys].filter(Boolean).join('.')
  if (missing !== undefined) return { field, message: problemText(field, 'missing', null) }
  if (!OF_CHECKER.test(message)) return { field, message }
  const flaw = message === 'False boolean schema.' ? 'unknown' : 'wrong'
  return { field, message: problemText(field, flaw, fieldSchema(schema, keys)) }
}
