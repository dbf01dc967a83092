/** Reads an answer: data, text or a file, the items of a page and what is asked for next. */
import type { HttpCall, Pagination } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject, listOrEmpty } from '#shared/json.ts'

/** Returns how an answer is read: what its content type says, the document's word where it doesn't say. */
export function answerKind(call: HttpCall, contentType: string | undefined): HttpCall['answer'] {
  const type = (contentType ?? '').toLowerCase().split(';')[0]?.trim() ?? ''
  if (type === '') return call.answer
  if (/[/+]json(?:-|$)/.test(type) || type === 'text/json') return call.answer === 'file' ? 'file' : 'json'
  if (call.answer === 'file') return 'file'
  if (/^text\/|[/+](?:xml|yaml|csv|javascript|x-ndjson|x-www-form-urlencoded)$/.test(type)) return 'text'
  return 'file'
}

/** Returns the value at a pointer (RFC 6901); undefined where there is none. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  let found: Json | undefined = value
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replace(/~1/g, '/').replace(/~0/g, '~')
    if (Array.isArray(found)) found = /^\d+$/.test(name) ? found[Number(name)] : undefined
    else found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined
  }
  return found
}

/** Returns the items of a page; an answer without the list has none. */
export function itemsOf({ items }: Pagination, body: Json): Json[] {
  const found = valueAt(body, items)
  return Array.isArray(found) ? found : []
}

/** Whether an answer with a status of success is none. */
export function isRefusal({ refusal }: HttpCall, body: Json): boolean {
  if (!refusal) return false
  const found = valueAt(body, refusal.at)
  if (refusal.equals !== undefined) return found === refusal.equals
  return found !== undefined && found !== null && found !== '' && !(Array.isArray(found) && found.length === 0)
}

/** What to ask next: another input of the action, or an address as it is. */
export type NextPage = { input: JsonObject } | { url: string }

export interface PageAnswer {
  body: Json
  /** In lower case. */
  headers: Record<string, string>
  /** The address that was asked. */
  url: string
}

/**
 * Returns null after the last page. An address on another host is none: the account's secret would go there.
 */
export function nextPage(pagination: Pagination, input: JsonObject, answer: PageAnswer): NextPage | null {
  const items = itemsOf(pagination, answer.body)
  switch (pagination.by) {
    case 'cursor': {
      const cursor = valueAt(answer.body, pagination.next)
      const isLast = pagination.more !== undefined && valueAt(answer.body, pagination.more) !== true
      return !isLast && isUsable(cursor) && cursor !== input[pagination.key]
        ? { input: { ...input, [pagination.key]: cursor } }
        : null
    }
    case 'last_item': {
      const last = items.at(-1)
      const hasMore = pagination.more === undefined || valueAt(answer.body, pagination.more) === true
      const id = last === undefined ? undefined : valueAt(last, pagination.next)
      return hasMore && isUsable(id) && id !== input[pagination.key]
        ? { input: { ...input, [pagination.key]: id } }
        : null
    }
    case 'page':
    case 'offset':
      return byNumber(pagination, input, items)
    case 'address':
      return toAddress(addressIn(pagination, answer.body), answer.url)
    case 'link':
      return toAddress(linkIn(answer.headers.link ?? ''), answer.url)
  }
}

const isUsable = (cursor: Json | undefined): cursor is string | number =>
  (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number'

function byNumber(
  pagination: Pagination & { by: 'page' | 'offset' },
  input: JsonObject,
  items: readonly Json[],
): NextPage | null {
  if (items.length === 0) return null
  const size = pagination.size_key === undefined ? undefined : Number(input[pagination.size_key] ?? Number.NaN)
  if (size !== undefined && items.length < size) return null
  const now = Number(input[pagination.key] ?? (pagination.by === 'page' ? 1 : 0))
  if (!Number.isFinite(now)) return null
  return { input: { ...input, [pagination.key]: now + (pagination.by === 'page' ? 1 : items.length) } }
}

function addressIn({ next, relation }: Pagination & { by: 'address' }, body: Json): Json | undefined {
  const found = valueAt(body, next)
  if (relation === undefined) return found
  return listOrEmpty(found).find((link): link is JsonObject => isObject(link) && link.relation === relation)?.url
}

function toAddress(next: Json | undefined, from: string): NextPage | null {
  // Some services name a cursor where others name an address.
  if (typeof next !== 'string' || !/^(?:https?:\/\/|[/?])/i.test(next)) return null
  try {
    const url = new URL(next, from)
    return url.origin === new URL(from).origin && url.href !== from ? { url: url.href } : null
  } catch {
    return null
  }
}

/** The address that the header Link names as `next` (RFC 8288). */
function linkIn(header: string): string | undefined {
  for (const [, address, parameters = ''] of header.slice(0, 10_000).matchAll(/<([^<>]*)>([^<]*)/g))
    if (/;\s*rel="?[^";]*\bnext\b/i.test(parameters)) return address
  return undefined
}
