import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const SYNONYMS = '/api/v1/admin/search/synonyms'

let test: TestApp
let admin: Person
beforeAll(async () => {
  test = await createTestApp({ deps: { fresh_ms: 0 } })
  admin = await test.person('admin')
  const seller = await test.person('seller')
  await addAgent(test.database.pool, seller.id, document, {
    slug: 'lorry',
    name: 'Lorry planner',
    tagline: 'Plans loads',
  })
})
afterAll(() => test.close())

const add = (body: object) => test.call('POST', SYNONYMS, { as: admin, body: { both_ways: false, ...body } })
const found = async (search: string): Promise<string[]> => {
  const { body } = await test.call('GET', '/api/v1/agents', { query: { search } })
  return body.data.agents.map(({ slug }: { slug: string }) => slug)
}

it('lets a search find what is called otherwise, until it is removed, and writes both down', async () => {
  expect(await found('truck')).toEqual([])
  const { status, body } = await add({ phrase: ' Truck ', also: 'LORRY' })
  expect([status, body.data.added]).toEqual([200, [expect.objectContaining({ phrase: 'truck', also: 'lorry' })]])
  expect(await found('truck')).toEqual(['lorry'])
  const trial = await test.call('GET', '/api/v1/admin/search/trial', { as: admin, query: { search: 'trucks? Truck' } })
  expect(trial.body.data).toMatchObject({
    parts: [{ said: 'trucks' }, { said: 'truck', also: ['lorry'] }],
    hits: [{ slug: 'lorry', reason: 'words' }],
  })
  const [{ id }] = body.data.added
  expect((await test.call('DELETE', `${SYNONYMS}/${id}`, { as: admin })).status).toBe(200)
  expect((await test.call('DELETE', `${SYNONYMS}/${id}`, { as: admin })).status).toBe(404)
  expect(await found('truck')).toEqual([])
  const { rows } = await test.database.pool.query(
    `select action, details from audit_log where actor_id = $1 order by created_at, action`,
    [admin.id],
  )
  expect(rows).toEqual([
    { action: 'search.synonym_add', details: { phrase: 'truck', also: 'lorry' } },
    { action: 'search.synonym_remove', details: { phrase: 'truck', also: 'lorry' } },
  ])
})

it('says why a search has its hits', async () => {
  const tried = async (search: string) =>
    (await test.call('GET', '/api/v1/admin/search/trial', { as: admin, query: { search } })).body.data
  expect(await tried('lorry plan')).toMatchObject({
    way: 'written',
    hits: [{ slug: 'lorry', reason: 'name' }],
    total: 1,
  })
  expect(await tried('lorrt')).toMatchObject({ way: 'corrected', parts: [{ said: 'lorrt', near: ['lorry'] }] })
  expect(await tried('lorry zebra')).toMatchObject({ way: 'any', meaning: 'none' })
  expect(await tried('qqqq xxxx')).toMatchObject({ way: 'likeness', hits: [], total: 0 })
})

it.each([
  [{ phrase: '', also: 'a' }, 'phrase'],
  [{ phrase: '---', also: 'a' }, 'phrase'],
  [{ phrase: 'a', also: "') | (" }, 'also'],
  [{ phrase: 'one two three four', also: 'a' }, 'phrase'],
  [{ phrase: 'a', also: 'x'.repeat(65) }, 'also'],
  [{ phrase: 'Same', also: ' same ' }, 'also'],
  [{ phrase: 'a', also: 'b', id: 'x' }, ''],
])('refuses %j and names the field', async (body, field) => {
  const answer = await add(body)
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.body)).toContain(field)
})

it('adds both ways, once, also when two do it at the same time', async () => {
  const same = { phrase: 'car', also: 'auto mobile', both_ways: true }
  const answers = await Promise.all([add(same), add(same), add(same)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const list = await test.call('GET', SYNONYMS, { as: admin, query: { contains: 'auto mob' } })
  expect(list.body.data).toMatchObject({ total: 2, items: [{ phrase: 'auto mobile' }, { phrase: 'car' }] })
  const beyond = await test.call('GET', SYNONYMS, { as: admin, query: { offset: '5000' } })
  expect(beyond.body.data.items).toEqual([])
  expect(beyond.body.data.total).toBeGreaterThan(2)
})

it('is for admins', async () => {
  const seller = await test.person('seller')
  for (const [method, url] of [
    ['GET', SYNONYMS],
    ['POST', SYNONYMS],
    ['GET', '/api/v1/admin/search/trial?search=x'],
  ] as const) {
    const body = method === 'POST' ? { phrase: 'a', also: 'b' } : undefined
    expect((await test.call(method, url, { as: seller, ...(body && { body }) })).status).toBe(403)
    expect((await test.call(method, url, { as: null, ...(body && { body }) })).status).toBe(401)
  }
})
