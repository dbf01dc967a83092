/** A page of Notion with the pages below it, or a database: https://developers.notion.com/reference */
import { fieldError } from '#contract/core/errors.ts'
import { type Block, pageToMarkdown, titleOf } from './notion-markdown.ts'
import {
  type AskSource,
  type Listed,
  type ListingPage,
  objectIn,
  objectOf,
  objectsIn,
  openable,
  type Place,
  type SourceKind,
  SourceTrouble,
  textIn,
} from './source-kind.ts'

const HEADERS = { 'notion-version': '2022-06-28', 'content-type': 'application/json' }
const ID = /^[0-9a-f]{32}$/
/** Requests that one page may take: it has up to 100 blocks in each answer, and a request for each block with blocks in it. */
const MOST_REQUESTS = 200
const DEEPEST = 8
/** Times of changes are of whole minutes: for so long after one, another may have the same time. */
const UNSETTLED_MS = 5 * 60_000

const plainId = (id: string): string => id.replaceAll('-', '').toLowerCase()

const get = async (ask: AskSource, url: string) => objectOf(await ask({ url, headers: HEADERS }))
const post = async (ask: AskSource, url: string, body: object) =>
  objectOf(await ask({ url, method: 'POST', headers: HEADERS, body: JSON.stringify(body) }))

const nextOf = (answer: Record<string, unknown>): string | null =>
  answer.has_more === true && textIn(answer.next_cursor) !== '' ? textIn(answer.next_cursor) : null

/** Pages and databases are listed on their own, so what is in them is not read here. */
const OWN: ReadonlySet<string> = new Set(['child_page', 'child_database'])

/** @throws SourceTrouble `document_too_long` */
async function readBlocks(ask: AskSource, page: string): Promise<{ blocks: Block[]; below: Listed[] }> {
  const below: Listed[] = []
  let requests = 0
  const read = async (parent: string, depth: number): Promise<Block[]> => {
    const blocks: Block[] = []
    let cursor: string | null = null
    do {
      if (++requests > MOST_REQUESTS)
        throw new SourceTrouble(
          'item',
          'document_too_long',
          'The page has too many blocks. Split it into several pages.',
        )
      const from: string = cursor === null ? '' : `&start_cursor=${encodeURIComponent(cursor)}`
      const answer = await get(ask, `/v1/blocks/${parent}/children?page_size=100${from}`)
      for (const block of objectsIn(answer.results)) {
        const [type, id] = [textIn(block.type), plainId(textIn(block.id))]
        if (block.archived === true || block.in_trash === true || !ID.test(id)) continue
        if (type === 'child_page') below.push({ type: 'container', id: `page:${id}` })
        if (type === 'child_database') below.push({ type: 'container', id: `database:${id}` })
        const hasMore = block.has_children === true && !OWN.has(type) && depth < DEEPEST
        const children = hasMore ? await read(id, depth + 1) : []
        blocks.push({ type, content: objectIn(block[type]), children })
      }
      cursor = nextOf(answer)
    } while (cursor !== null)
    return blocks
  }
  return { blocks: await read(page, 0), below }
}

const isTrashed = (page: Record<string, unknown>): boolean => page.archived === true || page.in_trash === true

function documentOf(page: Record<string, unknown>, id: string): Listed {
  const edited = textIn(page.last_edited_time)
  const isSettled = Date.now() - Date.parse(edited) > UNSETTLED_MS
  return {
    ...{ type: 'document', id, name: `${titleOf(page)}.md`, bytes: null, how: '', refused: null },
    ...{ url: openable(page.url), trashed: isTrashed(page) },
    version: isSettled ? edited : `${edited} at least`,
  }
}

async function listPage(ask: AskSource, id: string): Promise<ListingPage> {
  const page = await get(ask, `/v1/pages/${id}`)
  const { below } = isTrashed(page) ? { below: [] } : await readBlocks(ask, id)
  return { items: [documentOf(page, id), ...below], next: null }
}

async function listDatabase(ask: AskSource, id: string, position: string | null): Promise<ListingPage> {
  const body = { page_size: 100, ...(position !== null && { start_cursor: position }) }
  const answer = await post(ask, `/v1/databases/${id}/query`, body)
  const pages = objectsIn(answer.results).map((page) => plainId(textIn(page.id)))
  return {
    items: pages.filter((one) => ID.test(one)).map((one) => ({ type: 'container', id: `page:${one}` })),
    next: nextOf(answer),
  }
}

/** What a person entered may be either; Notion says of a database that it is no page. */
async function listEither(ask: AskSource, id: string): Promise<ListingPage> {
  try {
    return await listPage(ask, id)
  } catch (error) {
    if (!(error instanceof SourceTrouble) || (error.type !== 'missing' && error.type !== 'item')) throw error
    await get(ask, `/v1/databases/${id}`)
    return { items: [{ type: 'container', id: `database:${id}` }], next: null }
  }
}

export const notion: SourceKind = {
  title: 'Notion',
  rootOf(place) {
    const [, type = 'any', rest = ''] = /^(?:(page|database):)?(.*)$/s.exec(place) ?? []
    // An address ends with the title and the ID of the page.
    const id = plainId(rest.split(/[?#]/)[0] ?? '').slice(-32)
    if (!ID.test(id)) throw fieldError('place', 'Choose a page or a database, or enter its address in Notion')
    return `${type}:${id}`
  },
  async list(ask, container, position) {
    const [type = '', id = ''] = container.split(':')
    if (type === 'database') return listDatabase(ask, id, position)
    return type === 'page' ? listPage(ask, id) : listEither(ask, id)
  },
  async fetch(ask, { id }) {
    const page = await get(ask, `/v1/pages/${id}`)
    const { blocks } = await readBlocks(ask, id)
    return Buffer.from(pageToMarkdown(page, blocks))
  },
  async places(ask) {
    const sort = { direction: 'descending', timestamp: 'last_edited_time' }
    const answer = await post(ask, '/v1/search', { page_size: 100, sort })
    const places = objectsIn(answer.results).flatMap((one): Place[] => {
      const id = plainId(textIn(one.id))
      const type = one.object === 'database' ? 'database' : 'page'
      return ID.test(id) && !isTrashed(one) ? [{ place: `${type}:${id}`, name: titleOf(one), opens: false }] : []
    })
    return { places, complete: nextOf(answer) === null }
  },
}
