/** Pages, blocks and databases of Notion, version 2022-06-28: https://developers.notion.com/reference */
import type { Answer, Asked } from './message.ts'

export interface NotionPage {
  id: string
  title: string
  /** Of a page that is an item of a database. */
  properties?: Record<string, unknown>
  blocks: readonly NotionBlock[]
  last_edited_time?: string
  in_trash?: boolean
}
export interface NotionBlock {
  id: string
  type: string
  content: Record<string, unknown>
  children?: readonly NotionBlock[]
}
export interface Notion {
  pages: Map<string, NotionPage>
  /** Ids of the pages in a database. */
  databases: Map<string, { title: string; pages: readonly string[] }>
}

const plain = (id: string) => id.replaceAll('-', '')
const failed = (status: number, code: string, message: string): Answer => ({
  status,
  json: { object: 'error', status, code, message },
})
const gone = (id: string) => failed(404, 'object_not_found', `Could not find page with ID: ${id}.`)
const text = (content: string) => [{ type: 'text', plain_text: content, href: null }]

const shown = ({
  id,
  title,
  properties = {},
  last_edited_time = '2026-01-31T09:30:00.000Z',
  in_trash = false,
}: NotionPage) => ({
  ...{ object: 'page', id, last_edited_time, in_trash, archived: in_trash, url: `https://www.notion.so/${plain(id)}` },
  properties: { ...properties, Name: { id: 'title', type: 'title', title: text(title) } },
})

function listOf(results: readonly object[], cursor: string | null, size: number): Answer {
  const from = Number(cursor ?? 0)
  const has_more = from + size < results.length
  const next_cursor = has_more ? String(from + size) : null
  return { status: 200, json: { object: 'list', results: results.slice(from, from + size), has_more, next_cursor } }
}

const findBlock = (blocks: readonly NotionBlock[], id: string): NotionBlock | undefined =>
  blocks.find((one) => plain(one.id) === id) ?? blocks.flatMap((one) => findBlock(one.children ?? [], id) ?? [])[0]

const blockOf = ({ id, type, content, children = [] }: NotionBlock) => ({
  ...{ object: 'block', id, type, has_children: children.length > 0 || type === 'child_page', [type]: content },
})

/** Null for what is no call of Notion. */
export function notionCall({ pages, databases }: Notion, { path, query, headers, json }: Asked): Answer | null {
  const [, kind, id = '', rest = ''] = /^\/v1\/(pages|blocks|databases|search)\/?([^/]*)\/?(\w*)$/.exec(path) ?? []
  if (kind === undefined) return null
  if (headers['notion-version'] !== '2022-06-28')
    return failed(400, 'missing_version', 'Notion-Version header failed validation')
  const size = Number(query.get('page_size') ?? json.page_size ?? 100)
  if (kind === 'search') return listOf([...pages.values()].map(shown), null, size)
  const page = [...pages.values()].find((one) => plain(one.id) === plain(id))
  const database = [...databases].find(([key]) => plain(key) === plain(id))?.[1]
  if (kind === 'pages' && database)
    return failed(400, 'validation_error', `Provided ID ${id} is a database, not a page.`)
  if (kind === 'pages') return page ? { status: 200, json: shown(page) } : gone(id)
  if (kind === 'databases') {
    if (!database) return gone(id)
    if (rest !== 'query') return { status: 200, json: { object: 'database', id, title: text(database.title) } }
    const cursor = typeof json.start_cursor === 'string' ? json.start_cursor : null
    return listOf(database.pages.flatMap((one) => pages.get(one) ?? []).map(shown), cursor, size)
  }
  const blocks = page?.blocks ?? [...pages.values()].flatMap((one) => findBlock(one.blocks, plain(id))?.children ?? [])
  return page || blocks.length > 0 ? listOf(blocks.map(blockOf), query.get('start_cursor'), size) : gone(id)
}
