import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { SnippetVersion } from '#contract/workflows/snippets.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, wires } from '#test/support/engine.ts'

let test: TestApp
let owner: Person
let other: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
  other = await test.person('seller')
})
afterAll(() => test.close())

const set = (id: string, json: JsonObject) => node(id, 'set_fields', { json })

const ALL = '/api/v1/snippets'
const NOBODYS = '0195c0de-0000-7000-8000-000000000001'
const content = (text = 'one', more: object = {}) => ({
  nodes: [set('read', { rate: 18, text }), set('tell', { say: '{{ $nodes.read.rate }}' })],
  edges: wires('read > tell'),
  inputs: [{ key: 'rate', label: 'Rate', places: [{ node: 'read', path: ['json', 'rate'] }] }],
  ...more,
})
const create = (name: string, body: object = content(), as: Person | null = owner) =>
  test.call('POST', ALL, { as, body: { name, content: body } })
const made = async (name: string): Promise<string> => (await create(name)).body.data.id
const save = (id: string, body: object, as = owner) =>
  test.call('POST', `${ALL}/${id}/versions`, { as, body: { content: body } })
const get = (id: string, number: number | string, as = owner) =>
  test.call('GET', `${ALL}/${id}/versions/${number}`, { as })
const list = async (as = owner) => (await test.call('GET', ALL, { as })).body.data.items

describe('snippets', () => {
  it('are kept under their names with versions that never change', async () => {
    const first = await create('  Tax  ')
    expect([first.status, SnippetVersion.parse(first.body.data)]).toMatchObject([201, { name: 'Tax', number: 1 }])
    const { id } = first.body.data
    expect((await save(id, content('one'))).body.data.number).toBe(1)
    expect((await save(id, content('two'))).body.data).toMatchObject({ number: 2, newest: 2 })
    expect((await get(id, 1)).body.data).toMatchObject({ newest: 2, content: content('one') })
    expect(await list()).toMatchObject([{ id, name: 'Tax', version: 2, nodes: 2, inputs: 1 }])
    await expect(
      test.database.pool.query(`update snippet_versions set content = '{}' where snippet_id = $1`, [id]),
    ).rejects.toThrow('never changed')
  })

  it('are renamed and deleted; a name is there once, whatever its capitals', async () => {
    const id = await made('Letters')
    const rename = (name: string, as = owner) => test.call('PUT', `${ALL}/${id}`, { as, body: { name } })
    expect((await create('LETTERS')).body.errors[0]).toMatchObject({ code: 'already_exists', field: 'name' })
    expect((await rename('Tax')).status).toBe(409)
    expect((await rename('letters')).body.data.name).toBe('letters')
    expect((await test.call('DELETE', `${ALL}/${id}`, { as: owner })).body.data).toEqual({ id })
    for (const { status } of [await get(id, 1), await rename('x'), await save(id, content())]) expect(status).toBe(404)
  })

  it('are not there for anybody else', async () => {
    const id = await made('Private')
    expect(await list(other)).toEqual([])
    for (const one of [id, NOBODYS]) {
      const calls = [
        await get(one, 1, other),
        await save(one, content(), other),
        await test.call('PUT', `${ALL}/${one}`, { as: other, body: { name: 'Theirs' } }),
        await test.call('DELETE', `${ALL}/${one}`, { as: other }),
      ]
      expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
    expect((await create('Visitor', content(), null)).status).toBe(401)
    expect((await create('Basic', content(), await test.person('basic_user'))).status).toBe(403)
    expect((await get(id, 7)).status).toBe(404)
    expect((await get('__proto__', 1)).status).toBe(400)
  })

  it('hold no ids of anybody’s things and no secrets', async () => {
    const secret = 'sk-abcdefghijklmnopqrstuvwxyz123456'
    const call = node('call', 'http_request', {
      ...{ method: 'GET', url: 'https://example.com', credential: NOBODYS },
      headers: [{ name: 'Authorization', value: `Bearer ${secret}` }],
    })
    const kept = await create('Sealed', {
      nodes: [call, node('sub', 'sub_workflow', { workflow_id: NOBODYS })],
      edges: [],
      inputs: [],
    })
    expect(kept.status).toBe(201)
    const { rows } = await test.database.pool.query(
      'select content::text from snippet_versions where snippet_id = $1',
      [kept.body.data.id],
    )
    expect(rows[0].content).not.toContain(secret)
    expect(rows[0].content).not.toContain(NOBODYS)
  })

  it('refuse junk with the place of it', async () => {
    const place = (path: string[], part?: string) => ({ node: 'read', path, ...(part && { part }) })
    const asked = (...places: object[]) => content('one', { inputs: [{ key: 'k', label: 'K', places }] })
    const cases: [object, string][] = [
      [content('one', { nodes: [] }), 'content.nodes'],
      [content('one', { nodes: [node('go', 'manual_trigger')], edges: [], inputs: [] }), 'content.nodes'],
      [content('one', { nodes: [{ id: 'read' }], edges: [], inputs: [] }), 'content.read.type'],
      [content('one', { edges: wires('read > gone') }), 'content.edges.0.to.node'],
      [content('one', { nodes: Array.from({ length: 201 }, (_, n) => set(`n${n}`, {})) }), 'content.nodes'],
      [content('x'.repeat(300_000)), 'content'],
      [asked(place(['json', 'gone'])), 'content.inputs.0.places.0'],
      [asked(place(['json'])), 'content.inputs.0.places.0'],
      [asked({ node: 'gone', path: ['json'] }), 'content.inputs.0.places.0'],
      [asked(place(['json', 'text'], 'two')), 'content.inputs.0.places.0.part'],
      [asked(place(['json', 'toString'])), 'content.inputs.0.places.0'],
      [asked(), 'content.inputs.0.places'],
      [
        content('one', { inputs: [{ key: 'K!', label: '', places: [place(['json', 'rate'])] }] }),
        'content.inputs.0.key',
      ],
      [content('one', { extra: 1 }), 'content.extra'],
    ]
    for (const [body, field] of cases) {
      const answer = await create('Junk', body)
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
    }
    const double = [...content().inputs, ...content().inputs]
    expect((await create('Junk', content('one', { inputs: double }))).body.errors[0].field).toBe('content.inputs.1.key')
    const reserved = await test.call('POST', ALL, {
      as: owner,
      payload: `{"name":"Junk","content":{"nodes":[{"__proto__":{"x":1}}],"edges":[],"inputs":[]}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect([reserved.status, reserved.body.errors[0].code]).toEqual([400, 'reserved_key'])
    for (const name of ['', ' ', 'x'.repeat(121)]) expect((await create(name)).body.errors[0].field).toBe('name')
    expect((await list()).map(({ name }: { name: string }) => name)).not.toContain('Junk')
  })

  it('are as many as an account may hold, however many are kept at once', async () => {
    const busy = await test.person('seller')
    await test.database.pool.query(
      `with made as (insert into snippets (owner_id, name) select $1, 'n' || n from generate_series(1, 198) n returning id)
        insert into snippet_versions (snippet_id, number, content, content_hash)
        select id, 1, '{"nodes": [], "edges": [], "inputs": []}', 'x' from made`,
      [busy.id],
    )
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'a'].map((name) => create(name, content(), busy)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await list(busy)).toHaveLength(200)
  })

  it('say in a workflow where a group is from', async () => {
    const nodes = [node('start', 'manual_trigger'), set('read', {})]
    const group = { id: 'g', title: 'Tax', nodes: ['read'] }
    const snippet = { id: NOBODYS, version: 1, inputs: { rate: 5 }, nodes: { read: 'read' } }
    const make = (origin: object) => {
      const document = {
        schema_version: 1,
        nodes,
        edges: wires('start > read'),
        notes: [],
        groups: [{ ...group, snippet: origin }],
      }
      return test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Uses', document } })
    }
    const { body } = await make(snippet)
    const { id, document } = body.data
    expect(document.groups[0].snippet).toEqual(snippet)
    const operations = [{ type: 'rename', node_id: 'read', new_id: 'tax' }]
    const edited = await test.call('PUT', `/api/v1/workflows/${id}`, {
      as: owner,
      body: { operations, base_revision: 0 },
    })
    expect(edited.body.data.document.groups[0].snippet.nodes).toEqual({ tax: 'read' })
    const file = await test.call('GET', `/api/v1/workflows/${id}/export`, { as: owner })
    expect(JSON.stringify(file.body)).not.toContain(NOBODYS)
    for (const wrong of [
      { ...snippet, id: 'x' },
      { ...snippet, inputs: { rate: {} } },
      { ...snippet, nodes: { read: 'A B' } },
    ])
      expect((await make(wrong)).status).toBe(400)
  })
})
