/** Websites as sources of knowledge: what is read, what is left alone, and what happens when a worker dies, a person stops it or it never ends. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { indexWaiting } from '#server/areas/knowledge/indexing/index-documents.ts'
import type { Person, TestApp } from '#test/support/app.ts'
import { pdf } from '#test/support/files.ts'
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

const robots = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body })
const to = (location: string) => ({ status: 302, headers: { location } })

const make = async (as = owner): Promise<string> =>
  (await test.call('POST', ALL, { as, body: { name: `Base ${Math.random()}` } })).body.data.id
const add = async (base: string, url: string, limits: object = {}, as: Person | null = owner) => {
  const { status, body } = await test.call('POST', `${ALL}/${base}/sites`, { as, body: { url, ...limits } })
  return { status, site: body.data, code: body.errors?.[0]?.code, field: body.errors?.[0]?.field }
}
/** Until nothing may be read any more. */
const readAll = (delay_ms = 0) => readSites({ ...test.sites, delay_ms }, never)
const list = async (base: string) => (await test.call('GET', `${ALL}/${base}/sites`, { as: owner })).body.data.items
const pagesOf = async (base: string, id: string, query = '') =>
  (await test.call('GET', `${ALL}/${base}/sites/${id}/pages?limit=100${query}`, { as: owner })).body.data.items
/** State, or the code of what is wrong, by path. */
const outcomes = async (base: string, id: string) =>
  Object.fromEntries(
    (await pagesOf(base, id)).map(
      ({ url, state, error }: { url: string; state: string; error: { code: string } | null }) => [
        url.replace(`http://${site.host}`, ''),
        error?.code ?? state,
      ],
    ),
  )
const documents = async (base: string) =>
  (await test.call('GET', `${ALL}/${base}/documents?limit=100`, { as: owner })).body.data.items

async function whole(pages: Website['pages'], path = '/', limits: object = {}) {
  site.pages = pages
  const base = await make()
  const { site: added } = await add(base, site.at(path), limits)
  await readAll()
  const [row] = await list(base)
  return { base, id: added.id as string, row, outcomes: await outcomes(base, added.id) }
}

describe('a website as a source', () => {
  it('reads pages by links and sitemap, on its host and path, and answers with them', async () => {
    const result = await whole(
      {
        '/sitemap.xml': {
          body: `<urlset><url><loc>${site.at('/docs/hidden')}</loc></url><url><loc>${site.at('/blog')}</loc></url></urlset>`,
        },
        '/docs/': page(
          'Start',
          'leave?utm_source=mail#top',
          '/docs/form.pdf',
          '/pricing',
          'https://example.com/',
          'logo.png',
        ),
        '/docs/leave': page('Annual leave of 24 days', './', 'leave'),
        '/docs/form.pdf': {
          headers: { 'content-type': 'application/pdf' },
          body: await pdf((one) => one.text('Visa forms')),
        },
        '/docs/hidden': page('Parking'),
        '/pricing': page('Pricing'),
      },
      '/docs/',
    )
    expect(result.row).toMatchObject({ state: 'done', error: null, pages: { read: 4 }, url: site.at('/docs/') })
    expect(site.asked()).toEqual([
      '/robots.txt',
      '/sitemap.xml',
      '/docs/',
      '/docs/hidden',
      '/docs/leave',
      '/docs/form.pdf',
    ])
    expect(site.requests.every(({ headers }) => headers['user-agent'] === 'Chowk')).toBe(true)
    await indexWaiting(test.indexing, never)
    const { body } = await test.call('POST', `${ALL}/${result.base}/search`, {
      as: owner,
      body: { query: 'annual leave', limit: 1 },
    })
    expect(body.data.hits[0]).toMatchObject({ url: site.at('/docs/leave') })
    const all = await pagesOf(result.base, result.id)
    expect(all.every(({ document_id }: { document_id: string | null }) => document_id !== null)).toBe(true)
  })

  it('asks robots.txt first, keeps to it, and to the time between pages that it asks for', async () => {
    site.pages = {
      '/robots.txt': robots(
        'User-agent: *\nDisallow: /\n\nUser-agent: chowk/2.0\nDisallow: /private\nAllow: /private/open\nDisallow: /*.pdf$\nCrawl-delay: 0.3',
      ),
      '/': page('Start', '/private', '/private/open', '/a.pdf', '/way'),
      '/private/open': page('Open'),
      '/way': to('/private/secret'),
    }
    const base = await make()
    const { site: added } = await add(base, site.at('/'))
    const state = async () => {
      await readAll()
      return (await list(base))[0].state
    }
    await expect.poll(state, { timeout: 20_000 }).toBe('done')
    expect(await outcomes(base, added.id)).toEqual({
      '/': 'read',
      '/private': 'robots_forbid',
      '/private/open': 'read',
      '/a.pdf': 'robots_forbid',
      '/way': 'robots_forbid',
    })
    expect(site.asked().filter((path) => /secret|pdf|private$/.test(path))).toEqual([])
    const times = site.requests.map(({ at }) => at)
    expect(Math.min(...times.slice(1).map((at, n) => at - (times[n] ?? 0)))).toBeGreaterThanOrEqual(290)
  })

  it('reads nothing where robots.txt forbids it, or can’t be read', async () => {
    const closed = await whole({ '/robots.txt': robots('User-agent: *\nDisallow: /'), '/': page('Start') })
    expect(closed.row).toMatchObject({ state: 'failed', error: { code: 'robots_forbid' } })
    expect(site.asked()).toEqual(['/robots.txt'])
    site.pages = { '/robots.txt': { status: 503 }, '/': page('Start') }
    const base = await make()
    await add(base, site.at('/'))
    for (let times = 0; times < 3; times++) {
      await test.database.pool.query(`update knowledge_hosts set free_at = now()`)
      await readAll()
    }
    expect((await list(base))[0]).toMatchObject({
      state: 'failed',
      error: { code: 'robots_unreadable', message: expect.stringContaining('robots.txt can’t be read') },
    })
    expect(site.asked()).not.toContain('/')
  })

  it('ends at its limits, however the site goes on', async () => {
    const pages: Website['pages'] = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`/n${n}`, page(`Number ${n}`, `/n${n + 1}`, `/n${n}?page=${n + 1}`)]),
    )
    pages['/'] = page('Start', '/n0')
    const short = await whole(pages, '/', { max_pages: 5, max_depth: 10 })
    expect(short.row).toMatchObject({ state: 'done', pages: { read: 5 } })
    expect(Object.values(short.outcomes)).toContain('page_limit')
    site.requests = []
    const flat = await whole(pages, '/', { max_depth: 2 })
    expect(flat.outcomes).toMatchObject({ '/': 'read', '/n0': 'read', '/n1': 'read' })
    expect(flat.outcomes).not.toHaveProperty('/n2')
  })

  it('recognises loops, and a page under several names', async () => {
    const result = await whole({
      '/': page('Start', '/a', '/a?sid=1', '/b', '/copy', '/loop/', '/print', '/round', '/x', '/y', '/later'),
      '/a': page('One'),
      '/b': to('/a'),
      '/copy': page('One'),
      '/loop/': page('Loop', 'loop/'),
      '/loop/loop/': page('Loop', 'loop/'),
      '/print': { body: `<link rel="canonical" href="/article"><h1>Article</h1><p>Printed</p>` },
      '/article': page('Article'),
      '/round': to('/round'),
      '/x': { body: '<link rel="canonical" href="/y"><p>Either</p>' },
      '/y': { body: '<link rel="canonical" href="/x"><p>Either, too</p>' },
      '/later': { body: '<meta name="robots" content="noindex, nofollow"><a href="/never">x</a>' },
    })
    expect(result.outcomes).toEqual({
      ...{ '/': 'read', '/a': 'read', '/b': 'redirects', '/copy': 'same_content', '/loop/': 'read' },
      ...{ '/loop/loop/': 'same_content', '/print': 'canonical', '/article': 'read', '/round': 'invalid_input' },
      ...{ '/x': 'canonical', '/y': 'read', '/later': 'noindex' },
    })
    expect(await documents(result.base)).toHaveLength(5)
  })

  it('never asks a private address, and says what is wrong with each page', async () => {
    const result = await whole({
      '/': page('Start', '/meta', '/home', '/out', '/gone', '/picture', '/empty'),
      '/meta': to('https://169.254.169.254/latest/meta-data'),
      '/home': to('http://127.0.0.1:1/'),
      '/out': to(`http://${other.host}/`),
      '/picture': { headers: { 'content-type': 'image/gif' }, body: 'GIF89a' },
      '/empty': {},
    })
    expect(result.outcomes).toEqual({
      ...{ '/': 'read', '/meta': 'leads_elsewhere', '/home': 'invalid_input', '/out': 'leads_elsewhere' },
      ...{ '/gone': 'invalid_input', '/picture': 'file_unsupported', '/empty': 'invalid_input' },
    })
    expect(other.requests).toEqual([])
    const moved = await whole({ '/': to('https://10.0.0.1/'), '/robots.txt': to('https://10.0.0.1/robots.txt') })
    expect(moved.row).toMatchObject({
      state: 'failed',
      error: { message: 'This address is not on the public internet.' },
    })
    const base = await make()
    for (const url of ['http://example.com/', 'file:///etc/passwd', 'https://me:you@example.com/', 'help'])
      expect(await add(base, url), url).toMatchObject({ status: 400, code: 'invalid_input', field: 'url' })
    expect(await list(base)).toEqual([])
  })

  it('follows its first page to another host, with the rules there', async () => {
    other.pages = {
      '/robots.txt': robots('User-agent: *\nDisallow: /no'),
      '/': page('Welcome', '/no', '/yes'),
      '/yes': page('Yes'),
    }
    const { row } = await whole({ '/': to(`http://${other.host}/`) })
    expect(row).toMatchObject({ state: 'done', pages: { read: 2, skipped: 1 } })
    expect(other.asked()).toEqual(['/robots.txt', '/sitemap.xml', '/', '/yes'])
  })

  it('tries again later what may be over soon', async () => {
    site.pages = { '/': page('Start', '/busy'), '/busy': { status: 503 } }
    const base = await make()
    const { site: added } = await add(base, site.at('/'))
    await readAll()
    expect(await outcomes(base, added.id)).toEqual({ '/': 'read', '/busy': 'waiting' })
    site.pages['/busy'] = page('Busy')
    await test.database.pool.query('update knowledge_hosts set free_at = now()')
    await readAll()
    expect(await outcomes(base, added.id)).toEqual({ '/': 'read', '/busy': 'read' })
  })
})

describe('a website that is being read', () => {
  const pages = () => ({ '/': page('Start', '/a', '/b'), '/a': page('One'), '/b': page('Two') })

  it('is taken on when its worker dies, and no page is added twice', async () => {
    site.pages = pages()
    const base = await make()
    await add(base, site.at('/'))
    await Promise.all([readAll(), readAll(), readAll()])
    expect(site.asked().sort()).toEqual(['/', '/a', '/b', '/robots.txt', '/sitemap.xml'])
    expect(await documents(base)).toHaveLength(3)
    // A worker that is dead has the page and the host until its lease ends.
    const second = await make()
    await add(second, site.at('/'))
    const dying = new AbortController()
    site.pages['/'] = { hangs: true }
    const dead = readSites({ ...test.sites, delay_ms: 0 }, dying.signal)
    await expect.poll(() => site.asked().filter((path) => path === '/')).toHaveLength(2)
    expect(await readAll()).toBe(0)
    site.pages = pages()
    await test.database.pool.query(
      `update knowledge_sites set leased_until = now() - interval '1 second' where status = 'reading'`,
    )
    await test.database.pool.query(`update knowledge_hosts set free_at = now() - interval '1 second'`)
    await readAll()
    dying.abort(new Error('stopped'))
    await dead
    expect((await list(second))[0]).toMatchObject({ state: 'done', pages: { read: 3 } })
    expect(await documents(second)).toHaveLength(3)
  })

  it('asks a host for one page at a time, and owners take turns', async () => {
    const friend = await test.person()
    site.pages = { '/': page('Start', ...Array.from({ length: 6 }, (_, n) => `/p${n}`)), '/q': page('Other') }
    for (let n = 0; n < 6; n++) site.pages[`/p${n}`] = page(`Page ${n}`)
    const base = await make()
    await add(base, site.at('/'))
    await add(await make(friend), site.at('/q'), {}, friend)
    const one = new AbortController()
    await readSites({ ...test.sites, delay_ms: 0 }, one.signal)
    // Both start at once: the other one is not behind all six pages.
    expect(site.asked().indexOf('/q')).toBeLessThan(site.asked().indexOf('/p2'))
  })

  it('is stopped at once, continues, and is removed with its pages', async () => {
    site.pages = { ...pages(), '/a': { hangs: true } }
    const base = await make()
    const { site: added } = await add(base, site.at('/'))
    const path = `${ALL}/${base}/sites/${added.id}`
    const reading = new AbortController()
    const work = readSites({ ...test.sites, delay_ms: 0 }, reading.signal)
    await expect.poll(() => site.asked()).toContain('/a')
    expect((await test.call('PUT', path, { as: owner, body: { stopped: true } })).body.data.state).toBe('stopped')
    reading.abort(new Error('stopped'))
    await work
    expect(await readAll()).toBe(0)
    expect(await documents(base)).toHaveLength(1)
    site.pages = pages()
    await test.database.pool.query('delete from knowledge_hosts')
    expect((await test.call('PUT', path, { as: owner, body: { stopped: false } })).body.data.state).toBe('reading')
    await readAll()
    expect(await outcomes(base, added.id)).toEqual({ '/': 'read', '/a': 'read', '/b': 'read' })
    // What a person puts in place of a page is no longer the website's.
    const mine = (await documents(base)).find(({ url }: { url: string }) => url === site.at('/a'))
    await test.database.pool.query('update knowledge_documents set source_url = null where id = $1', [mine.id])
    expect((await test.call('DELETE', path, { as: owner })).status).toBe(200)
    expect(await list(base)).toEqual([])
    expect((await documents(base)).map(({ id }: { id: string }) => id)).toEqual([mine.id])
    expect((await test.call('DELETE', path, { as: owner })).status).toBe(404)
  })

  it('ends when its person may no longer change the base', async () => {
    const friend = await test.person()
    const { rows } = await test.database.pool.query('select email::text from users where id = $1', [friend.id])
    site.pages = pages()
    const base = await make()
    const share = (access: string) =>
      test.call('PUT', `${ALL}/${base}/shares`, { as: owner, body: { email: rows[0].email, access } })
    await share('write')
    expect((await add(base, site.at('/'), {}, friend)).status).toBe(201)
    await share('read')
    await readAll()
    expect((await list(base))[0]).toMatchObject({ state: 'failed', error: { code: 'forbidden' } })
    expect(site.requests).toEqual([])
    expect((await add(base, site.at('/b'), {}, friend)).status).toBe(403)
    expect((await add(base, site.at('/b'), {}, await test.person())).status).toBe(404)
    expect((await add(base, site.at('/'))).status).toBe(409)
  })
})
