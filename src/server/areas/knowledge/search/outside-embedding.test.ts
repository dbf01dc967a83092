/** Bases whose vectors a model from outside makes: chosen, paid, changed while the old index answers, and gone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { indexWaiting } from '#server/areas/knowledge/indexing/index-documents.ts'
import { projectVector } from '#server/platform/vectors/project.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { embedByWords } from '#test/support/embed.ts'
import { multipart } from '#test/support/multipart.ts'

const ALL = '/api/v1/knowledge'
let peer: ModelPeer
let runners: Runners
let test: TestApp
let owner: Person
let model: string
beforeAll(async () => {
  peer = await startModelPeer()
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({
    embed: embedByWords,
    runners,
    models: { model: null, outboundAllow: [peer.host] } as never,
  })
  owner = await test.person()
  model = await addModel(owner)
})
afterAll(async () => {
  await test.close()
  await runners.stop()
  await peer.close()
})

async function addModel(as: Person): Promise<string> {
  const body = { provider: 'custom', model: 'chat', name: 'Chat', base_url: peer.url }
  return (await test.call('POST', '/api/v1/models', { as, body })).body.data.id
}
const index = () => indexWaiting(test.indexing, new AbortController().signal)
const choose = (base: string, embedding: object | null, as = owner) =>
  test.call('PUT', `${ALL}/${base}`, { as, body: { embedding } })
const add = (base: string, text: string) =>
  test.call('POST', `${ALL}/${base}/documents`, { as: owner, ...multipart('a.md', Buffer.from(text)) })
const search = async (base: string, query: string) =>
  (await test.call('POST', `${ALL}/${base}/search`, { as: owner, body: { query } })).body.data
const documentOf = async (base: string) =>
  (await test.call('GET', `${ALL}/${base}/documents`, { as: owner })).body.data.items[0]

/** A base with a document, indexed by this model. */
async function baseBy(name: string): Promise<string> {
  const { id } = (await test.call('POST', ALL, { as: owner, body: { name } })).body.data
  await add(id, '# Leave\n\nEvery employee has 24 days of annual leave a year.')
  expect((await choose(id, { model, name, price: 50_000 })).status).toBe(200)
  await index()
  return id
}

it('makes vectors of any length as long as ours, and keeps what is near near', () => {
  const vector = (seed: number) => Float32Array.from({ length: 1536 }, (_, at) => Math.sin(at * seed))
  const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  const [a, near, far] = [vector(1.1), vector(1.1).map((value, at) => value + Math.cos(at) / 4), vector(2.7)].map(
    projectVector,
  )
  if (!a || !near || !far) throw new Error('No vectors were made')
  expect([a.length, cosine(a, a).toFixed(3)]).toEqual([512, '1.000'])
  expect(cosine(a, near)).toBeGreaterThan(0.8)
  expect(Math.abs(cosine(a, far))).toBeLessThan(0.2)
})

describe('an embedding model from outside', () => {
  it('takes the place of ours while the old index answers, and is paid for as a call of a model', async () => {
    const { id } = (await test.call('POST', ALL, { as: owner, body: { name: 'Changed' } })).body.data
    await add(id, '# Leave\n\nEvery employee has 24 days of annual leave a year.')
    await index()
    const changed = await choose(id, { model, name: 'embed-8', price: 50_000 })
    expect(changed.body.data.embedding).toEqual({ model, name: 'embed-8', price: 50_000 })
    expect(await documentOf(id)).toMatchObject({ state: 'queued', searchable: true })
    const asked = peer.asked.length
    expect(await search(id, 'holiday')).toMatchObject({ mode: 'hybrid', warning: null, hits: [{ name: 'a.md' }] })
    expect(peer.asked).toHaveLength(asked)
    await index()
    expect(await documentOf(id)).toMatchObject({ state: 'ready' })
    expect(await search(id, 'annual leave')).toMatchObject({
      mode: 'hybrid',
      warning: null,
      hits: [{ meaning: expect.any(Number) }],
    })
    expect(peer.asked.at(-1)?.body).toMatchObject({ model: 'embed-8', input: ['annual leave'] })
    const { rows } = await test.database.pool.query(
      `select count(*)::int as calls, sum(input_tokens)::int as tokens, sum(cost_micros)::int as cost from model_calls where model = 'embed-8'`,
    )
    // One to try it, one for the document, one for the search.
    expect(rows[0]).toMatchObject({ calls: 3, tokens: expect.any(Number) })
    expect(rows[0].cost).toBe(rows[0].tokens * 500)
    expect((await choose(id, null)).body.data.embedding).toBeNull()
    await index()
    expect(await search(id, 'vacation')).toMatchObject({ mode: 'hybrid', hits: [{ name: 'a.md' }] })
    expect(peer.asked.at(-1)?.body.input).toEqual(['annual leave'])
  })

  it('that fails leaves searches to words, and is named', async () => {
    const base = await baseBy('embed-broken')
    peer.embedWith({ status: 500 })
    const found = await search(base, 'days of leave')
    expect(found).toMatchObject({ mode: 'words', hits: [{ name: 'a.md' }] })
    expect(found.warning).toMatch(/“embed-broken”.*500/)
    peer.embedWith({ numbers: 8 })
  })

  it('that answers other lengths is named, and mixes with nothing', async () => {
    const base = await baseBy('embed-longer')
    peer.embedWith({ numbers: 12 })
    const found = await search(base, 'days of leave')
    expect([found.mode, found.warning]).toEqual([
      'words',
      expect.stringMatching(/“embed-longer”: It answered 12 numbers instead of 8/),
    ])
    await add(base, '# Travel\n\nA car is booked.')
    await index()
    expect(await documentOf(base)).toMatchObject({ state: 'failed', error: { code: 'embedding_length' } })
    // Chosen once more, everything is indexed by what it answers now.
    expect((await choose(base, { model, name: 'embed-longer' })).status).toBe(200)
    await index()
    expect(await documentOf(base)).toMatchObject({ state: 'ready' })
    peer.embedWith({ numbers: 8 })
  })

  it('is refused by name before anything changes, as is another person’s', async () => {
    const base = await baseBy('embed-kept')
    const stranger = await test.person()
    const theirs = await addModel(stranger)
    peer.embedWith({ status: 404 })
    for (const [wanted, message] of [
      [{ model, name: 'none' }, /“none”.*404/],
      [{ model: theirs, name: 'x' }, /not under Settings/],
      [{ model: '0195c0de-0000-7000-8000-000000000001' }, /not under Settings/],
    ] as const) {
      const { status, body } = await choose(base, wanted)
      expect([status, body.errors[0].field]).toEqual([400, 'embedding'])
      expect(body.errors[0].message).toMatch(message)
    }
    peer.embedWith({ numbers: 8 })
    expect((await choose(base, null, stranger)).status).toBe(404)
    expect(await documentOf(base)).toMatchObject({ state: 'ready' })
    expect(await search(base, 'leave')).toMatchObject({ mode: 'hybrid', warning: null })
  })

  it('that was removed is told, and others it is shared with see no model', async () => {
    const base = await baseBy('embed-gone')
    const friend = await test.person()
    const { rows } = await test.database.pool.query('select email from users where id = $1', [friend.id])
    await test.call('PUT', `${ALL}/${base}/shares`, { as: owner, body: { email: rows[0].email, access: 'read' } })
    const seen = await test.call('GET', `${ALL}/${base}`, { as: friend })
    expect(seen.body.data).toMatchObject({ role: 'read', embedding: null })
    expect((await test.call('DELETE', `/api/v1/models/${model}`, { as: owner })).status).toBe(200)
    const found = await search(base, 'annual leave')
    expect([found.mode, found.hits.length]).toEqual(['words', 1])
    expect(found.warning).toMatch(/“embed-gone”: It is not under Settings/)
  })
})
