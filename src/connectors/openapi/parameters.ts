/** The parameters of an operation, as OpenAPI 3 and Swagger 2 write them. */
import type { HttpPart } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { follow, isReserved, note, type OpenApiDocument, own, textOf } from './document.ts'
import { at, OpenApiError } from './problems.ts'

export interface Parameter {
  in: 'path' | 'query' | 'header' | 'cookie'
  name: string
  required: boolean
  deprecated: boolean
  description: string
  schema: Json
  pointer: string
  style?: HttpPart['style']
  explode?: boolean
  reserved?: true
  json?: true
}

/** Set by what sends the request, or by signing in. */
const SET_ELSEWHERE = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])
const STYLES = ['simple', 'label', 'matrix', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const
const COLLECTIONS: Record<string, { style?: HttpPart['style']; explode: boolean }> = {
  csv: { explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { explode: true },
}

/** Of a path, and of an operation: operations may share them, so what all of them take has to stay in bounds. */
const MOST_PARAMETERS = 500

/** Every Google API takes these in the query, and signing in or reading JSON depends on them. */
const OF_GOOGLE = [
  '$.xgafv',
  'access_token',
  'alt',
  'callback',
  'key',
  'oauth_token',
  'prettyPrint',
  'quotaUser',
  'upload_protocol',
  'uploadType',
  'userIp',
]

const leftOutKey = (place: string, name: string): string => `${place}:${name.toLowerCase()}`

/** Returns parameters that no operation asks for, because signing in sends them. */
export function leftOutParameters(
  document: OpenApiDocument,
  signInKeys: readonly { in: string; name: string }[],
): Set<string> {
  const isGoogle = textOf(own(own(document.root, 'info'), 'x-providerName')) === 'googleapis.com'
  const google = isGoogle ? OF_GOOGLE.map((name) => ({ in: 'query', name })) : []
  return new Set([...signInKeys, ...google].map((one) => leftOutKey(one.in, one.name)))
}

/** Returns the parameters of an operation; its own replace those of its path. @throws OpenApiError `reference_*` */
export function parametersOf(
  document: OpenApiDocument,
  levels: readonly { value: Json | undefined; pointer: string }[],
  leftOut: ReadonlySet<string>,
): Parameter[] {
  const found = new Map<string, Parameter>()
  for (const { value, pointer } of levels) {
    if (!Array.isArray(value)) continue
    for (const [index, given] of value.slice(0, MOST_PARAMETERS).entries()) {
      const parameter = readParameter(document, given, at(pointer, index))
      if (!parameter) continue
      if (leftOut.has(leftOutKey(parameter.in, parameter.name))) continue
      found.set(`${parameter.in}:${parameter.name}`, parameter)
    }
  }
  return [...found.values()]
}

function readParameter(document: OpenApiDocument, given: Json, where: string): Parameter | null {
  const { value, pointer } = follow(document, given, where)
  if (!isObject(value)) return null
  const name = typeof value.name === 'string' ? value.name : ''
  const place = own(value, 'in')
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') return null
  if (name === '' || isReserved(name)) {
    note(document, new OpenApiError('reserved_name', `A parameter can’t be named “${name}”`, pointer))
    return null
  }
  if (
    place === 'header' &&
    (SET_ELSEWHERE.has(name.toLowerCase()) || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/.test(name))
  )
    return null
  return {
    in: place,
    name,
    required: own(value, 'required') === true || place === 'path',
    deprecated: own(value, 'deprecated') === true,
    description: textOf(own(value, 'description')),
    ...shapeOf(document, value, pointer, place),
  }
}

type Shape = Pick<Parameter, 'schema' | 'pointer' | 'style' | 'explode' | 'reserved' | 'json'>

function shapeOf(document: OpenApiDocument, value: JsonObject, pointer: string, place: Parameter['in']): Shape {
  const content = own(value, 'content')
  if (isObject(content)) {
    const [type] = Object.keys(content)
    const media = follow(document, own(content, type ?? ''), at(pointer, 'content', type ?? ''))
    const isJson = /json/i.test(type ?? '')
    return {
      schema: own(media.value, 'schema') ?? {},
      pointer: at(media.pointer, 'schema'),
      ...(isJson ? { json: true } : {}),
    }
  }
  const schema = own(value, 'schema')
  // Swagger 2 has the keywords of the schema in the parameter.
  if (schema === undefined) {
    const rest = Object.entries(value).filter(([key]) => !['name', 'in', 'required', 'description'].includes(key))
    const collection = COLLECTIONS[textOf(own(value, 'collectionFormat')) || 'csv']
    const isList = own(value, 'type') === 'array'
    return { schema: Object.fromEntries(rest), pointer, ...(isList ? collection : {}) }
  }
  const style = STYLES.find((one) => one === own(value, 'style'))
  const explode = own(value, 'explode')
  const usual = place === 'path' || place === 'header' ? 'simple' : 'form'
  return {
    schema,
    pointer: at(pointer, 'schema'),
    ...(style && style !== usual ? { style } : {}),
    ...(typeof explode === 'boolean' && explode !== ((style ?? usual) === 'form') ? { explode } : {}),
    ...(own(value, 'allowReserved') === true ? { reserved: true } : {}),
  }
}
