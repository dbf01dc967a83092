/** A base that is searched often has its vectors in memory: it answers the same, and what changes or goes is seen as soon as before. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KnowledgeId } from '#contract/knowledge/bases.ts'
import { KnowledgeSearch } from '#contract/knowledge/documents.ts'
import { authorUsesKnowledge } from '#server/areas/knowledge/bases/bases.policy.ts'
import { indexWaiting } from '#server/areas/knowledge/indexing/index-documents.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { embedByWords } from '#test/support/embed.ts'
import { multipart } from '#test/support/multipart.ts'
import { createKnowledgeSearch, type SearchKnowledge } from './search.ts'

const ALL = '/api/v1/knowledge'
let runners: Runners
let test: TestApp
let owner: Person
let pool: Pool
/** Statements since the last look. */
let sent: string[] = []
beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({ embed: embedByWords, runners })
  owner = await test.person()
  pool = createPool(test.database.url, 2)
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    Object.assign(client, {
      query: (...given: unknown[]) => {
        const [first] = given as [string | { text: string }]
        sent.push(typeof first === 'string' ? first : first.text)
        return query(...given)
      },
    })
  })
})
afterAll(async () => {
  await pool.end()
  await test.close()
  await runners.stop()
})

const index = () => indexWaiting(test.indexing, new AbortController().signal)
const add = async (base: string, text: string): Promise<string> => {
  const form = multipart('a.txt', Buffer.from(text))
  return (await test.call('POST', `${ALL}/${base}/documents`, { as: owner, ...form })).body.data.items[0].id
}
async function make(...texts: string[]): Promise<{ base: string; documents: string[] }> {
  const base = (await test.call('POST', ALL, { as: owner, body: { name: 'Often searched' } })).body.data.id
  const documents: string[] = []
  for (const text of texts) documents.push(await add(base, text))
  await index()
  return { base, documents }
}
const createSearch = (mostBytes: number): SearchKnowledge =>
  createKnowledgeSearch({
    ...{
      db: createDatabase(pool),
      embed: (texts) => embedByWords(texts, { signal: new AbortController().signal } as never),
    },
    ...{
      embedOutside: () => Promise.reject(new Error('no model')),
      askProof: false,
      mostBytes,
      log: { warn: () => {} },
    },
  })
const ask = async ({ search }: SearchKnowledge, base: string, query: string) => {
  sent = []
  const grant = authorUsesKnowledge(owner.id)
  const { hits } = await search(grant, KnowledgeId.parse(base), KnowledgeSearch.parse({ query }))
  return hits.map(({ document_id, text, fit, meaning, words_rank }) => ({
    document_id,
    text,
    fit,
    meaning,
    words_rank,
  }))
}
const readsVectors = () => sent.some((text) => text.includes('as vectors') && text.includes('/* prepare */'))

it('answers the same, and tells what was changed, deleted or no longer shared at once', async () => {
  const { base, documents } = await make(
    'Parking costs 20 rupees.',
    'Parking is behind the house.',
    'Lunch is at noon.',
  )
  const [first = '', second = ''] = documents
  const searched = createSearch(10_000_000)
  const before = await ask(searched, base, 'parking')
  expect([before.length, readsVectors()]).toEqual([3, true])
  await expect
    .poll(async () => {
      expect(await ask(searched, base, 'parking')).toEqual(before)
      return readsVectors()
    })
    .toBe(false)

  const body = { text: 'Bicycles cost 20 rupees.', instead_of: 'Parking costs 20 rupees.' }
  const edited = await test.call('PUT', `${ALL}/${base}/documents/${first}/chunks/0`, { as: owner, body })
  expect(edited.status).toBe(200)
  expect((await ask(searched, base, 'bicycles'))[0]).toMatchObject({ document_id: first, text: body.text })
  // Of the document that changed the vector is another one now; those of the others are still in memory.
  expect(readsVectors()).toBe(true)

  const added = await add(base, 'Parking is free at night.')
  await index()
  await test.call('DELETE', `${ALL}/${base}/documents/${second}`, { as: owner })
  const after = await ask(searched, base, 'parking')
  expect(after.map(({ document_id }) => document_id)).toEqual(expect.arrayContaining([added]))
  expect(after.map(({ document_id }) => document_id)).not.toContain(second)
  expect(after[0]).toMatchObject({ document_id: added, words_rank: 1 })
  await test.call('DELETE', `${ALL}/${base}`, { as: owner })
  await expect(ask(searched, base, 'parking')).rejects.toMatchObject({ code: 'not_found' })
})

it('keeps none where there is no room for them', async () => {
  const { base } = await make('Parking costs 20 rupees.')
  const searched = createSearch(1_000)
  for (let times = 0; times < 60; times++) await ask(searched, base, 'parking')
  expect(readsVectors()).toBe(true)
})
