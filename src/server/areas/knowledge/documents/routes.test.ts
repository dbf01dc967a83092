/** Bases, documents, chunks and searches as callers meet them: with the readers' real processes, and embeddings of a test. */

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KnowledgeAnswer, type KnowledgeDocument } from '#contract/knowledge/documents.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { indexWaiting } from '#server/areas/knowledge/indexing/index-documents.ts'
import { createZip } from '#server/gateways/zip-writer.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { embedByWords } from '#test/support/embed.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { multipart } from '#test/support/multipart.ts'

const ALL = '/api/v1/knowledge'
const NOBODYS = '0195c0de-0000-7000-8000-000000000001'
const POLICY = `# Staff handbook

## Annual leave
Every employee has 24 days of annual leave a year. Unused days expire in March.

## Travel
A company vehicle is booked with the front desk. Fuel is paid by card.

## Notice
The notice period is two months after the probation.
`

let runners: Runners
let test: TestApp
let owner: Person
let friend: Person
let stranger: Person
beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({ embed: embedByWords, runners })
  owner = await test.person()
  friend = await test.person()
  stranger = await test.person()
})
afterAll(async () => {
  await test.close()
  await runners.stop()
})

const never = new AbortController().signal
const index = () => indexWaiting(test.indexing, never)
const make = async (name: string, more: object = {}, as = owner): Promise<string> => {
  const { status, body } = await test.call('POST', ALL, { as, body: { name, ...more } })
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data.id
}
const send = (url: string, name: string, content: string | Buffer, as: Person | null = owner) => {
  const form = multipart(name, typeof content === 'string' ? Buffer.from(content) : content)
  return test.call('POST', url, { as, ...form })
}
const add = (base: string, name: string, content: string | Buffer, as: Person | null = owner) =>
  send(`${ALL}/${base}/documents`, name, content, as)
const added = async (base: string, name: string, content: string | Buffer): Promise<string> => {
  const { status, body } = await add(base, name, content)
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data.items[0].id
}
const search = async (base: string, query: string, more: object = {}, as: Person | null = owner) =>
  test.call('POST', `${ALL}/${base}/search`, { as, body: { query, ...more } })
const hits = async (base: string, query: string, more: object = {}, as: Person | null = owner) =>
  KnowledgeAnswer.parse((await search(base, query, more, as)).body.data).hits
const documents = async (base: string): Promise<KnowledgeDocument[]> =>
  (await test.call('GET', `${ALL}/${base}/documents`, { as: owner })).body.data.items
const emailOf = async ({ id }: Person): Promise<string> =>
  (await test.database.pool.query('select email::text from users where id = $1', [id])).rows[0].email
const share = (base: string, email: string, access: string, as = owner) =>
  test.call('PUT', `${ALL}/${base}/shares`, { as, body: { email, access } })

describe('a knowledge base', () => {
  it('finds passages by words and by meaning, with their place, headings and quote', async () => {
    const base = await make('Handbook', { chunk_chars: 200, overlap_chars: 0 })
    const id = await added(base, 'handbook.md', POLICY)
    expect((await documents(base))[0]).toMatchObject({ id, state: 'queued', progress: 0, searchable: false })
    expect(await hits(base, 'leave')).toEqual([])
    await index()
    expect((await documents(base))[0]).toMatchObject({ state: 'ready', progress: 1, searchable: true, version: 1 })
    const [leave] = await hits(base, 'How many days of annual leave?', { neighbours: 1 })
    expect(leave).toMatchObject({
      document_id: id,
      name: 'handbook.md',
      version: 1,
      headings: ['Staff handbook', 'Annual leave'],
    })
    expect(leave?.quote).toContain('24 days of annual leave')
    expect(leave?.after[0]).toContain('vehicle')
    // Each says how it was ranked, and where it has words of the search.
    expect(leave).toMatchObject({ fit: 1, words_rank: 1, meaning_rank: 1 })
    expect(leave?.marks.map(([start, end]) => leave.text.slice(start, end))).toEqual(
      expect.arrayContaining(['days', 'annual', 'leave']),
    )
    const said = (await search(base, 'leave', { mode: 'words' })).body.data
    expect(said).toMatchObject({
      searched: 3,
      took_ms: expect.any(Number),
      hits: [{ fit: 1, words_rank: 1, meaning_rank: null }],
    })
    const [car] = await hits(base, 'car', { mode: 'meaning', limit: 1 })
    expect(car?.text).toContain('company vehicle')
    expect(await hits(base, 'car', { mode: 'words' })).toEqual([])
    const detail = (await test.call('GET', `${ALL}/${base}`, { as: owner })).body.data
    expect(detail).toMatchObject({ role: 'owner', documents: 1, chunks: 3, states: { ready: 1 }, shares: [] })
  })

  it('answers with sentences of its passages where that is wanted, and with none where nothing answers', async () => {
    const base = await make('Answers', { chunk_chars: 200, overlap_chars: 0 })
    await added(base, 'handbook.md', POLICY)
    await index()
    const ask = async (query: string, more: object = {}) => (await search(base, query, more)).body.data
    expect(await ask('How many days of annual leave?')).toMatchObject({ answer: null })
    const { answer, hits: found } = await ask('How many days of annual leave?', { answer: true })
    const [best] = answer.sentences
    expect(best.text).toContain('24 days of annual leave')
    const passage = found.find((one: { position: number }) => one.position === best.position)
    expect(passage).toMatchObject({ document_id: best.document_id, markdown: true })
    expect(passage.text.slice(best.start, best.end)).toBe(best.text)
    const nothing = await ask('Which telescope sees the rings of Saturn?', { answer: true })
    expect(nothing).toMatchObject({ answer: { confidence: 0, sentences: [] } })
    expect((await search(base, 'leave', { answer: true }, stranger)).status).toBe(404)
  })

  it('forgets what is deleted at once, and answers the old content until the new one is indexed', async () => {
    const base = await make('Changing')
    const [first, second] = [
      await added(base, 'a.txt', 'Parking costs 20 rupees.'),
      await added(base, 'b.txt', 'Parking is behind the house.'),
    ]
    await index()
    expect(await hits(base, 'parking')).toHaveLength(2)
    const replaced = await send(`${ALL}/${base}/documents/${first}/file`, 'a.txt', 'Parking costs 50 rupees.')
    expect(replaced.body.data).toMatchObject({ version: 2, state: 'queued', searchable: true })
    expect((await hits(base, 'parking rupees', { limit: 1 }))[0]).toMatchObject({
      version: 1,
      text: 'Parking costs 20 rupees.',
    })
    await index()
    expect((await hits(base, 'parking rupees', { limit: 1 }))[0]).toMatchObject({
      version: 2,
      text: 'Parking costs 50 rupees.',
    })
    await test.call('DELETE', `${ALL}/${base}/documents/${second}`, { as: owner })
    expect((await hits(base, 'parking')).map(({ document_id }) => document_id)).toEqual([first])
    expect((await test.call('DELETE', `${ALL}/${base}`, { as: owner })).status).toBe(200)
    expect((await search(base, 'parking')).status).toBe(404)
    const { rows } = await test.database.pool.query(
      `select count(*)::int as left from knowledge_chunks c join knowledge_documents d on d.id = c.document_id where d.base_id = $1`,
      [base],
    )
    expect(rows).toEqual([{ left: 0 }])
  })

  it('is searched by those it is shared with, changed by those who may write, and by nobody after that', async () => {
    const base = await make('Shared')
    const id = await added(base, 'note.txt', 'The code of the door is in the safe.')
    await index()
    const file = (await documents(base))[0]?.file_id
    const page = () => test.call('GET', `/api/v1/files/${file}/text`, { as: friend })
    expect([(await search(base, 'door', {}, friend)).status, (await page()).status]).toEqual([404, 404])
    await share(base, await emailOf(friend), 'read')
    expect(await hits(base, 'door', {}, friend)).toHaveLength(1)
    expect((await page()).status).toBe(200)
    expect((await test.call('GET', ALL, { as: friend })).body.data.items).toMatchObject([{ id: base, role: 'read' }])
    expect((await test.call('GET', `${ALL}/${base}`, { as: friend })).body.data.shares).toEqual([])
    const denied = await add(base, 'x.txt', 'words', friend)
    expect([denied.status, denied.body.errors[0].code]).toEqual([403, 'forbidden'])
    expect((await share(base, 'x@y.test', 'read', friend)).status).toBe(404)
    expect((await test.call('DELETE', `${ALL}/${base}`, { as: friend })).status).toBe(404)
    await share(base, await emailOf(friend), 'write')
    expect((await add(base, 'x.txt', 'words', friend)).status).toBe(201)
    await share(base, await emailOf(friend), 'none')
    expect([(await search(base, 'door', {}, friend)).status, (await page()).status]).toEqual([404, 404])
    for (const as of [stranger, null])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '', { name: 'Mine' }],
        ['DELETE', '', undefined],
        ['GET', '/documents', undefined],
        ['PUT', `/documents/${id}`, { name: 'Mine' }],
        ['DELETE', `/documents/${id}`, undefined],
        ['GET', `/documents/${id}/chunks`, undefined],
        ['PUT', `/documents/${id}/chunks/0`, { text: 'x', instead_of: 'x' }],
        ['POST', '/index', { documents: 'all' }],
        ['POST', '/search', { query: 'door' }],
      ] as const)
        for (const one of [base, NOBODYS])
          expect((await test.call(method, `${ALL}/${one}${path}`, { as, ...(body && { body }) })).status).toBe(
            as ? 404 : 401,
          )
    expect((await add(base, 'x.txt', 'words', stranger)).status).toBe(404)
    expect((await send(`${ALL}/${base}/documents/${id}/file`, 'x.txt', 'words', stranger)).status).toBe(404)
    expect(await hits(base, 'door')).toHaveLength(1)
  })

  it('narrows a search to documents with the same metadata', async () => {
    const base = await make('Regions')
    const north = await added(base, 'n.txt', 'Delivery takes two days.')
    await added(base, 's.txt', 'Delivery takes five days.')
    await test.call('PUT', `${ALL}/${base}/documents/${north}`, {
      as: owner,
      body: { metadata: { region: 'north', year: 2026 } },
    })
    await index()
    expect(await hits(base, 'delivery', { filter: { region: 'north', year: 2026 } })).toMatchObject([
      { document_id: north },
    ])
    expect(await hits(base, 'delivery', { filter: { region: 'east' } })).toEqual([])
    expect(await hits(base, 'delivery', { filter: { region: 'north' }, mode: 'meaning' })).toMatchObject([
      { document_id: north },
    ])
  })

  it('is searched and filled by workflows of those who may, and by no others', async () => {
    const author = await test.person('seller')
    const base = await make('Prices', {}, author)
    const execute = async (as: Person, ...steps: WorkflowNode[]) => {
      const nodes = [node('start', 'manual_trigger'), ...steps]
      const ids = nodes.map(({ id }) => id).join(' > ')
      const made = await test.call('POST', '/api/v1/workflows', {
        as,
        body: { name: `W${Math.random()}`, document: workflow(nodes, wires(ids)) },
      })
      const body = { workflow_id: made.body.data.id, input: {}, wait_ms: 20_000 }
      return (await test.call('POST', '/api/v1/workflows/execute', { as, body })).body.data
    }
    const codeOf = async (as: Person, { execution_id }: { execution_id: string }) =>
      (await test.call('GET', `/api/v1/executions/${execution_id}`, { as })).body.data.error?.code
    const put = node('put', 'knowledge_document', {
      ...{ knowledge_id: base, text: '# Lamps\n\nA lamp costs 20 rupees.', name: 'Lamps', metadata: { year: 2026 } },
    })
    const look = node('look', 'knowledge_search', { knowledge_id: base, query: 'price of a lamp' })
    expect((await execute(author, put)).output).toMatchObject({ name: 'Lamps.md', version: 1 })
    await index()
    expect((await execute(author, look)).output).toMatchObject({
      found: true,
      results: [{ document: 'Lamps.md', headings: ['Lamps'], metadata: { year: 2026 } }],
    })
    // Several bases are one search: the best passages come first, wherever they are.
    const second = await make('Cables', {}, author)
    await add(second, 'cables.md', '# Cables\n\nA cable costs 5 rupees.\n\n# Returns\n\nGoods are taken back.', author)
    await index()
    const both = (query: string) =>
      node('look', 'knowledge_search', { knowledge_id: base, knowledge_ids: [second, base], query })
    for (const [query, first] of [
      ['price of a cable', 'cables.md'],
      ['price of a lamp', 'Lamps.md'],
    ] as const)
      expect((await execute(author, both(query))).output.results[0]).toMatchObject({ rank: 1, document: first })
    const agent = node('ask', 'ai_agent', {
      task: 'How many rupees does a cable cost?',
      without_model: 'quote',
      tools: [
        {
          ...{ kind: 'node', name: 'look', description: 'Searches', node: 'knowledge_search', acts: false },
          parameters: { type: 'object', properties: { query: { type: 'string' } } },
          config: { knowledge_id: base, knowledge_ids: [second], query: '{{ $input.query }}' },
        },
      ],
    })
    expect((await execute(author, agent)).output).toMatchObject({
      text: expect.stringMatching(/^“A cable costs 5 rupees.” \[\d\]/),
      citations: [{ document: 'cables.md', headings: ['Cables'], cited: true }],
    })
    const other = await test.person('seller')
    await share(base, await emailOf(other), 'read', author)
    expect(await codeOf(other, await execute(other, both('lamp')))).toBe('knowledge_not_found')
    await share(base, await emailOf(other), 'none', author)
    for (const step of [put, look]) {
      expect(await codeOf(other, await execute(other, step))).toBe('knowledge_not_found')
    }
    await share(base, await emailOf(other), 'read', author)
    expect((await execute(other, look)).output).toMatchObject({ found: true })
    expect(await codeOf(other, await execute(other, put))).toBe('knowledge_forbidden')
    const remove = node('remove', 'knowledge_document', { knowledge_id: base, operation: 'remove', name: 'lamps.md' })
    expect((await execute(author, remove, look)).output).toMatchObject({ found: false, results: [] })
  })

  it('lets chunks be corrected, unless another one was faster', async () => {
    const base = await make('Corrected')
    const id = await added(base, 'scan.txt', 'The tota1 is fourty.')
    await index()
    const chunk = `${ALL}/${base}/documents/${id}/chunks/0`
    const edit = (instead_of: string) =>
      test.call('PUT', chunk, { as: owner, body: { text: 'The total is forty.', instead_of } })
    expect((await edit('something else')).body.errors[0].code).toBe('stale_details')
    expect((await edit('The tota1 is fourty.')).body.data).toMatchObject({ edited: true, text: 'The total is forty.' })
    expect(await hits(base, 'total forty', { mode: 'words' })).toHaveLength(1)
    expect(await hits(base, 'fourty', { mode: 'words' })).toEqual([])
    const list = await test.call('GET', `${ALL}/${base}/documents/${id}/chunks`, { as: owner })
    expect(list.body.data).toMatchObject({ total: 1, items: [{ edited: true }] })
    expect(
      (await test.call('PUT', `${chunk.slice(0, -1)}7`, { as: owner, body: { text: 'x', instead_of: 'x' } })).status,
    ).toBe(404)
  })

  it('opens archives under limits, and changes nothing for a bad one', async () => {
    const base = await make('Archive')
    const zip = async (files: Record<string, string | Buffer>) => {
      async function* entries() {
        for (const [name, data] of Object.entries(files))
          yield { name, data: Readable.from([Buffer.from(data)], { objectMode: false }) }
      }
      return buffer(createZip(entries()))
    }
    const good = await zip({
      'a/one.txt': 'First words',
      'two.md': '# Two\n\nwords',
      '__MACOSX/x': 'no',
      'tool.exe': Buffer.from('MZ\x90\0'),
    })
    const { status, body } = await add(base, 'all.zip', good)
    expect([status, body.data.items.map(({ name }: { name: string }) => name).sort()]).toEqual([
      201,
      ['one.txt', 'two.md'],
    ])
    expect(body.data.skipped).toMatchObject([{ name: 'tool.exe' }])
    const bomb = await zip({ 'bomb.txt': Buffer.alloc(120_000_000, 'a') })
    expect(bomb.length).toBeLessThan(25_000_000)
    expect((await add(base, 'bomb.zip', bomb)).body.errors[0]).toMatchObject({ code: 'file_too_large', field: 'file' })
    expect((await add(base, 'cut.zip', good.subarray(0, 60))).body.errors[0]).toMatchObject({ field: 'file' })
    expect(await documents(base)).toHaveLength(2)
  })

  it('refuses junk with its field', async () => {
    const base = await make('Junk')
    for (const [body, field] of [
      [{ name: '' }, 'name'],
      [{ name: 'junk' }, 'name'],
      [{ name: 'X', chunk_chars: 10 }, 'chunk_chars'],
      [{ name: 'X', chunk_chars: 400, overlap_chars: 300 }, 'overlap_chars'],
      [{ name: 'X', language: '<b>' }, 'language'],
    ] as const)
      expect((await test.call('POST', ALL, { as: owner, body })).body.errors[0].field).toBe(field)
    expect(
      (await test.call('PUT', `${ALL}/${base}`, { as: owner, body: { overlap_chars: 900 } })).body.errors[0].field,
    ).toBe('overlap_chars')
    expect((await search(base, ' ')).body.errors[0].field).toBe('query')
    expect((await search(base, 'x', { filter: { 'a b': 1 } })).status).toBe(400)
    expect((await add(base, 'x.pdf', 'no pdf')).body.errors[0].field).toBe('file')
    expect((await add(base, 'x.txt', '')).body.errors[0].code).toBe('file_empty')
    const many = await Promise.all(
      Array.from({ length: 60 }, (_, n) => test.call('POST', ALL, { as: stranger, body: { name: `n${n}` } })),
    )
    expect(many.filter(({ status }) => status === 201)).toHaveLength(50)
  })
})
