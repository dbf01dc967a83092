/** Operations that no document has, as a small document: `name*: type: description` becomes parameters and bodies. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { ActionChoice, AppChoice } from './choices.ts'

const TYPES: Record<string, JsonObject> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  email: { type: 'string', format: 'email' },
  url: { type: 'string', format: 'uri' },
  uuid: { type: 'string', format: 'uuid' },
  list: { type: 'array', items: { type: 'string' } },
  integers: { type: 'array', items: { type: 'integer' } },
  objects: { type: 'array', items: { type: 'object' } },
  object: { type: 'object' },
  any: {},
  file: { type: 'string', format: 'binary' },
}

/** The schema of a type, or of a choice such as `low|high`. @throws Error for one that there isn't */
export function readType(type: string): JsonObject {
  if (type.includes('|')) return { type: 'string', enum: type.split('|') }
  const found = TYPES[type]
  if (!found) throw new Error(`There is no type ${type}`)
  return found
}

interface Field {
  name: string
  required: boolean
  schema: JsonObject
}

/** `text: Description`, `a|b|c: Description` or `Description` for text. */
function readField([name, text]: [string, string]): Field {
  const [, word = '', rest = ''] = /^([a-z_A-Z0-9|.-]+)(?:: ?(.*))?$/s.exec(text) ?? []
  const choices = word.includes('|') ? word.split('|') : null
  const known = TYPES[word]
  const schema: JsonObject = choices ? { type: 'string', enum: choices } : known ? { ...known } : { type: 'string' }
  const description = choices || known ? rest : text
  if (description !== '') schema.description = description
  return { name: name.replace(/\*$/, ''), required: name.endsWith('*'), schema }
}

const fieldsOf = (fields: Record<string, string> | undefined): Field[] => Object.entries(fields ?? {}).map(readField)

/** @returns whether the key is `METHOD /path` and nothing in the document is meant */
export const isByHand = (key: string, choice: ActionChoice): boolean =>
  /^(GET|POST|PUT|PATCH|DELETE|HEAD) \//.test(key) &&
  ['path', 'query', 'headers', 'body', 'form', 'multipart', 'raw', 'whole', 'answer', 'sample'].some(
    (name) => name in choice,
  )

/** Operations of a protocol have a name only. */
export const placeOf = (key: string): string[] => {
  const [, method = 'POST', path = `/${key}`] = /^([A-Z]+) (\S+)$/.exec(key) ?? []
  return [method, path]
}

export function documentOf(app: AppChoice, actions: readonly (readonly [string, ActionChoice])[]): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const [key, choice] of actions) {
    const [method = '', path = ''] = placeOf(key)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(path, choice) }
  }
  return {
    openapi: '3.0.3',
    info: { title: app.name, version: '1' },
    servers: [{ url: app.base_url ?? '/' }],
    paths,
  }
}

function operationOf(path: string, choice: ActionChoice): JsonObject {
  const described = new Map(fieldsOf(choice.path).map((field) => [field.name, field]))
  const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true, allowReserved: choice.slashes?.includes(name) ?? false },
    schema: described.get(name)?.schema ?? { type: 'string' },
  }))
  const list = (place: string, fields: Record<string, string> | undefined) =>
    fieldsOf(fields).map(({ name, required, schema }) => ({
      name,
      in: place,
      required,
      schema,
      description: schema.description ?? '',
    }))
  const body = bodyOf(choice)
  return {
    summary: choice.title,
    description: choice.description ?? '',
    parameters: [...inPath, ...list('query', choice.query), ...list('header', choice.headers)],
    ...(body ? { requestBody: body } : {}),
    responses: { '200': { description: '', content: answerOf(choice) } },
  }
}

function answerOf({ answer = 'json', sample }: ActionChoice): JsonObject {
  if (answer === 'file') return { 'application/octet-stream': {} }
  if (answer === 'text') return { 'text/plain': {} }
  return { 'application/json': sample === undefined ? {} : { schema: schemaOf(sample), example: sample } }
}

/** What a sample says of its shape. */
export function schemaOf(sample: Json): JsonObject {
  if (sample === null) return {}
  if (Array.isArray(sample)) return { type: 'array', items: sample[0] === undefined ? {} : schemaOf(sample[0]) }
  if (typeof sample === 'object')
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, schemaOf(value)])),
    }
  return { type: typeof sample === 'number' ? (Number.isInteger(sample) ? 'integer' : 'number') : typeof sample }
}

function bodyOf({ body, form, multipart, raw, whole, nested = [] }: ActionChoice): JsonObject | null {
  if (whole !== undefined) {
    const [, description = ''] = /^\w+: (.*)$/s.exec(whole) ?? []
    const schema = { type: 'object', description, additionalProperties: true }
    return { required: true, content: { 'application/json': { schema } } }
  }
  if (raw !== undefined) {
    const isFile = raw === 'file'
    const type = isFile ? 'application/octet-stream' : raw
    return {
      required: true,
      content: { [type]: { schema: { type: 'string', ...(isFile ? { format: 'binary' } : {}) } } },
    }
  }
  const [type, given] = body
    ? ['application/json', body]
    : form
      ? ['application/x-www-form-urlencoded', form]
      : ['multipart/form-data', multipart]
  if (!given) return null
  const fields = fieldsOf(given)
  if (fields.length === 0) return null
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  const encoding = Object.fromEntries(nested.map((name) => [name, { style: 'deepObject', explode: true }]))
  const content = { schema: { type: 'object', properties, required }, ...(nested.length > 0 && { encoding }) }
  return { required: required.length > 0, content: { [type]: content } }
}
