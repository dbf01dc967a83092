/** How values are written in paths, queries, headers, cookies and forms: the styles of OpenAPI 3 (RFC 6570). */
import type { HttpPart } from '#connectors/connector.ts'
import type { Json } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { RequestError } from './problems.ts'

export type Pair = [name: string, value: string]

/** Characters that RFC 6570 leaves alone in reserved expansion, without those that end a part of the address. */
const keepReserved = (text: string): string =>
  encodeURIComponent(text).replace(/%(3A|2F|40|21|24|27|28|29|2A|2B|2C|3B|3D|5B|5D)/g, (code) =>
    decodeURIComponent(code),
  )

export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** @throws RequestError `value_unsuitable` for a text that is no valid Unicode */
function safely(encoder: (text: string) => string, text: string, field: string): string {
  try {
    return encoder(text)
  } catch {
    throw new RequestError('value_unsuitable', 'The text has characters that can’t be sent', field)
  }
}

/** A single value as text; what is inside a list or object is JSON where it isn't simple. */
export const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const entriesOf = (value: Json): [string, Json][] =>
  isObject(value) ? Object.entries(value).filter(([, inner]) => inner !== null) : []
const itemsOf = (value: Json): Json[] => (Array.isArray(value) ? value.filter((item) => item !== null) : [])
const isList = (value: Json): value is Json[] => Array.isArray(value)

/** Returns what goes in the place of `{name}`. @throws RequestError `value_unsuitable` */
export function inPath(part: HttpPart, value: Json): string {
  const write = (one: Json) => safely(part.reserved ? keepReserved : encode, textOf(one), part.key)
  if (part.json) return write(JSON.stringify(value))
  const { style = 'simple', explode = false } = part
  if (style === 'label') return `.${joined(value, write, explode ? '.' : ',', explode)}`
  if (style === 'matrix') return inMatrix(part.name, value, write, explode)
  return joined(value, write, ',', explode)
}

function joined(value: Json, write: (one: Json) => string, separator: string, explode: boolean): string {
  if (isList(value)) return itemsOf(value).map(write).join(separator)
  if (isObject(value)) {
    const pairs = entriesOf(value).map(([name, inner]) => `${write(name)}${explode ? '=' : ','}${write(inner)}`)
    return pairs.join(separator)
  }
  return write(value)
}

function inMatrix(name: string, value: Json, write: (one: Json) => string, explode: boolean): string {
  if (explode && isList(value))
    return itemsOf(value)
      .map((item) => `;${name}=${write(item)}`)
      .join('')
  if (explode && isObject(value))
    return entriesOf(value)
      .map(([key, inner]) => `;${write(key)}=${write(inner)}`)
      .join('')
  return `;${name}=${joined(value, write, ',', false)}`
}

/** Returns the text of a header, not encoded. */
export const inHeader = (part: HttpPart, value: Json): string =>
  part.json ? JSON.stringify(value) : joined(value, textOf, ',', part.explode ?? false)

/** Returns pairs that are not encoded yet. Empty lists and objects have none. */
export function inQuery(part: HttpPart, value: Json): Pair[] {
  const { name, style = 'form', explode = style === 'form' || style === 'deepObject' } = part
  if (part.json) return [[name, JSON.stringify(value)]]
  if (style === 'deepObject') return deep(name, value)
  const separator = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ','
  if (isList(value)) {
    const items = itemsOf(value).map(textOf)
    if (items.length === 0) return []
    return explode ? items.map((item): Pair => [name, item]) : [[name, items.join(separator)]]
  }
  if (isObject(value)) {
    const entries = entriesOf(value).map(([key, inner]): Pair => [key, textOf(inner)])
    if (entries.length === 0) return []
    return explode ? entries : [[name, entries.flat().join(separator)]]
  }
  return [[name, textOf(value)]]
}

/** `items[0][price]=…`, as Stripe and PHP write it. */
function deep(name: string, value: Json): Pair[] {
  if (isList(value)) return value.flatMap((item, index) => (item === null ? [] : deep(`${name}[${index}]`, item)))
  if (isObject(value)) return entriesOf(value).flatMap(([key, inner]) => deep(`${name}[${key}]`, inner))
  return [[name, textOf(value)]]
}

export function writeQuery(pairs: readonly (readonly [string, string])[], field: string, reserved = false): string {
  const write = (text: string) => safely(reserved ? keepInQuery : encode, text, field)
  return pairs.map(([name, value]) => `${safely(encodeName, name, field)}=${write(value)}`).join('&')
}

/** Brackets and `$` of names are what the services' own examples have. */
const encodeName = (name: string): string => encode(name).replace(/%5B/g, '[').replace(/%5D/g, ']').replace(/%24/g, '$')
const keepInQuery = (text: string): string =>
  encodeURIComponent(text).replace(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D|5B|5D)/g, (code) =>
    decodeURIComponent(code),
  )
