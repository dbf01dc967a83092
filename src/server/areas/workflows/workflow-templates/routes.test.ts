import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'

let test: TestApp
let seller: Person
let buyer: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
  buyer = await test.person()
  await addCategories(test.database.pool, 'general', 'finance')
})
afterAll(() => test.close())

const BASE = '/api/v1/workflow-templates'
const get = (path = '', query: Record<string, string> = {}, as: Person | null = buyer) =>
  test.call('GET', BASE + path, { as, query })
const ids = (body: { data: { items: { id: string }[] } }) => body.data.items.map(({ id }) => id)

describe('the templates', () => {
  it('are listed for signed-in users, by category and by words', async () => {
    const all = await get()
    expect(all.body.data.total).toBeGreaterThanOrEqual(20)
    expect(all.body.data.items[0]).toMatchObject({ needs: { model: 'none', credentials: [] }, steps: [{}, {}, {}, {}] })
    const finance = await get('', { category: 'finance', limit: '2' })
    expect(finance.body.data.items).toHaveLength(2)
    expect(new Set(finance.body.data.items.map(({ category }: { category: string }) => category))).toEqual(
      new Set(['finance']),
    )
    expect(ids((await get('', { search: 'read invoices of suppliers' })).body)[0]).toBe('read-a-gst-invoice')
    expect(ids((await get('', { search: 'zyxwvut' })).body)).toEqual([])
    expect((await get('', { category: 'no-such' })).status).toBe(400)
    expect((await get('', {}, null)).status).toBe(401)
  })

  it('show their workflow, their sample and what comes of it', async () => {
    const { body } = await get('/clean-a-contact-list')
    expect(body.data).toMatchObject({
      id: 'clean-a-contact-list',
      sample: { input: { text: expect.stringContaining('meera') } },
      expected: expect.any(String),
      document: { schema_version: 1 },
    })
    for (const id of ['no-such', 'constructor', '__proto__']) expect([400, 404]).toContain((await get(`/${id}`)).status)
  })

  it('name their categories, and count what was started from them', async () => {
    const { body } = await get('/categories/list')
    expect(body.data.items.map(({ slug }: { slug: string }) => slug)).toContain('healthcare')
    const before = (await get('/stats/summary')).body.data
    expect(before).toMatchObject({ categories: 5, started: 0, most_started: [] })
    const made = await test.call('POST', `${BASE}/check-a-new-vendor/use`, { as: seller, body: {} })
    expect([made.status, made.body.data.name]).toEqual([201, 'Check a new vendor’s numbers'])
    expect((await get('/stats/summary')).body.data).toMatchObject({
      started: 1,
      most_started: [{ id: 'check-a-new-vendor', started: 1 }],
    })
  })

  it('become workflows of those who may build, which run, with a sample that an agent keeps', async () => {
    const use = (as: Person | null, id = 'clean-a-contact-list', body: object = { name: 'Contacts' }) =>
      test.call('POST', `${BASE}/${id}/use`, { as, body })
    expect((await use(buyer)).status).toBe(403)
    expect((await use(null)).status).toBe(401)
    expect((await use(seller, 'no-such')).status).toBe(404)
    expect((await use(seller, undefined, { name: '' })).body.errors[0].field).toBe('name')
    const { body } = await use(seller)
    const { id } = body.data
    const { sample } = (await get('/clean-a-contact-list')).body.data
    const run = await test.call('POST', '/api/v1/workflows/execute', {
      as: seller,
      body: { workflow_id: id, input: sample.input, wait_ms: 10_000 },
    })
    expect(run.body.data).toMatchObject({ status: 'succeeded', output: { kept: 2, dropped: 2 } })
    const agent = await test.call('POST', '/api/workflows/convert-to-agent', {
      as: seller,
      body: { workflow_id: id, name: 'Contacts', tagline: 'Cleans lists', category: 'general' },
    })
    expect(agent.body.data.version.samples).toEqual([{ ...sample, file: null }])
  })
})
