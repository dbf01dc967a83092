/** Pages of the web as documents: what they become, and what is refused. The website is a stand-in on this machine that the operator allows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { indexWaiting } from '#server/areas/knowledge/indexing/index-documents.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { embedByWords } from '#test/support/embed.ts'
import { pdf } from '#test/support/files.ts'
import { multipart } from '#test/support/multipart.ts'
import { startWebsite, type Website } from '#test/support/website.ts'
import { readPage } from './read-page.ts'

const ALL = '/api/v1/knowledge'
const LEAVE = `<!doctype html><html><head><title>Leave &amp; holidays</title><script>var tracked = 1</script></head><body>
<h1>Staff handbook</h1><h2>Annual leave</h2><p>Every employee has 24 days of annual leave a year.</p></body></html>`

let site: Website
let runners: Runners
let test: TestApp
let owner: Person

beforeAll(async () => {
  site = await startWebsite()
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  const models = { model: null, outboundAllow: [site.host] } as never
  test = await createTestApp({ embed: embedByWords, runners, models })
  owner = await test.person()
})
afterAll(async () => {
  await test.close()
  await runners.stop()
  site.close()
})

const make = async (): Promise<string> => {
  site.requests = []
  return (await test.call('POST', ALL, { as: owner, body: { name: `Base ${Math.random()}` } })).body.data.id
}
const at = (path: string): string => site.at(path)
const add = async (base: string, url: string, as: Person | null = owner) => {
  const { status, body } = await test.call('POST', `${ALL}/${base}/addresses`, { as, body: { url } })
  const [problem] = body.errors ?? []
  return { status, document: body.data, code: problem?.code, field: problem?.field, message: problem?.message ?? '' }
}
const documents = async (base: string) =>
  (await test.call('GET', `${ALL}/${base}/documents`, { as: owner })).body.data.items

describe('a document by its web address', () => {
  it('keeps title and headings, is searched, and says where it was read', async () => {
    site.pages = {
      '/old': { status: 302, headers: { location: '/leave' } },
      '/leave': { body: LEAVE },
      '/price.html': {
        headers: { 'content-type': 'text/html; charset=iso-8859-1' },
        body: Buffer.from('<title>Caf\u00e9</title><p>Caf\u00e9 prices</p>', 'latin1'),
      },
      '/notes': { headers: { 'content-type': 'text/markdown' }, body: '# Notes\n\nParking is behind the house.' },
      '/form.pdf': {
        headers: { 'content-type': 'application/octet-stream' },
        body: await pdf((page) => page.text('Visa forms are at the desk')),
      },
    }
    const base = await make()
    const leave = await add(base, `${at('/old')}#top`)
    expect(leave).toMatchObject({
      status: 201,
      document: { name: 'Leave & holidays.html', url: at('/leave'), state: 'queued' },
    })
    for (const path of ['/price.html', '/notes', '/form.pdf']) expect((await add(base, at(path))).status).toBe(201)
    const names = (await documents(base)).map(({ name }: { name: string }) => name)
    expect(names).toEqual(['form.pdf', 'notes.md', 'Caf\u00e9.html', 'Leave & holidays.html'])
    await indexWaiting(test.indexing, new AbortController().signal)
    const search = async (query: string) =>
      (await test.call('POST', `${ALL}/${base}/search`, { as: owner, body: { query, limit: 1 } })).body.data.hits[0]
    expect(await search('annual leave')).toMatchObject({
      url: at('/leave'),
      headings: ['Staff handbook', 'Annual leave'],
      quote: expect.stringContaining('24 days of annual leave'),
    })
    expect(await search('visa')).toMatchObject({ url: at('/form.pdf'), page: 1 })
    expect((await search('Caf\u00e9')).text).toContain('Caf\u00e9 prices')
    // A file that a person puts in its place is not from there.
    const file = multipart('leave.md', Buffer.from('Thirty days.'))
    const place = `${ALL}/${base}/documents/${leave.document.id}/file`
    expect((await test.call('POST', place, { as: owner, ...file })).body.data.url).toBeNull()
  })

  it('is added once, also by another way to it and twice at the same time', async () => {
    site.pages = { '/': { body: LEAVE }, '/home': { status: 301, headers: { location: '/' } } }
    const base = await make()
    const both = await Promise.all([add(base, at('/')), add(base, at('/'))])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await add(base, at('/home'))).toMatchObject({ status: 409, code: 'already_exists', field: 'url' })
    expect(await documents(base)).toHaveLength(1)
  })

  it('refuses private addresses, and redirects to them', async () => {
    site.pages = Object.fromEntries(
      [
        'https://127.0.0.1/',
        'https://169.254.169.254/latest/meta-data',
        'http://127.0.0.1:1/',
        'file:///etc/passwd',
      ].map((location, n) => [`/away${n}`, { status: 302, headers: { location } }]),
    )
    const base = await make()
    const refused = [...Object.keys(site.pages).map(at), 'https://10.0.0.1/', 'https://[::1]/', 'http://example.com/']
    for (const url of [...refused, 'https://me:secret@example.com/', 'help', 'javascript:alert(1)'])
      expect(await add(base, url), url).toMatchObject({ status: 400, code: 'invalid_input', field: 'url' })
    expect((await add(base, at('/away1'))).message).toBe('This address is not on the public internet.')
    expect(await documents(base)).toEqual([])
  })

  it('says why a page can’t be read', async () => {
    const round = { status: 302, headers: { location: '/round' } }
    site.pages = {
      '/round': round,
      '/gone': { status: 410 },
      '/private': { status: 401 },
      '/broken': { status: 500 },
      '/empty': {},
      '/picture': { headers: { 'content-type': 'image/gif' }, body: 'GIF89a' },
      '/program': { headers: { 'content-type': 'text/plain' }, body: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1, 1]) },
      '/huge': { body: Buffer.alloc(10_000_001, 'a') },
    }
    const base = await make()
    const reason = async (path: string) => {
      const { code, message } = await add(base, at(path))
      return [code, message]
    }
    expect(await reason('/round')).toEqual(['invalid_input', 'The website redirects too many times.'])
    expect(await reason('/missing')).toEqual(['invalid_input', 'There is no page at this address.'])
    expect(await reason('/gone')).toEqual(['invalid_input', 'The page at this address was removed.'])
    expect(await reason('/private')).toEqual(['invalid_input', expect.stringContaining('asks for a sign-in')])
    expect(await reason('/broken')).toEqual(['invalid_input', expect.stringContaining('status 500')])
    expect(await reason('/empty')).toEqual(['invalid_input', 'The page is empty.'])
    expect(await reason('/picture')).toEqual(['file_unsupported', expect.stringContaining('Only web pages')])
    expect((await reason('/program'))[0]).toBe('file_unsupported')
    expect(await reason('/huge')).toEqual(['file_too_large', expect.stringContaining('larger than 10 MB')])
    expect(await documents(base)).toEqual([])
  })

  it('begins a base, and leaves none behind where it can’t be read', async () => {
    site.pages = { '/': { body: LEAVE }, '/broken': { status: 500 } }
    const names = async () =>
      (await test.call('GET', ALL, { as: owner })).body.data.items.map(({ name }: { name: string }) => name)
    const create = (name: string, url: string) => test.call('POST', ALL, { as: owner, body: { name, url } })
    for (const url of [at('/broken'), at('/missing'), 'https://10.0.0.1/', 'help']) {
      const refused = await create('From the web', url)
      expect([refused.status, refused.body.errors[0].field], url).toEqual([400, 'url'])
    }
    expect(await names()).not.toContain('From the web')
    const made = await create('From the web', at('/'))
    expect(made).toMatchObject({ status: 201, body: { data: { documents: 1, states: { queued: 1 } } } })
    expect(await documents(made.body.data.id)).toMatchObject([{ name: 'Leave & holidays.html', url: at('/') }])
    // A name that is taken is told before the website is asked.
    site.requests = []
    expect((await create('from the web', at('/'))).body.errors[0]).toMatchObject({ field: 'name' })
    expect(site.requests).toEqual([])
  })

  it('is read again by hand: unchanged says so, changed replaces it, missing changes nothing', async () => {
    site.pages = {
      '/leave': { body: LEAVE, etag: '"v1"' },
      '/plain': { body: LEAVE },
      '/other': { body: '<p>Other</p>' },
    }
    const base = await make()
    const again = async (id: string, as: Person | null = owner) => {
      const { status, body } = await test.call('POST', `${ALL}/${base}/documents/${id}/read`, { as })
      return { status, changed: body.data?.changed, version: body.data?.document.version, problem: body.errors?.[0] }
    }
    const { document } = await add(base, at('/leave'))
    const plain = (await add(base, at('/plain'))).document
    await add(base, at('/other'))
    await indexWaiting(test.indexing, new AbortController().signal)
    site.requests = []
    for (const { id } of [document, plain])
      expect(await again(id)).toMatchObject({ status: 200, changed: false, version: 1 })
    expect(site.requests.map(({ headers }) => headers['if-none-match'] ?? null)).toEqual(['"v1"', null])
    expect((await documents(base)).every(({ state }: { state: string }) => state === 'ready')).toBe(true)
    // What was added before pages had a hash is compared by its file.
    await test.database.pool.query('update knowledge_documents set content_hash = null where id = $1', [plain.id])
    expect(await again(plain.id)).toMatchObject({ changed: false })

    site.pages['/leave'] = { body: LEAVE.replace('24 days', '30 days'), etag: '"v2"' }
    expect(await again(document.id)).toMatchObject({ changed: true, version: 2 })
    const search = async () =>
      (await test.call('POST', `${ALL}/${base}/search`, { as: owner, body: { query: 'leave', filter: {} } })).body.data
        .hits
    expect(JSON.stringify(await search())).not.toContain('30 days')
    await indexWaiting(test.indexing, new AbortController().signal)
    expect(JSON.stringify(await search())).toContain('30 days')
    expect(await again(document.id)).toMatchObject({ changed: false, version: 2 })

    site.pages['/leave'] = { status: 302, headers: { location: '/other' } }
    expect(await again(document.id)).toMatchObject({ status: 409, problem: { code: 'already_exists' } })
    site.pages['/leave'] = { status: 302, headers: { location: 'https://10.0.0.1/' } }
    expect(await again(document.id)).toMatchObject({ status: 400, problem: { field: 'url' } })
    delete site.pages['/leave']
    for (let times = 0; times < 3; times++)
      expect(await again(document.id)).toMatchObject({ status: 400, problem: { code: 'invalid_input' } })
    expect(JSON.stringify(await search())).toContain('30 days')

    site.requests = []
    expect((await again(document.id, await test.person())).status).toBe(404)
    expect((await again(document.id, null)).status).toBe(401)
    await test.database.pool.query('update knowledge_documents set source_url = null where id = $1', [plain.id])
    expect(await again(plain.id)).toMatchObject({ status: 400, problem: { field: 'document_id' } })
    expect(site.requests).toEqual([])
  })

  it('leads one document to an address, when several that lead there are read at once', async () => {
    const paths = ['/a', '/b', '/c', '/d']
    site.pages = Object.fromEntries(paths.map((path) => [path, { body: `<p>${path}</p>` }]))
    const base = await make()
    const ids: string[] = []
    for (const path of paths) ids.push((await add(base, at(path))).document.id)
    site.pages = Object.fromEntries(paths.map((path) => [path, { status: 302, headers: { location: '/one' } }]))
    site.pages['/one'] = { body: '<p>One for all</p>' }
    const answers = await Promise.all(
      ids.map((id) => test.call('POST', `${ALL}/${base}/documents/${id}/read`, { as: owner })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('gives up on a website that is slow, and when the person leaves', async () => {
    const { http, close } = createOutbound({ allow: [site.host] })
    const read = (path: string, signal: AbortSignal, timeout_ms = 300) =>
      readPage({ http, allow: new Set([site.host]), timeout_ms }, at(path), signal).then(
        () => 'read',
        (error: Error & { problems?: { message: string }[] }) => error.problems?.[0]?.message ?? error.message,
      )
    site.pages = { '/never': { hangs: true }, '/drips': { drips: true } }
    const never = new AbortController().signal
    expect(await read('/never', never)).toContain('took too long')
    expect(await read('/drips', never)).toContain('took too long')
    const leaving = new AbortController()
    site.requests = []
    const left = read('/never', leaving.signal, 60_000)
    await expect.poll(() => site.asked()).toEqual(['/never'])
    leaving.abort(new Error('left'))
    expect(await left).toBe('left')
    close()
  })

  it('is bounded for each person and hour', async () => {
    const [eager, other] = [await test.person(), await test.person()]
    const id = async (as: Person) => (await test.call('POST', ALL, { as, body: { name: 'Eager' } })).body.data.id
    const [base, calm] = [await id(eager), await id(other)]
    const refused = async () => (await add(base, 'https://10.0.0.1/', eager)).status
    const statuses = await Promise.all(Array.from({ length: KNOWLEDGE.addresses_per_hour + 3 }, refused))
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
    site.pages = { '/': { body: LEAVE } }
    site.requests = []
    expect(await add(base, at('/'), eager)).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(site.requests).toEqual([])
    expect((await add(calm, at('/'), other)).status).toBe(201)
  })

  it('asks nothing of the website for those who may not change the base', async () => {
    site.pages = { '/': { body: LEAVE } }
    const base = await make()
    expect((await add(base, at('/'), await test.person())).status).toBe(404)
    expect((await add(base, at('/'), null)).status).toBe(401)
    expect(site.requests).toEqual([])
  })
})
