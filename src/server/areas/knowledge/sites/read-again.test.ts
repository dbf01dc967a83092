/** Websites that are read again: what is asked, what is indexed again, what is removed, and what a person decided stays so. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { indexWaiting } from '#server/areas/knowledge/indexing/index-documents.ts'
import type { Person, TestApp } from '#test/support/app.ts'
import { type SiteStage, setSiteStage } from '#test/support/site-stage.ts'
import { page, type Website } from '#test/support/website.ts'
import { readSites } from './read-sites.ts'

const ALL = '/api/v1/knowledge'
const never = new AbortController().signal
let stage: SiteStage
let site: Website
let other: Website
let test: TestApp
let owner: Person

beforeAll(async () => {
  stage = await setSiteStage()
  ;({ site, other, test, owner } = stage)
})
beforeEach(() => stage.clear())
afterAll(() => stage.end())

const readAll = async () => {
  await readSites({ ...test.sites, delay_ms: 0 }, never)
  await indexWaiting(test.indexing, never)
}

interface Scene {
  base: string
  path: string
  row(): Promise<{
    state: string
    next_at: string | null
    error: { code: string } | null
    pages: Record<string, number>
  }>
  /** State, or the code of what is wrong, by path. */
  outcomes(): Promise<Record<string, string>>
  documents(): Promise<{ id: string; name: string; url: string | null; version: number; state: string }[]>
  /** Versions by path. */
  versions(): Promise<Record<string, number>>
  readAgain(as?: Person): Promise<number>
  search(query: string): Promise<string[]>
}

async function scene(pages: Website['pages'], limits: object = {}): Promise<Scene> {
  site.pages = pages
  const get = async (path: string) => (await test.call('GET', path, { as: owner })).body.data
  const made = await test.call('POST', ALL, { as: owner, body: { name: `Base ${Math.random()}` } })
  const base: string = made.body.data.id
  const added = await test.call('POST', `${ALL}/${base}/sites`, { as: owner, body: { url: site.at('/'), ...limits } })
  await readAll()
  site.requests = []
  const path = `${ALL}/${base}/sites/${added.body.data.id}`
  const at = (url: string | null) => (url ?? 'own').replace(`http://${site.host}`, '')
  const documents = async () => (await get(`${ALL}/${base}/documents?limit=100`)).items
  return {
    ...{ base, path, documents },
    row: async () => (await get(`${ALL}/${base}/sites`)).items[0],
    outcomes: async () => {
      const { items } = await get(`${path}/pages?limit=100`)
      return Object.fromEntries(
        items.map(({ url, state, error }: { url: string; state: string; error: { code: string } | null }) => [
          ...[at(url), error?.code ?? state],
        ]),
      )
    },
    versions: async () =>
      Object.fromEntries(
        (await documents()).map(({ url, version }: { url: string; version: number }) => [at(url), version]),
      ),
    readAgain: async (as = owner) => {
      const { status } = await test.call('POST', `${path}/read`, { as })
      await readAll()
      return status
    },
    search: async (query) => {
      const found = await test.call('POST', `${ALL}/${base}/search`, { as: owner, body: { query, mode: 'words' } })
      return found.body.data.hits.map(({ text }: { text: string }) => text)
    },
  }
}

const headerOf = (path: string, name: string) =>
  site.requests.filter((one) => one.path === path).map(({ headers }) => headers[name] ?? null)

describe('a website that is read again', () => {
  it('indexes what changed and is new, and asks only whether the rest did', async () => {
    const stamp = { 'content-type': 'text/html', 'last-modified': 'Sun, 29 Nov 2026 10:00:00 GMT' }
    const web = await scene({
      '/': { ...page('Start', '/leave', '/same'), etag: '"v1"' },
      '/leave': { ...page('Leave of 24 days', '/old'), headers: stamp },
      '/same': page('Same'),
      '/old': page('Old'),
    })
    expect(await web.versions()).toEqual({ '/': 1, '/leave': 1, '/same': 1, '/old': 1 })
    const [renamed] = (await web.documents()).filter(({ url }) => url === site.at('/old'))
    const document = `${ALL}/${web.base}/documents/${renamed?.id}`
    await test.call('PUT', document, { as: owner, body: { name: 'My name.html', metadata: { year: 2026 } } })
    site.pages['/leave'] = { ...page('Leave of 30 days', '/new'), headers: stamp }
    site.pages['/new'] = page('New')
    site.pages['/old'] = page('Old, but changed')
    // Spaces and scripts are no text.
    site.pages['/same'] = { body: `${page('Same').body}\n<script>var at = 7</script>` }
    site.pages['/robots.txt'] = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private' }
    expect(await web.readAgain()).toBe(202)
    expect(await web.row()).toMatchObject({ state: 'done', pages: { read: 5 }, error: null })
    expect(await web.versions()).toEqual({ '/': 1, '/leave': 2, '/same': 1, '/old': 2, '/new': 1 })
    expect(site.asked()[0]).toBe('/robots.txt')
    expect(headerOf('/', 'if-none-match')).toEqual(['"v1"'])
    expect(headerOf('/leave', 'if-modified-since')).toEqual(['Sun, 29 Nov 2026 10:00:00 GMT'])
    expect(headerOf('/same', 'if-none-match')).toEqual([null])
    expect(await web.search('leave days')).toEqual(expect.arrayContaining([expect.stringContaining('30 days')]))
    expect((await web.search('leave days')).join()).not.toContain('24 days')
    // What a person named keeps its name and metadata.
    expect(await web.documents()).toContainEqual(
      expect.objectContaining({ name: 'My name.html', url: site.at('/old'), metadata: { year: 2026 } }),
    )
    // Asked twice at once, there is one reading.
    site.requests = []
    await Promise.all([web.readAgain(), web.readAgain()])
    expect(site.asked().filter((path) => path === '/same')).toHaveLength(1)
  })

  it('answers with the old content until the new one is indexed, and while a page fails', async () => {
    const web = await scene({ '/': page('Start', '/a'), '/a': page('Parking is free') })
    site.pages['/a'] = { status: 503 }
    await web.readAgain()
    for (let times = 0; times < 2; times++) {
      await test.database.pool.query('update knowledge_hosts set free_at = now()')
      await readAll()
    }
    expect(await web.outcomes()).toEqual({ '/': 'read', '/a': 'invalid_input' })
    expect((await web.search('parking')).join()).toContain('Parking is free')
    site.pages['/a'] = page('Parking costs ₹20')
    await test.database.pool.query('delete from knowledge_hosts')
    await test.call('POST', `${web.path}/read`, { as: owner })
    await readSites({ ...test.sites, delay_ms: 0 }, never)
    expect((await web.search('parking')).join()).toContain('Parking is free')
    await indexWaiting(test.indexing, never)
    expect((await web.search('parking')).join()).toContain('₹20')
  })

  it('removes a page that two readings in a row miss, and forgets it with the next', async () => {
    const web = await scene({ '/': page('Start', '/a', '/b'), '/a': page('One'), '/b': page('Two') })
    delete site.pages['/a']
    site.pages['/b'] = { status: 410 }
    await web.readAgain()
    expect(await web.outcomes()).toEqual({ '/': 'read', '/a': 'invalid_input', '/b': 'invalid_input' })
    // Trying failed pages again is the same reading.
    await test.call('PUT', web.path, { as: owner, body: { stopped: false } })
    await readAll()
    expect(await web.versions()).toEqual({ '/': 1, '/a': 1, '/b': 1 })
    site.pages['/b'] = page('Two')
    await web.readAgain()
    expect(await web.outcomes()).toEqual({ '/': 'read', '/a': 'gone', '/b': 'read' })
    expect((await web.row()).pages).toEqual({ read: 2, gone: 1 })
    expect(await web.versions()).toEqual({ '/': 1, '/b': 1 })
    expect((await web.search('one')).join()).not.toContain('One is told')
    // It was there in between: that is no second time.
    delete site.pages['/b']
    site.pages['/'] = page('Start', '/b')
    await web.readAgain()
    expect(await web.outcomes()).toEqual({ '/': 'read', '/b': 'invalid_input' })
  })

  it('keeps what it can’t read again, and drops what asks for it or is elsewhere', async () => {
    const web = await scene({
      '/': page('Start', '/a', '/b', '/c', '/d'),
      ...{ '/a': page('One'), '/b': page('Two'), '/c': page('Three'), '/d': page('Four') },
    })
    const robots = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /a' }
    site.pages['/robots.txt'] = robots
    site.pages['/b'] = { body: '<meta name="robots" content="noindex"><p>Two</p>' }
    site.pages['/c'] = { status: 302, headers: { location: '/' } }
    site.pages['/d'] = { status: 302, headers: { location: `http://${other.host}/` } }
    await web.readAgain()
    expect(await web.outcomes()).toEqual({
      ...{ '/': 'read', '/a': 'robots_forbid', '/b': 'noindex', '/c': 'redirects', '/d': 'leads_elsewhere' },
    })
    expect(site.asked()).not.toContain('/a')
    expect(other.requests).toEqual([])
    expect(Object.keys(await web.versions()).sort()).toEqual(['/', '/a', '/d'])
    site.pages['/'] = { status: 302, headers: { location: `http://${other.host}/` } }
    await web.readAgain()
    expect(await web.row()).toMatchObject({ state: 'failed', error: { code: 'leads_elsewhere' } })
    expect(await web.versions()).toHaveProperty('/')
  })

  it('leaves what a person removed or replaced, and follows its links', async () => {
    const web = await scene({ '/': page('Start', '/a'), '/a': page('One'), '/b': page('Two') })
    const [start, one] = ['/', '/a'].map(
      (path) => async () => (await web.documents()).find(({ url }) => url === site.at(path))?.id,
    )
    await test.call('DELETE', `${ALL}/${web.base}/documents/${await start?.()}`, { as: owner })
    await test.database.pool.query('update knowledge_documents set source_url = null where id = $1', [await one?.()])
    site.pages['/'] = page('Start, changed', '/a', '/b')
    site.pages['/a'] = page('One, changed')
    await web.readAgain()
    expect(await web.versions()).toEqual({ own: 1, '/b': 1 })
    delete site.pages['/a']
    await web.readAgain()
    await web.readAgain()
    expect(await web.outcomes()).toMatchObject({ '/a': 'gone' })
    expect(await web.versions()).toEqual({ own: 1, '/b': 1 })
  })

  it('stays within its page limit', async () => {
    const web = await scene({ '/': page('Start', '/a', '/b'), '/a': page('One'), '/b': page('Two') }, { max_pages: 2 })
    expect(await web.outcomes()).toEqual({ '/': 'read', '/a': 'read', '/b': 'page_limit' })
    site.pages['/'] = page('Start, changed', '/new', '/a', '/b')
    site.pages['/new'] = page('New')
    await web.readAgain()
    expect(await web.versions()).toEqual({ '/': 2, '/a': 1 })
    delete site.pages['/a']
    await web.readAgain()
    await web.readAgain()
    await web.readAgain()
    expect(Object.keys(await web.versions())).toHaveLength(2)
    expect(await web.versions()).not.toHaveProperty('/a')
  })
})

describe('a website that is read again by the clock', () => {
  const due = () => test.database.pool.query("update knowledge_sites set due_at = now() - interval '1 minute'")
  const set = (web: Scene, read_again: string) => test.call('PUT', web.path, { as: owner, body: { read_again } })

  it('is read when it is due, and not before', async () => {
    const web = await scene({ '/': page('Start') }, { read_again: 'daily' })
    const hours = async () => (Date.parse((await web.row()).next_at ?? '') - Date.now()) / 3_600_000
    expect(await hours()).toBeCloseTo(24, 1)
    await readAll()
    expect(site.requests).toEqual([])
    await set(web, 'weekly')
    expect(await hours()).toBeCloseTo(168, 1)
    site.pages['/'] = page('Start, changed')
    await due()
    await Promise.all([readAll(), readAll()])
    expect(await web.versions()).toEqual({ '/': 2 })
    expect(site.asked().filter((path) => path === '/')).toHaveLength(1)
    expect(await hours()).toBeCloseTo(168, 1)
    await set(web, 'never')
    expect((await web.row()).next_at).toBeNull()
    expect(await test.call('PUT', web.path, { as: owner, body: { read_again: 'hourly' } })).toMatchObject({
      status: 400,
    })
  })

  it('waits while its person or the owner is blocked, and ends where access is lost', async () => {
    const friend = await test.person()
    const { rows } = await test.database.pool.query('select email::text from users where id = $1', [friend.id])
    const web = await scene({ '/': page('Start') }, { read_again: 'daily' })
    const share = (access: string) =>
      test.call('PUT', `${ALL}/${web.base}/shares`, { as: owner, body: { email: rows[0].email, access } })
    await share('write')
    expect(await web.readAgain(friend)).toBe(202)
    site.requests = []
    for (const blocked of [friend.id, owner.id]) {
      await due()
      await test.database.pool.query("update users set status = 'blocked' where id = $1", [blocked])
      await readAll()
      expect(site.requests).toEqual([])
      await test.database.pool.query("update users set status = 'active' where id = $1", [blocked])
    }
    await share('read')
    await readAll()
    expect(await web.row()).toMatchObject({ state: 'failed', error: { code: 'forbidden' } })
    expect(site.requests).toEqual([])
    expect(await web.versions()).toEqual({ '/': 1 })
    expect(await web.readAgain(friend)).toBe(403)
    expect(await web.readAgain(await test.person())).toBe(404)
    // Its owner takes it on.
    expect(await web.readAgain()).toBe(202)
    expect(await web.row()).toMatchObject({ state: 'done', error: null })
    await due()
    await test.call('DELETE', `${ALL}/${web.base}`, { as: owner })
    site.requests = []
    await readAll()
    expect(site.requests).toEqual([])
  })

  it('stays stopped once it is stopped', async () => {
    const web = await scene({ '/': page('Start') }, { read_again: 'daily' })
    await test.call('POST', `${web.path}/read`, { as: owner })
    await test.call('PUT', web.path, { as: owner, body: { stopped: true } })
    await due()
    await readAll()
    expect(site.requests).toEqual([])
    expect(await web.row()).toMatchObject({ state: 'stopped', next_at: null })
    expect(await web.versions()).toEqual({ '/': 1 })
    expect(await web.readAgain()).toBe(202)
    expect(await web.row()).toMatchObject({ state: 'done' })
  })
})
