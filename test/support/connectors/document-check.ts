/**
 * Judges a built request by the document it came from: reads path, query, headers and body back with the document's own parameters and
 * checks each against the document's own schema. Shares nothing with what built the request.
 */
import { type Schema, validate } from '@cfworker/json-schema'
import type { BuiltRequest } from '#connectors/request/build.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject, listOrEmpty, objectOrEmpty } from '#shared/json.ts'

export interface RawOperation {
  method: string
  path: string
  pathItem: JsonObject
  operation: JsonObject
}

/** `judge` returns why the document refuses the request; null when it doesn't. */
export interface Judge {
  judge(raw: RawOperation, request: BuiltRequest, base: string): string | null
  /** The paths of the document as they are judged. */
  paths: JsonObject
}

export function createJudge(text: string): Judge {
  const root = JSON.parse(text) as JsonObject
  const draft = String(root.openapi).startsWith('3.0') ? '4' : '2020-12'
  prepare(root, root, new Set())
  // The library looks references up by their text when nobody resolved them before.
  const lookup = new Proxy({}, { get: (_, ref) => look(root, String(ref)) }) as Record<string, Schema>
  const resolve = (value: Json | undefined): Json => {
    let found: Json = value ?? null
    for (let step = 0; step < 30 && isObject(found) && typeof found.$ref === 'string'; step++)
      found = look(root, found.$ref) ?? null
    return found
  }
  const check = (schema: Json, value: Json): string | null => {
    const { errors } = validate(value, schema as Schema, draft, lookup, true)
    const last = errors.at(-1)
    return last ? `${last.keyword} at ${last.instanceLocation}: ${last.error}`.slice(0, 160) : null
  }
  const schemes = Object.values(objectOrEmpty(objectOrEmpty(root.components).securitySchemes)).map(resolve)
  const keys = new Set(
    schemes.flatMap((scheme) =>
      isObject(scheme) && scheme.type === 'apiKey' ? [String(scheme.name).toLowerCase()] : [],
    ),
  )
  return {
    paths: objectOrEmpty(root.paths),
    judge: (raw, request, base) => judge({ keys, resolve, check }, raw, request, base),
  }
}

function look(root: JsonObject, ref: string): Json | undefined {
  if (!ref.startsWith('#')) return undefined
  let value: Json | undefined = root
  for (const part of ref.slice(1).split('/').slice(1)) {
    const name = decodeURIComponent(part.replace(/%(?![0-9a-fA-F]{2})/g, '%25'))
      .replace(/~1/g, '/')
      .replace(/~0/g, '~')
    value = Array.isArray(value)
      ? value[Number(name)]
      : isObject(value) && Object.hasOwn(value, name)
        ? value[name]
        : undefined
  }
  return value
}

/** What only OpenAPI 3.0 says of schemas: null is allowed, and what only the service sets isn't required of a request. */
function prepare(root: JsonObject, value: Json, seen: Set<Json>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (Array.isArray(value)) {
    for (const item of value) prepare(root, item, seen)
    return
  }
  const { properties, required, nullable, type } = value
  if (isObject(properties) && Array.isArray(required))
    value.required = required.filter((name) => {
      const property = properties[String(name)]
      const target = isObject(property) && typeof property.$ref === 'string' ? look(root, property.$ref) : property
      return !(isObject(target) && target.readOnly === true) && !(isObject(property) && property.readOnly === true)
    })
  if (Array.isArray(value.required) && value.required.length === 0) delete value.required
  // A pattern of another language than ECMAScript's says nothing that can be checked here.
  if (typeof value.pattern === 'string' && !isPattern(value.pattern)) delete value.pattern
  if (nullable === true && typeof type === 'string') {
    value.type = [type, 'null']
    if (Array.isArray(value.enum) && !value.enum.includes(null)) value.enum.push(null)
  }
  for (const inner of Object.values(value)) prepare(root, inner, seen)
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== ''
  } catch {
    return false
  }
}

interface Tools {
  /** Parameters that signing in sends. */
  keys: ReadonlySet<string>
  resolve(value: Json | undefined): Json
  check(schema: Json, value: Json): string | null
}

function judge(tools: Tools, raw: RawOperation, request: BuiltRequest, base: string): string | null {
  const url = new URL(request.url)
  const [template = '', inQuery = ''] = (raw.path.split('#')[0] ?? '').split('?')
  const prefix = new URL(base.replace(/\/+$/, '') || base).pathname.replace(/\/+$/, '')
  const fromPath = readPath(template, url.pathname.slice(prefix.length))
  if (!fromPath) return `path: ${url.pathname.slice(0, 80)} doesn’t fit ${template}`
  // A few documents have parameters of the path in a query that is part of it.
  for (const [, name = ''] of inQuery.matchAll(/\{([^{}]+)\}/g))
    fromPath.set(name, encodeURIComponent(url.searchParams.get(name) ?? 'x'))
  for (const given of parametersOf(tools, raw)) {
    const problem = checkParameter(tools, given, { url, fromPath, request })
    if (problem) return `${given.in} parameter ${given.name}: ${problem}`
  }
  const problem = checkBody(tools, raw, request)
  return problem ? `body: ${problem}` : null
}

function readPath(template: string, path: string): Map<string, string> | null {
  const names: string[] = []
  const escaped = template.split(/(\{[^{}]+\})/).map((part) => {
    if (!/^\{[^{}]+\}$/.test(part))
      return part
        .split('')
        .map((one) =>
          /[\w/]/.test(one)
            ? one
            : `(?:\\${one}|${encodeURIComponent(one)}|${encodeURI(one).replace(/[.*+?^$|()[\]\\]/g, '\\$&')})`,
        )
        .join('')
    names.push(part.slice(1, -1))
    return '(.+?)'
  })
  const found = new RegExp(`^${escaped.join('')}$`).exec(path)
  return found ? new Map(names.map((name, index) => [name, found[index + 1] ?? ''])) : null
}

const NOT_SENT = ['accept', 'content-type', 'authorization']

function parametersOf(
  { resolve }: Tools,
  { operation, pathItem }: RawOperation,
): (JsonObject & { in: string; name: string })[] {
  const all = [...listOrEmpty(pathItem.parameters), ...listOrEmpty(operation.parameters)].map(resolve).filter(isObject)
  const unique = new Map(all.map((one) => [`${one.in}:${one.name}`, one]))
  return [...unique.values()].filter(
    (one): one is JsonObject & { in: string; name: string } =>
      typeof one.in === 'string' &&
      typeof one.name === 'string' &&
      !(one.in === 'header' && NOT_SENT.includes(one.name.toLowerCase())),
  )
}

interface Sent {
  url: URL
  fromPath: Map<string, string>
  request: BuiltRequest
}

function checkParameter(
  { keys, resolve, check }: Tools,
  given: JsonObject & { in: string; name: string },
  sent: Sent,
): string | null {
  const content = objectOrEmpty(given.content)
  const [media] = Object.values(content)
  const schema = given.schema ?? (media === undefined ? undefined : objectOrEmpty(resolve(media)).schema) ?? {}
  const isJson = media !== undefined
  const texts = textsOf(given, sent, objectOrEmpty(resolve(schema)))
  if (texts === null)
    return given.required === true && !isKey(given.name) && !keys.has(given.name.toLowerCase()) ? 'is required' : null
  const value = isJson
    ? JSON.parse(texts.list[0] ?? 'null')
    : (texts.value ?? decode(resolve, schema, texts.list, given))
  return check(schema, value)
}

/** Parameters that signing in sends. */
const isKey = (name: string): boolean => /^(key|token|api[-_ ]?key|access[-_]?token|.*api[-_]?key|.*token)$/i.test(name)

function textsOf(
  { in: place, name, style, explode }: JsonObject,
  { url, fromPath, request }: Sent,
  schema: JsonObject,
): { list: string[]; value?: Json } | null {
  if (place === 'path') {
    const text = fromPath.get(String(name))
    return text === undefined ? null : { list: [decodeURIComponent(text)] }
  }
  if (place === 'header') {
    const found = Object.entries(request.headers).find(([key]) => key.toLowerCase() === String(name).toLowerCase())
    return found ? { list: [found[1]] } : null
  }
  if (place === 'cookie') {
    const found = new RegExp(`(?:^|; )${String(name)}=([^;]*)`).exec(request.headers.Cookie ?? '')
    return found ? { list: [decodeURIComponent(found[1] ?? '')] } : null
  }
  const list = url.searchParams.getAll(String(name))
  if (list.length > 0) return { list }
  const deep = [...url.searchParams].filter(([key]) => key.startsWith(`${name}[`))
  if (deep.length > 0)
    return { list: [], value: coerce(nest(deep)[String(name)] ?? null, schema, (one) => one ?? null) }
  if (style === undefined && explode !== false && isObject(schema.properties)) {
    const own = [...url.searchParams].filter(([key]) => Object.hasOwn(objectOrEmpty(schema.properties), key))
    if (own.length > 0) return { list: [], value: coerce(Object.fromEntries(own), schema, (one) => one ?? null) }
  }
  return null
}

function decode(
  resolve: Tools['resolve'],
  schema: Json,
  list: string[],
  { style, explode, in: place }: JsonObject,
): Json {
  const shape = objectOrEmpty(resolve(schema))
  const isList = shape.type === 'array' || isObject(shape.items)
  if (isList) {
    const separator = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ','
    const isSplit = explode === false || place === 'path' || place === 'header' || separator !== ','
    const items = isSplit ? list.flatMap((text) => text.split(separator)) : list
    return items.map((item) => coerce(item, shape.items ?? {}, resolve))
  }
  return coerce(list[0] ?? '', schema, resolve)
}

/** A text as what the schema makes of it. */
function coerce(value: Json, schema: Json, resolve: (value: Json | undefined) => Json, depth = 0): Json {
  const shape = objectOrEmpty(resolve(schema))
  if (depth > 20) return value
  if (typeof value === 'string') return scalar(value, shape, resolve, depth)
  if (Array.isArray(value)) return value.map((item) => coerce(item, shape.items ?? {}, resolve, depth + 1))
  if (!isObject(value)) return value
  const properties = propertiesOf(shape, resolve, 0)
  const isList = shape.type === 'array' && Object.keys(value).every((key) => /^\d+$/.test(key))
  if (isList) return Object.values(value).map((item) => coerce(item, shape.items ?? {}, resolve, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      coerce(inner, properties[name] ?? shape.additionalProperties ?? {}, resolve, depth + 1),
    ]),
  )
}

function propertiesOf(shape: JsonObject, resolve: (value: Json | undefined) => Json, depth: number): JsonObject {
  const parts = depth > 5 ? [] : [...listOrEmpty(shape.allOf), ...listOrEmpty(shape.anyOf), ...listOrEmpty(shape.oneOf)]
  const inner = parts.map((part) => propertiesOf(objectOrEmpty(resolve(part)), resolve, depth + 1))
  return Object.assign({}, ...inner, objectOrEmpty(shape.properties))
}

function scalar(text: string, shape: JsonObject, resolve: (value: Json | undefined) => Json, depth: number): Json {
  const types = Array.isArray(shape.type) ? shape.type : [shape.type]
  const parts = [...listOrEmpty(shape.anyOf), ...listOrEmpty(shape.oneOf), ...listOrEmpty(shape.allOf)]
  if (types[0] === undefined && parts.length > 0) {
    for (const part of parts) {
      const value = coerce(text, part, resolve, depth + 1)
      if (typeof value !== 'string') return value
    }
    return text
  }
  if (types.includes('string')) return text
  if ((types.includes('integer') || types.includes('number')) && text !== '' && Number.isFinite(Number(text)))
    return Number(text)
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  if (types.includes('array') || types.includes('object') || /^[[{]/.test(text)) {
    try {
      const value = JSON.parse(text) as Json
      if (types[0] === undefined || typeof value === 'object') return value
    } catch {}
  }
  if (types.includes('array')) return text.split(',').map((item) => coerce(item, shape.items ?? {}, resolve, depth + 1))
  if (types[0] === undefined && Array.isArray(shape.enum)) return shape.enum.find((one) => String(one) === text) ?? text
  return text
}

/** `a[b][0]=…` as data; a name that comes twice is a list. */
function nest(pairs: readonly (readonly [string, Json])[]): JsonObject {
  const root: JsonObject = {}
  for (const [key, value] of pairs) {
    const [first = '', ...rest] = key.split('[').map((part) => part.replace(/\]$/, ''))
    // A name with brackets of its own.
    const path = rest.some((part) => part === '') ? [key] : [first, ...rest]
    let at = root
    for (const step of path.slice(0, -1)) {
      const next = isObject(at[step]) ? at[step] : {}
      at[step] = next
      at = next as JsonObject
    }
    const last = path.at(-1) ?? ''
    const known = at[last]
    at[last] = known === undefined ? value : Array.isArray(known) ? [...known, value] : [known, value]
  }
  return root
}

function checkBody(
  { resolve, check }: Tools,
  { operation, method }: RawOperation,
  request: BuiltRequest,
): string | null {
  const body = objectOrEmpty(resolve(operation.requestBody))
  if (request.body === null) return body.required === true && method !== 'GET' ? 'is required' : null
  const type = request.headers['Content-Type']?.split(';')[0] ?? ''
  const content = objectOrEmpty(body.content)
  const [, media] =
    Object.entries(content).find(([name]) => name.split(';')[0]?.trim().toLowerCase() === type.toLowerCase()) ??
    Object.entries(content).find(([name]) => loosely(name, type)) ??
    Object.entries(content)[0] ??
    []
  const schema = objectOrEmpty(resolve(media)).schema
  if (schema === undefined) return null
  if (/json/.test(type) && !/ndjson/.test(type)) return check(schema, JSON.parse(String(request.body)))
  if (type === 'application/x-www-form-urlencoded') {
    const pairs = [...new URLSearchParams(String(request.body))]
    return check(schema, listed(coerce(nest(pairs), schema, resolve), schema, resolve))
  }
  // Text, XML and files are one text, whatever the schema says of what is inside.
  return null
}

const loosely = (name: string, type: string): boolean => /json|\*/.test(name) === /json/.test(type)

/** A list of one item reads like the item. */
function listed(value: Json, schema: Json, resolve: (value: Json | undefined) => Json): Json {
  if (!isObject(value)) return value
  const properties = propertiesOf(objectOrEmpty(resolve(schema)), resolve, 0)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const shape = objectOrEmpty(resolve(properties[name]))
      return [
        name,
        shape.type === 'array' && !Array.isArray(inner) ? [coerce(inner, shape.items ?? {}, resolve)] : inner,
      ]
    }),
  )
}
