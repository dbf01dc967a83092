/** Notion (https://developers.notion.com/reference/status-codes), version 2022-06-28. */
import { bearer, type Call, isJson, match, pageOf, type Reply, type Service } from './service.ts'

interface Page {
  id: string
  parent: Record<string, string>
  properties: Record<string, unknown>
  archived: boolean
}
interface Block {
  id: string
  type: string
  archived: boolean
}

const no = (status: number, code: string, message: string): Reply => ({
  status,
  body: { object: 'error', status, code, message },
})

export function notion(token: string): Service & { pages: Map<string, Page>; database: string } {
  const pages = new Map<string, Page>()
  const blocks = new Map<string, Block[]>()
  let made = 0
  const newId = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`
  const database = newId()
  const list = (results: readonly object[], size: unknown, cursor: unknown): Reply => {
    const { items, next } = pageOf(
      results,
      Math.min(Number(size ?? 100), 100),
      typeof cursor === 'string' ? cursor : null,
    )
    return { body: { object: 'list', results: items, next_cursor: next, has_more: next !== null } }
  }
  const gone = (id: string) =>
    no(
      404,
      'object_not_found',
      `Could not find object with ID: ${id}. Make sure the relevant pages and databases are shared with your integration.`,
    )
  const shown = (page: Page) => ({ object: 'page', ...page })

  function answer(call: Call): Reply | null {
    if (call.headers['notion-version'] !== '2022-06-28')
      return no(400, 'missing_version', 'Notion-Version header failed validation')
    if (call.bytes.length > 0 && !isJson(call)) return no(400, 'invalid_json', 'Error parsing JSON body.')
    const json = (call.json ?? {}) as Record<string, unknown>
    if (match(call, 'POST', /^\/v1\/pages$/)) {
      const parent = json.parent as Record<string, string> | undefined
      if (!parent?.database_id && !parent?.page_id)
        return no(
          400,
          'validation_error',
          'body failed validation: body.parent should be defined, instead was `undefined`.',
        )
      if (parent.database_id !== undefined && parent.database_id !== database) return gone(parent.database_id)
      const page = { id: newId(), parent, properties: json.properties as Page['properties'], archived: false }
      pages.set(page.id, page)
      blocks.set(
        page.id,
        ((json.children ?? []) as Block[]).map((one) => ({ ...one, id: newId(), archived: false })),
      )
      return { body: shown(page) }
    }
    const [wanted] = match(call, 'POST', /^\/v1\/databases\/([^/]+)\/query$/) ?? []
    if (wanted !== undefined)
      return wanted === database
        ? list([...pages.values()].filter(({ archived }) => !archived).map(shown), json.page_size, json.start_cursor)
        : gone(wanted)
    if (match(call, 'POST', /^\/v1\/search$/))
      return list([...pages.values()].map(shown), json.page_size, json.start_cursor)
    const [id] = match(call, call.method, /^\/v1\/pages\/([^/]+)$/) ?? []
    if (id !== undefined) {
      const page = pages.get(id)
      if (!page) return gone(id)
      if (call.method === 'PATCH') {
        if (page.archived && json.archived !== false)
          return no(
            400,
            'validation_error',
            "Can't edit block that is archived. You must unarchive the block before editing.",
          )
        Object.assign(page.properties, json.properties)
        page.archived = (json.archived as boolean | undefined) ?? page.archived
      }
      return { body: shown(page) }
    }
    const [of] = match(call, call.method, /^\/v1\/blocks\/([^/]+)\/children$/) ?? []
    if (of !== undefined) {
      const own = blocks.get(of)
      if (!own) return gone(of)
      if (call.method === 'GET')
        return list(
          own.filter(({ archived }) => !archived),
          call.query.get('page_size') ?? undefined,
          call.query.get('start_cursor'),
        )
      const added = ((json.children ?? []) as Block[]).map((one) => ({ ...one, id: newId(), archived: false }))
      own.push(...added)
      return list(added, 100, null)
    }
    const [block] = match(call, 'DELETE', /^\/v1\/blocks\/([^/]+)$/) ?? []
    const found = [...blocks.values()].flat().find((one) => one.id === block)
    if (block !== undefined && !found) return gone(block)
    if (!found) return null
    found.archived = true
    return { body: { object: 'block', ...found } }
  }
  return {
    ...{ pages, database, answer, signedIn: bearer(token) },
    refusal: no(401, 'unauthorized', 'API token is invalid.'),
  }
}
