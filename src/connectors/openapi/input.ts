/** Everything an operation asks for as one flat object, and where each value goes in the request. */
import type { HttpCall, HttpPart } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { chooseMediaType, type FlatObject, flatten, type MediaType } from './bodies.ts'
import { follow, isReserved, note, type OpenApiDocument, own, type Place } from './document.ts'
import { isFile } from './keywords.ts'
import type { Parameter } from './parameters.ts'
import { at, OpenApiError } from './problems.ts'
import { FILE_SCHEMA, type SchemaReader, withTexts } from './schemas.ts'
import { keyOf } from './words.ts'

export interface OperationInput {
  schema: JsonObject
  parts: HttpPart[]
  body: HttpCall['body']
  /** Of parameters that can have one value only. */
  headers: Record<string, string>
  query: [string, string][]
}

interface Making extends OperationInput {
  document: OpenApiDocument
  schemas: SchemaReader
  properties: JsonObject
  required: string[]
  refs: Set<string>
}

/** @throws OpenApiError `reference_*` */
export function readInput(
  document: OpenApiDocument,
  schemas: SchemaReader,
  parameters: readonly Parameter[],
  body: Place | null,
): OperationInput {
  const making: Making = {
    ...{ document, schemas, properties: {}, required: [], refs: new Set<string>() },
    ...{ schema: {}, parts: [], body: null, headers: {}, query: [] },
  }
  // In this order a name that is used twice belongs to the place that comes first, whatever the order in the document.
  for (const place of ['path', 'query', 'header', 'cookie'] as const)
    for (const parameter of parameters) if (parameter.in === place) addParameter(making, parameter)
  const oneOf = body ? addBody(making, body) : []
  const definitions = schemas.definitions(making.refs, 'input')
  making.schema = {
    type: 'object',
    properties: making.properties,
    ...(making.required.length > 0 ? { required: making.required } : {}),
    additionalProperties: false,
    ...(oneOf.length > 0 ? { anyOf: oneOf.map((required) => ({ required })) } : {}),
    ...(definitions ? { $defs: definitions } : {}),
  }
  return making
}

function freeKey({ properties }: Making, place: HttpPart['in'], name: string): string {
  const key = keyOf(name)
  const isFree = (one: string) => !Object.hasOwn(properties, one) && !isReserved(one)
  if (isFree(key)) return key
  for (let number = 1; ; number++) {
    const next = `${place}_${key}${number > 1 ? `_${number}` : ''}`
    if (isFree(next)) return next
  }
}

function addParameter(making: Making, parameter: Parameter): void {
  const { in: place, name, schema, pointer, style, explode, reserved, json } = parameter
  const only = onlyValue(making.document, schema, pointer)
  if (parameter.required && only !== null && (place === 'query' || place === 'header')) {
    if (place === 'query') making.query.push([name, only])
    else making.headers[name] = only
    return
  }
  const converted = making.schemas.convert(schema, pointer, 'input', making.refs)
  const key = freeKey(making, place, name)
  const described = isObject(converted)
    ? withTexts({ ...converted }, { description: parameter.description })
    : converted
  if (isObject(described) && parameter.deprecated) described.deprecated = true
  making.properties[key] = described
  if (parameter.required) making.required.push(key)
  making.parts.push({
    ...{ key, in: place, name },
    ...(style ? { style } : {}),
    ...(explode === undefined ? {} : { explode }),
    ...(reserved ? { reserved } : {}),
    ...(json ? { json } : {}),
  })
}

/** The value of a parameter that has no other, such as the version in a query of AWS. */
function onlyValue(document: OpenApiDocument, schema: Json, pointer: string): string | null {
  const { value } = follow(document, schema, pointer)
  const choices = own(value, 'enum')
  const [only] = Array.isArray(choices) ? choices : []
  return Array.isArray(choices) && choices.length === 1 && typeof only === 'string' && /^[\x20-\x7e]+$/.test(only)
    ? only
    : null
}

/** Returns sets of keys of which one is needed. */
function addBody(making: Making, body: Place): string[][] {
  const { document } = making
  const media = chooseMediaType(document, body)
  if (!media) return []
  const schema = own(media.place.value, 'schema') ?? {}
  const pointer = at(media.place.pointer, 'schema')
  const isNeeded = own(body.value, 'required') === true
  making.body = { type: media.kind, media_type: media.name }
  if (media.kind === 'text' || media.kind === 'file')
    return addWhole(making, body, media, simpleBody(media.kind), isNeeded)
  if (media.kind === 'json' && isFile(follow(document, schema, pointer).value)) {
    making.body = { type: 'file', media_type: 'application/octet-stream' }
    return addWhole(making, body, media, { ...FILE_SCHEMA }, isNeeded)
  }
  const flat = flatten(document, schema, pointer)
  if (flat) return addFields(making, media, flat)
  const converted = making.schemas.convert(schema, pointer, 'input', making.refs)
  const isEmpty = isObject(converted) && converted.type === 'object' && converted.additionalProperties === false
  if (isEmpty && !converted.properties) return []
  if (media.kind === 'json' || isObjectLike(converted)) return addWhole(making, body, media, converted, isNeeded)
  return addBare(making, body, media, follow(document, schema, pointer).value, isNeeded)
}

/** Whether a form can have its fields. */
const isObjectLike = (schema: Json): boolean =>
  isObject(schema) &&
  (schema.type === 'object' || ['$ref', 'allOf', 'anyOf', 'oneOf', 'properties'].some((name) => name in schema))

/** A form without fields in the document: one file, or any fields. */
function addBare(making: Making, body: Place, media: MediaType, schema: Json, isNeeded: boolean): string[][] {
  if (media.kind !== 'multipart' || !isFile(schema)) return addWhole(making, body, media, { type: 'object' }, isNeeded)
  const key = freeKey(making, 'body', 'file')
  making.properties[key] = { ...FILE_SCHEMA }
  if (isNeeded) making.required.push(key)
  making.parts.push({ key, in: 'body', name: 'file', file: true })
  return []
}

const simpleBody = (kind: 'text' | 'file'): JsonObject => (kind === 'text' ? { type: 'string' } : { ...FILE_SCHEMA })

function addWhole(making: Making, body: Place, media: MediaType, schema: Json, isNeeded: boolean): string[][] {
  const key = freeKey(making, 'body', 'body')
  const description = own(body.value, 'description') ?? (media.kind === 'text' ? `Sent as ${media.name}.` : '')
  making.properties[key] = isObject(schema) && !schema.description ? withTexts({ ...schema }, { description }) : schema
  if (isNeeded) making.required.push(key)
  making.body = { ...(making.body ?? { type: media.kind, media_type: media.name }), whole: key }
  return []
}

function addFields(making: Making, { kind, place }: MediaType, flat: FlatObject): string[][] {
  const { document } = making
  const keys = new Map<string, string>()
  for (const name of flat.required) {
    // Required without a schema of its own: any value.
    if (!flat.properties.has(name) && flat.properties.size < 500)
      flat.properties.set(name, { schema: flat.open && isObject(flat.open) ? flat.open : {}, pointer: place.pointer })
  }
  for (const [name, { schema, pointer }] of flat.properties) {
    const target = tryFollow(document, schema, pointer)
    if (own(schema, 'readOnly') === true || own(target, 'readOnly') === true) continue
    const key = freeKey(making, 'body', name)
    keys.set(name, key)
    const isUpload =
      isFile(target) || (own(target, 'type') === 'array' && isFile(tryFollow(document, own(target, 'items'), pointer)))
    making.properties[key] = making.schemas.convert(schema, pointer, 'input', making.refs)
    if (flat.required.has(name)) making.required.push(key)
    making.parts.push({
      key,
      in: 'body',
      name,
      ...encodingOf(kind, place, name, target),
      ...(isUpload && kind !== 'json' ? { file: true } : {}),
    })
  }
  if (flat.open !== undefined) addOpen(making, flat.open, at(place.pointer, 'schema', 'additionalProperties'))
  return flat.oneOfRequired
    .map((names) => names.map((name) => keys.get(name)))
    .filter((names): names is string[] => names.every((name) => name !== undefined))
}

function addOpen(making: Making, open: Json, pointer: string): void {
  const key = freeKey(making, 'body', 'other_fields')
  making.properties[key] = {
    type: 'object',
    title: 'Other fields',
    description: 'Further fields of this service, by their names.',
    additionalProperties: making.schemas.convert(open, pointer, 'input', making.refs),
  }
  making.parts.push({ key, in: 'body', name: '', open: true })
}

function tryFollow(document: OpenApiDocument, schema: Json | undefined, pointer: string): Json {
  try {
    return follow(document, schema, pointer).value
  } catch (error) {
    if (!(error instanceof OpenApiError) || error.code === 'reference_remote') throw error
    note(document, error)
    return {}
  }
}

/** How a field of a form is written. */
function encodingOf(kind: MediaType['kind'], place: Place, name: string, schema: Json): Partial<HttpPart> {
  if (kind !== 'form' && kind !== 'multipart') return {}
  const encoding = own(own(place.value, 'encoding'), name)
  const style = own(encoding, 'style')
  const explode = own(encoding, 'explode')
  if (style === 'deepObject') return { style: 'deepObject', explode: true }
  if (style === 'spaceDelimited' || style === 'pipeDelimited') return { style, explode: false }
  if (explode === false || (own(schema, 'collectionFormat') ?? 'multi') === 'csv') return { explode: false }
  // Without a word on it, objects in forms are JSON (OpenAPI 3.0.3, encoding object).
  return own(schema, 'type') === 'object' || own(schema, 'properties') !== undefined ? { json: true } : {}
}
