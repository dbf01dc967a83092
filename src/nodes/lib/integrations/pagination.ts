/** Answers that come page by page: which request follows, and when it is over. */
import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { HttpResponse } from '#nodes/ports.ts'
import { at, headerOf, parseBody } from './request.ts'

export const Pagination = z
  .strictObject({
    by: z
      .enum(['page', 'offset', 'cursor', 'link'])
      .default('page')
      .describe('A page number, an offset, a cursor from the answer before, or the header Link (RFC 8288).')
      .meta({ title: 'Mode' }),
    parameter: z
      .string()
      .max(100)
      .default('page')
      .describe('The query parameter of the page number, offset or cursor.')
      .meta({ title: 'Parameter', when: { field: 'by', is: ['page', 'offset', 'cursor'] } }),
    start: z
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .default(1)
      .describe('The first page or offset.')
      .meta({ title: 'Start', when: { field: 'by', is: ['page', 'offset'] } }),
    page_size: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .default(100)
      .describe('How far an offset goes on. A shorter page is the last.')
      .meta({ title: 'Page size', when: { field: 'by', is: ['page', 'offset'] } }),
    items: z
      .string()
      .max(200)
      .default('')
      .describe('Where the list is in the answer, for example data.items. The answer itself when empty.')
      .meta({ title: 'List' }),
    cursor: z
      .string()
      .max(200)
      .default('next_cursor')
      .describe('Where the next cursor is in the answer.')
      .meta({ title: 'Cursor', when: { field: 'by', is: ['cursor'] } }),
    max_pages: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe('At most so many requests.')
      .meta({ title: 'Pages' }),
  })
  .optional()
  .describe('Asks for page after page and joins their lists.')
  .meta({ title: 'Pages', when: { field: 'response', is: ['data'] } })
export type Pagination = NonNullable<z.output<typeof Pagination>>

/** Of all pages together. */
const MOST_CHARACTERS = 10_000_000

export interface Pages {
  items: Json[]
  pages: number
  /** There was more than `max_pages`, or 10 MB. */
  truncated: boolean
  last: HttpResponse
}

type Next = { url: string } | null

const withParameter = (url: string, name: string, value: string): string => {
  const next = new URL(url)
  next.searchParams.set(name, value)
  return next.href
}

/** `<https://…?page=2>; rel="next"`, read without a backtracking pattern. */
function linkOf(header: string): string | null {
  for (const part of header.slice(0, 8000).split(/,(?=\s*<)/)) {
    const [, address = '', rest = ''] = /^\s*<([^>]*)>(.*)$/.exec(part) ?? []
    const relations = /;\s*rel="?([^";]*)/i.exec(rest)?.[1] ?? ''
    if (relations.toLowerCase().split(/\s/).includes('next')) return address
  }
  return null
}

const originOf = (url: URL): string => url.href.slice(0, url.href.indexOf('/', url.protocol.length + 2))

function following(
  settings: Pagination,
  url: string,
  response: HttpResponse,
  body: Json,
  list: Json[],
  page: number,
): Next {
  const { by, parameter, start, page_size } = settings
  if (by === 'page') return list.length === 0 ? null : { url: withParameter(url, parameter, String(start + page)) }
  if (by === 'offset')
    return list.length < page_size ? null : { url: withParameter(url, parameter, String(start + page * page_size)) }
  if (by === 'cursor') {
    const cursor = at(body, settings.cursor)
    const isOne = (typeof cursor === 'string' && cursor !== '') || (typeof cursor === 'number' && cursor !== 0)
    return isOne ? { url: withParameter(url, parameter, String(cursor)) } : null
  }
  const link = linkOf(headerOf(response, 'link'))
  if (link === null) return null
  const next = new URL(link, url)
  // What was meant for one host, its headers among it, is not sent to another because an answer says so.
  if (originOf(next) !== originOf(new URL(url)))
    throw new NodeError('pagination_refused', 'The next page is on another host', { field: 'pagination' })
  return { url: next.href }
}

/** @throws NodeError `not_a_list`, `pagination_refused`, and what `ask` throws */
export async function allPages(
  settings: Pagination,
  first: string,
  ask: (url: string, page: number) => Promise<HttpResponse>,
): Promise<Pages> {
  const { by, parameter, start, max_pages, items: path } = settings
  let url = by === 'page' || by === 'offset' ? withParameter(first, parameter, String(start)) : first
  const items: Json[] = []
  const seen = new Set<string>()
  let characters = 0
  for (let page = 1; ; page++) {
    seen.add(url)
    const last = await ask(url, page)
    characters += last.body.length
    const body = parseBody(last)
    const list = at(body, path)
    if (!Array.isArray(list))
      throw new NodeError('not_a_list', `Page ${page} has no list at “${path || 'the answer'}”`, {
        field: 'pagination.items',
      })
    for (const item of list) items.push(item)
    const next = following(settings, url, last, body, list, page)
    // A service that sends in circles is done, too.
    if (next === null || seen.has(next.url)) return { items, pages: page, truncated: false, last }
    if (page >= max_pages || characters > MOST_CHARACTERS) return { items, pages: page, truncated: true, last }
    url = next.url
  }
}
