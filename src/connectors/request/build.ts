/** Builds the request of an action from an input that fits its schema. */
import type { HttpCall, HttpPart } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { withMail } from './mail.ts'
import { type MultipartField, writeMultipart } from './multipart.ts'
import { fillPlace, idIn, merged, termOf, timeAs } from './place.ts'
import { RequestError } from './problems.ts'
import { encode, inHeader, inPath, inQuery, type Pair, textOf, writeQuery } from './styles.ts'

/** A file that the caller opened. */
export interface RequestFile {
  name: string
  mime: string
  bytes: Uint8Array
}

export interface BuildOptions {
  /** The opened files by the key of the input, see `fileKeys`. */
  files?: Record<string, readonly RequestFile[]>
  /** Parts a body of several parts; 32 random characters. Made from the content where absent. */
  boundary?: string
}

export interface BuiltRequest {
  method: HttpCall['method']
  url: string
  headers: Record<string, string>
  body: string | Uint8Array | null
}

/** Returns the keys of an input whose values are uploaded files. */
export const fileKeys = (call: HttpCall): string[] => [
  ...call.parts.filter((part) => part.file).map((part) => part.key),
  ...(call.body?.type === 'file' && call.body.whole !== undefined ? [call.body.whole] : []),
]

/**
 * `baseUrl`: the connector's address with its variables filled in. Null and absent values are left out.
 * @throws RequestError with the key of the input
 */
export function buildRequest(
  call: HttpCall,
  baseUrl: string,
  input: JsonObject,
  options: BuildOptions = {},
): BuiltRequest {
  const given = (part: HttpPart): Json => valueGiven(part, input)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(call.headers ?? {})) setHeader(headers, name, value, '')
  for (const part of call.parts) {
    const value = given(part)
    if (part.in === 'header' && value !== null) setHeader(headers, part.name, inHeader(part, value), part.key)
  }
  const cookies = call.parts.filter((part) => part.in === 'cookie' && given(part) !== null)
  if (cookies.length > 0)
    setHeader(headers, 'Cookie', cookies.map((part) => cookieOf(part, given(part))).join('; '), cookies[0]?.key ?? '')
  const url = addressOf(call, baseUrl, given)
  const { body, type } = bodyOf(call, input, given, options)
  if (type !== null) setHeader(headers, 'Content-Type', type, '')
  if (call.answer === 'json' && !hasHeader(headers, 'accept')) headers.Accept = 'application/json'
  return { method: call.method, url, headers, body }
}

function valueGiven({ key, as, within }: HttpPart, input: JsonObject): Json {
  const value = Object.hasOwn(input, key) ? (input[key] ?? null) : null
  if (value === null) return null
  if (within !== undefined) return idIn(within, value)
  return as === undefined ? value : timeAs(as, value, key)
}

const hasHeader = (headers: Record<string, string>, name: string): boolean =>
  Object.keys(headers).some((one) => one.toLowerCase() === name)

/** @throws RequestError `header_refused` */
function setHeader(headers: Record<string, string>, name: string, value: string, field: string): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || name === '__proto__')
    throw new RequestError('header_refused', `“${name.slice(0, 60)}” isn’t the name of a header`, field)
  // Line breaks would begin another header; other characters can't be sent in one.
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw new RequestError(
      'header_refused',
      `The header ${name} can’t have line breaks or characters beyond Latin-1`,
      field,
    )
  headers[name] = value
}

function cookieOf(part: HttpPart, value: Json): string {
  return inQuery(part, value)
    .map(([name, text]) => `${encode(name)}=${encode(text)}`)
    .join('; ')
}

/** @throws RequestError `value_missing`, `value_unsuitable`, `path_refused`, `address_refused` */
function addressOf(call: HttpCall, baseUrl: string, given: (part: HttpPart) => Json): string {
  // A few documents have `{name}` in a query that is part of the path.
  const [path = '', fixed = ''] = call.path.split('?')
  const byName = new Map(call.parts.filter((part) => part.in === 'path').map((part) => [part.name, part]))
  const fill = (template: string) =>
    template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
      const part = byName.get(name)
      if (!part) throw new RequestError('call_invalid', `Nothing says what goes in the place of {${name}}`)
      return pathText(part, given(part))
    })
  const filled = fill(path)
  const inQueries = call.parts.filter((part) => part.in === 'query' && given(part) !== null)
  const searched = new Set(inQueries.filter(({ term }) => term).map(({ name }) => name))
  const searches = searchesOf(inQueries, searched, given)
  const queries = inQueries
    .filter(({ name }) => !searched.has(name))
    .map((part) => writeQuery(inQuery(part, given(part)), part.key, part.reserved))
  queries.push(writeQuery(searches, ''))
  const query = [fill(fixed), ...queries].filter((one) => one !== '').join('&')
  const base = (call.base_url ?? baseUrl).replace(/\/+$/, '')
  return checked(base, `${base}${filled}`, query)
}

/** What is searched for, put together from its conditions and what was written as the service writes it. */
function searchesOf(parts: readonly HttpPart[], names: ReadonlySet<string>, given: (part: HttpPart) => Json): Pair[] {
  return [...names].flatMap((name): Pair[] => {
    const own = parts.filter((part) => part.name === name)
    const join = own.find(({ term }) => term)?.term?.join ?? ' '
    const terms = own.map((part) => (part.term ? termOf(part.term.text, given(part)) : textOf(given(part))))
    const found = terms.filter((one) => one !== null && one.trim() !== '')
    return found.length === 0 ? [] : [[name, found.join(join)]]
  })
}

/** A value never leaves its place: it can't climb out of the path or begin another host. */
function pathText(part: HttpPart, value: Json): string {
  if (value === null || value === '') throw new RequestError('value_missing', 'Enter a value', part.key)
  const text = inPath(part, value)
  if (text === '') throw new RequestError('value_missing', 'Enter a value', part.key)
  const steps = part.reserved ? text.split('/') : []
  if (
    /^\.{1,2}$/.test(text) ||
    steps.some((step, index) => /^\.{1,2}$/.test(step) || (step === '' && index < steps.length - 1))
  )
    throw new RequestError('path_refused', 'The value can’t be a step of a path, such as “..”', part.key)
  return text
}

/** @throws RequestError `address_refused`, `path_refused` */
function checked(base: string, address: string, query: string): string {
  let url: URL
  let from: URL
  try {
    url = new URL(query === '' ? address : `${address}?${query}`)
    from = new URL(base)
  } catch {
    throw new RequestError('address_refused', 'The address of the service isn’t complete')
  }
  if (url.origin !== from.origin) throw new RequestError('address_refused', 'The request would go to another host')
  // Two values that meet in one step of the path could make “..” together.
  const steps = address.slice(base.length).split('/')
  if (steps.some((step) => /^(?:\.|%2e){1,2}$/i.test(step)))
    throw new RequestError('path_refused', 'The values of the path can’t make a step such as “..”')
  return url.href
}

interface Body {
  body: string | Uint8Array | null
  type: string | null
}
const NONE: Body = { body: null, type: null }

function bodyOf(call: HttpCall, input: JsonObject, given: (part: HttpPart) => Json, options: BuildOptions): Body {
  const { body, method } = call
  if (!body || method === 'GET' || method === 'HEAD') return NONE
  if (body.whole !== undefined) return wholeBody(body, body.whole, input, options)
  const parts = call.parts.filter((part) => part.in === 'body' && given(part) !== null)
  // Services that take JSON want an object even where all of its fields are left out.
  if (parts.length === 0 && !body.fixed)
    return body.type === 'json' && method !== 'DELETE' ? { body: '{}', type: body.media_type } : NONE
  if (body.type === 'json') {
    const fields = withPlaced(
      objectOf(
        parts.filter((part) => part.mail === undefined && !part.place),
        given,
      ),
      parts,
      given,
    )
    return {
      body: JSON.stringify(body.mail === undefined ? wrapped(body, fields) : withMail(fields, body.mail, parts, given)),
      type: body.media_type,
    }
  }
  if (body.type === 'form') return { body: formWithPlaced(body, parts, given), type: body.media_type }
  if (body.type === 'multipart') return multipartOf(body.media_type, parts, given, options)
  throw new RequestError('call_invalid', `A body of the type ${body.type} has no fields`)
}

const wrapped = ({ fixed = {}, under }: NonNullable<HttpCall['body']>, fields: JsonObject): Json =>
  merged(fixed, under === undefined ? fields : { [under]: fields })

/** The fields with the values that go to a place inside of them. */
const withPlaced = (fields: JsonObject, parts: readonly HttpPart[], given: (part: HttpPart) => Json): JsonObject =>
  parts.reduce<JsonObject>(
    (body, part) => (part.place ? (merged(body, fillPlace(part.place, given(part))) as JsonObject) : body),
    fields,
  )

/** A form whose nested fields are written as `name[0][inner]=…`. */
function formWithPlaced(
  { fixed = {} }: NonNullable<HttpCall['body']>,
  parts: readonly HttpPart[],
  given: (part: HttpPart) => Json,
): string {
  const added = withPlaced(fixed, parts, given)
  const isOver = ({ name, place }: HttpPart) => place !== undefined || Object.hasOwn(added, name)
  const under = objectOf(
    parts.filter((part) => isOver(part) && !part.place),
    given,
  )
  const nested = Object.entries(withPlaced(merged(fixed, under) as JsonObject, parts, given))
  const plain = formOf(
    parts.filter((part) => !isOver(part)),
    given,
  )
  const rest = nested.map(([name, value]) =>
    writeQuery(inQuery({ key: name, in: 'body', name, style: 'deepObject' }, value), name).replace(/%20/g, '+'),
  )
  return [plain, ...rest].filter((one) => one !== '').join('&')
}

function wholeBody(body: NonNullable<HttpCall['body']>, key: string, input: JsonObject, options: BuildOptions): Body {
  const value = Object.hasOwn(input, key) ? (input[key] ?? null) : null
  if (value === null) return NONE
  const { media_type: type } = body
  if (body.type === 'file') {
    const [file] = options.files?.[key] ?? []
    if (!file) throw new RequestError('file_missing', 'The file can’t be found', key)
    return { body: file.bytes, type: /octet-stream|\*/.test(type) && file.mime !== '' ? file.mime : type }
  }
  if (body.type === 'json') return { body: JSON.stringify(value), type }
  if (body.type === 'text')
    return { body: textOf(value), type: /charset=/i.test(type) ? type : `${type}; charset=utf-8` }
  if (!isObject(value)) throw new RequestError('value_unsuitable', 'Enter an object', key)
  const parts = Object.keys(value).map(
    (name): HttpPart => ({ key, in: 'body', name, ...(isObject(value[name]) ? { json: true } : {}) }),
  )
  const inner = (part: HttpPart): Json => value[part.name] ?? null
  const filled = parts.filter((part) => inner(part) !== null)
  return body.type === 'form' ? { body: formOf(filled, inner), type } : multipartOf(type, filled, inner, options)
}

function objectOf(parts: readonly HttpPart[], given: (part: HttpPart) => Json): JsonObject {
  const entries = parts.flatMap((part): [string, Json][] => {
    const value = given(part)
    return part.open ? openEntries(part, value) : [[part.name, part.json ? JSON.stringify(value) : value]]
  })
  // The named fields win over those that are left open.
  return Object.fromEntries(entries.reverse())
}

const openEntries = (part: HttpPart, value: Json): [string, Json][] => {
  if (!isObject(value)) throw new RequestError('value_unsuitable', 'Enter an object', part.key)
  return Object.entries(value)
}

function pairsOf(part: HttpPart, value: Json): Pair[] {
  return part.open ? openEntries(part, value).map(([name, inner]): Pair => [name, textOf(inner)]) : inQuery(part, value)
}

const formOf = (parts: readonly HttpPart[], given: (part: HttpPart) => Json): string =>
  parts
    .map((part) => writeQuery(pairsOf(part, given(part)), part.key))
    .filter((one) => one !== '')
    .join('&')
    .replace(/%20/g, '+')

function multipartOf(
  type: string,
  parts: readonly HttpPart[],
  given: (part: HttpPart) => Json,
  options: BuildOptions,
): Body {
  const fields = parts.flatMap((part): MultipartField[] => {
    if (!part.file) return pairsOf(part, given(part)).map(([name, value]) => ({ name, value }))
    const files = options.files?.[part.key] ?? []
    if (files.length === 0) throw new RequestError('file_missing', 'The file can’t be found', part.key)
    return files.map((file) => ({ name: part.name, value: file }))
  })
  const written = writeMultipart(fields, options.boundary)
  return { body: written.bytes, type: `${type.split(';')[0]}; boundary=${written.boundary}` }
}
