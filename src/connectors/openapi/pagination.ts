/** How the pages of an answer are asked for, recognised by the names that services use. */
import type { HttpPart, Pagination } from '#connectors/connector.ts'
import type { Json } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { follow, type OpenApiDocument, own, type Place } from './document.ts'
import { typesOf } from './keywords.ts'
import { at } from './problems.ts'

const MOST_LOOKED_AT = 300
const DEEPEST = 3

interface Found {
  /** Pointer in the answer → its last name, in lower case without marks. */
  values: Map<string, { name: string; types: string[] }>
  lists: string[]
}

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')

/** Pairs of a parameter and the field of the answer that it takes. */
const CURSORS: readonly (readonly [parameter: string, field: string])[] = [
  ['pagetoken', 'nextpagetoken'],
  ['nextpagetoken', 'nextpagetoken'],
  ['pagetoken', 'nexttoken'],
  ['nexttoken', 'nexttoken'],
  ['cursor', 'nextcursor'],
  ['startcursor', 'nextcursor'],
  ['nextcursor', 'nextcursor'],
  ['cursor', 'cursor'],
  ['after', 'after'],
  ['startingafter', 'startingafter'],
  ['nextpage', 'nextpage'],
  ['continuation', 'continuation'],
  ['continuationtoken', 'continuationtoken'],
  ['marker', 'nextmarker'],
  ['offset', 'offset'],
  ['paginationtoken', 'nexttoken'],
  ['synctoken', 'nextsynctoken'],
]
const LISTS = ['data', 'items', 'results', 'values', 'records', 'entries', 'list', 'value', 'content', 'rows']
const PAGE_SIZES = ['perpage', 'pagesize', 'limit', 'size', 'count', 'maxresults', 'top', 'pagelimit']
const ADDRESSES = ['nextlink', 'nexturl', 'nextpageuri', 'nextpageurl', 'odatanextlink', 'next', 'nextpage', 'nexthref']

/** `answer`: the media type of the answer; `headers`: whether it names the header Link. */
export function paginationOf(
  document: OpenApiDocument,
  parts: readonly HttpPart[],
  answer: Place | null,
  hasLinkHeader: boolean,
): Pagination | null {
  if (!answer) return null
  const schema = own(answer.value, 'schema')
  if (schema === undefined) return null
  const found = lookThrough(document, schema, at(answer.pointer, 'schema'))
  const items = found.lists[0]
  if (items === undefined) return null
  const parameters = new Map(
    parts.filter((part) => part.in === 'query' || part.in === 'body').map((part) => [bare(part.name), part.key]),
  )
  return byCursor(found, parameters, items) ?? byAddress(found, items) ?? byNumber(parameters, items, hasLinkHeader)
}

function byCursor(found: Found, parameters: ReadonlyMap<string, string>, items: string): Pagination | null {
  for (const [parameter, field] of CURSORS) {
    const key = parameters.get(parameter)
    if (key === undefined) continue
    const [next] = [...found.values].find(([, { name, types }]) => name === field && !isNumber(types, parameter)) ?? []
    if (next !== undefined) return { items, by: 'cursor', key, next }
  }
  const key = parameters.get('startingafter')
  const [more] = [...found.values].find(([, { name }]) => name === 'hasmore') ?? []
  return key !== undefined && more !== undefined ? { items, by: 'last_item', key, next: '/id', more } : null
}

/** An answer that repeats the offset as a number only says what was asked for. */
const isNumber = (types: readonly string[], parameter: string): boolean =>
  parameter === 'offset' && !types.includes('string')

function byAddress(found: Found, items: string): Pagination | null {
  for (const address of ADDRESSES) {
    const [next] = [...found.values].find(([, { name, types }]) => name === address && types.includes('string')) ?? []
    if (next !== undefined) return { items, by: 'address', next }
  }
  return null
}

function byNumber(parameters: ReadonlyMap<string, string>, items: string, hasLinkHeader: boolean): Pagination | null {
  if (hasLinkHeader) return { items, by: 'link' }
  const sizeName = PAGE_SIZES.find((name) => parameters.has(name))
  const size = sizeName === undefined ? undefined : parameters.get(sizeName)
  const page = parameters.get('page') ?? parameters.get('pagenumber')
  if (page !== undefined) return { items, by: 'page', key: page, ...(size === undefined ? {} : { size_key: size }) }
  const offset = parameters.get('offset') ?? parameters.get('skip') ?? parameters.get('startat')
  return offset === undefined
    ? null
    : { items, by: 'offset', key: offset, ...(size === undefined ? {} : { size_key: size }) }
}

function lookThrough(document: OpenApiDocument, schema: Json, pointer: string): Found {
  const found: Found = { values: new Map(), lists: [] }
  const queue: { schema: Json; pointer: string; path: string; depth: number }[] = [
    { schema, pointer, path: '', depth: 0 },
  ]
  for (const [count, one] of entriesOf(queue)) {
    if (count > MOST_LOOKED_AT) break
    let place: Place
    try {
      place = follow(document, one.schema, one.pointer)
    } catch {
      continue
    }
    const types = typesOf(place.value)
    const name = bare(one.path.split('/').at(-1) ?? '')
    if (types.includes('array') || own(place.value, 'items') !== undefined) {
      if (one.depth <= 2) found.lists.push(one.path)
      continue
    }
    found.values.set(one.path, { name, types })
    if (one.depth >= DEEPEST) continue
    const all = own(place.value, 'allOf')
    if (Array.isArray(all))
      for (const [index, inner] of all.entries())
        queue.push({
          ...one,
          schema: inner,
          pointer: at(place.pointer, 'allOf', index),
          depth: one.depth + (one.path === '' ? 0 : 1),
        })
    const properties = own(place.value, 'properties')
    if (!isObject(properties)) continue
    for (const key of Object.keys(properties).slice(0, MOST_LOOKED_AT))
      queue.push({
        schema: properties[key] ?? null,
        pointer: at(place.pointer, 'properties', key),
        path: at(one.path, key),
        depth: one.depth + 1,
      })
  }
  found.lists.sort((a, b) => rank(a) - rank(b))
  return found
}

/** Unlike `entries()` of a copy, sees what is added on the way. */
function* entriesOf<T>(queue: readonly T[]): Generator<[number, T]> {
  for (let index = 0; index < queue.length; index++) yield [index, queue[index] as T]
}

/** The answer itself, then the usual names, then any; deeper ones later. */
function rank(path: string): number {
  if (path === '') return 0
  const usual = LISTS.indexOf(path.split('/').at(-1) ?? '')
  return path.split('/').length * 100 + (usual < 0 ? LISTS.length : usual)
}
