/** The body of a request as part of one flat input. */

import type { HttpCall } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { follow, isReserved, type OpenApiDocument, own, type Place } from './document.ts'
import { isFile, requiredOf, typesOf } from './keywords.ts'
import { at } from './problems.ts'

export type BodyKind = NonNullable<HttpCall['body']>['type']

export interface MediaType {
  kind: BodyKind
  /** As it is sent. */
  name: string
  place: Place
}

const kindOf = (name: string): BodyKind => {
  const type = name.toLowerCase().split(';')[0]?.trim() ?? ''
  if (type === '' || type === '*/*' || /^application\/?json$|[/+]json(?:-|$)|\/\*\+json$/.test(type)) return 'json'
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (type.startsWith('multipart/') || type === 'application/form-data') return 'multipart'
  if (type.startsWith('text/') || /[/+](?:xml|yaml|x-yaml|graphql|jwt|jose|ndjson|csv)(?:$|\+)/.test(type))
    return 'text'
  return 'file'
}
const ORDER: readonly BodyKind[] = ['json', 'multipart', 'form', 'text', 'file']

/** Returns the media type to send: JSON where it is offered. Null where there is none. @throws OpenApiError `reference_*` */
export function chooseMediaType(document: OpenApiDocument, body: Place): MediaType | null {
  const content = own(body.value, 'content')
  if (!isObject(content)) return null
  const offered = Object.keys(content)
    .slice(0, 100)
    .map((name) => ({ name, kind: kindOf(name) }))
  const chosen = offered.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))[0]
  if (!chosen) return null
  const pointer = at(body.pointer, 'content', chosen.name)
  const place = follow(document, content[chosen.name], pointer)
  return { ...chosen, name: sentName(chosen.name, chosen.kind), place }
}

/** The names of ranges and misspelt ones can't be sent. */
function sentName(name: string, kind: BodyKind): string {
  if (/^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+(?:\s*;[\x20-\x7e]*)?$/i.test(name) && name !== 'application/form-data')
    return name
  if (kind === 'multipart') return 'multipart/form-data'
  if (kind === 'text') return 'text/plain'
  return kind === 'file' ? 'application/octet-stream' : 'application/json'
}

export interface FlatObject {
  properties: Map<string, { schema: Json; pointer: string }>
  required: Set<string>
  /** Whether the document lets further names through. */
  open: Json | undefined
  /** Sets of names of which one is needed. */
  oneOfRequired: string[][]
}

/** Returns the fields of an object that can be asked for one by one; null for anything else, such as a choice of several objects. */
export function flatten(document: OpenApiDocument, schema: Json, pointer: string): FlatObject | null {
  const flat: FlatObject = { properties: new Map(), required: new Set(), open: undefined, oneOfRequired: [] }
  const isFlat = gather(document, schema, pointer, flat, new Set(), 0)
  return isFlat && flat.properties.size > 0 && flat.properties.size <= 500 ? flat : null
}

function gather(
  document: OpenApiDocument,
  schema: Json,
  pointer: string,
  flat: FlatObject,
  seen: Set<Json>,
  depth: number,
): boolean {
  const place = follow(document, schema, pointer)
  const { value } = place
  if (!isObject(value) || seen.has(value) || depth > 20 || isFile(value)) return false
  seen.add(value)
  const types = typesOf(value).filter((type) => type !== 'null')
  if (types.some((type) => type !== 'object')) return false
  if (own(value, 'not') !== undefined || own(value, 'const') !== undefined) return false
  for (const name of ['anyOf', 'oneOf'] as const) {
    const list = own(value, name)
    if (!Array.isArray(list) || list.length === 0) continue
    if (!list.every(onlyRequires)) return false
    flat.oneOfRequired.push(...list.map(requiredOf))
  }
  const all = own(value, 'allOf')
  if (Array.isArray(all))
    for (const [index, part] of all.entries())
      if (!gather(document, part, at(place.pointer, 'allOf', index), flat, seen, depth + 1)) return false
  takeProperties(value, place.pointer, flat)
  return true
}

/** Such as GitHub’s “one of title and body is needed”. */
function onlyRequires(schema: Json): boolean {
  return isObject(schema) && Object.keys(schema).every((name) => name === 'required') && requiredOf(schema).length > 0
}

function takeProperties(value: JsonObject, pointer: string, flat: FlatObject): void {
  const properties = own(value, 'properties')
  if (isObject(properties))
    for (const [name, schema] of Object.entries(properties))
      if (!isReserved(name)) flat.properties.set(name, { schema, pointer: at(pointer, 'properties', name) })
  for (const name of requiredOf(value)) flat.required.add(name)
  const additional = own(value, 'additionalProperties')
  if (isObject(additional) || additional === true) flat.open = additional
}
