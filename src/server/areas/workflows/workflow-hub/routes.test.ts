import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { longestTaskDuring } from '#test/support/busy.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let owner: Person
let other: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
  other = await test.person('seller')
  await addCategories(test.database.pool, 'productivity')
})
afterAll(() => test.close())

const HUB = '/api/v1/workflow-hub'
const good = workflow([node('start', 'manual_trigger'), set('greet', { hello: 'you' })], wires('start > greet'))
const broken = workflow([set('alone', { a: 1 })], [])

const make = async (name: string, document: object = good, as = owner): Promise<string> => {
  const made = await test.call('POST', '/api/v1/workflows', { as, body: { name, document } })
  expect(made.status).toBe(201)
  return made.body.data.id
}
const hub = async (query: Record<string, string> = {}, as = owner) => {
  const answer = await test.call('GET', HUB, { as, query })
  expect(answer.status).toBe(200)
  return answer.body.data
}
const arrange = (id: string, body: object, as = owner) => test.call('PUT', `${HUB}/${id}`, { as, body })
const names = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name)

describe('the hub', () => {
  it('says of each workflow how it starts, what is wrong with it and how it ran', async () => {
    const id = await make('Runs')
    await make('Is broken', broken)
    const run = await test.call('POST', '/api/v1/workflows/execute', {
      as: owner,
      body: { workflow_id: id, input: {}, wait_ms: 10_000 },
    })
    expect(run.body.data.status).toBe('succeeded')
    const { items } = await hub()
    expect(items.find(({ name }: { name: string }) => name === 'Runs')).toMatchObject({
      starts: { type: 'manual_trigger' },
      problems: 0,
      runs: [{ id: run.body.data.execution_id, status: 'succeeded' }],
      agents: [],
      services: 0,
      folder: '',
    })
    const wrong = items.find(({ name }: { name: string }) => name === 'Is broken')
    expect(wrong.starts).toBeNull()
    expect(wrong.first_problem).toContain('trigger')
    expect(wrong.runs).toEqual([])
  })

  it('shows large drafts without keeping others waiting for more than one of them', async () => {
    const as = await test.person('seller')
    const fields = Array.from({ length: 40 }, (_, n) => ({ name: `f${n}`, value: 'x' }))
    const many = Array.from({ length: 280 }, (_, n) => node(`k${n}`, 'set_fields', { fields }))
    const large = workflow([node('start', 'manual_trigger'), ...many], [])
    for (let n = 0; n < 8; n++) await make(`Large ${n}`, large, as)
    const one = await longestTaskDuring(() => hub({ limit: '1' }, as))
    expect(await longestTaskDuring(() => hub({}, as))).toBeLessThan(3 * one)
  })

  it('finds by their name, description and folder, and is nobody else’s', async () => {
    const id = await make('Quarterly 100%')
    expect(names(await hub({ search: 'quarterly 100%' }))).toEqual(['Quarterly 100%'])
    expect(names(await hub({ search: '%' }))).toEqual(['Quarterly 100%'])
    expect((await hub({}, other)).items).toEqual([])
    for (const body of [{ name: 'Mine' }, { archived: true }, { folder: 'x' }])
      expect((await arrange(id, body, other)).status).toBe(404)
    expect((await test.call('POST', `${HUB}/${id}/duplicate`, { as: other })).status).toBe(404)
    expect(names(await hub({ search: 'quarterly' }))).toEqual(['Quarterly 100%'])
  })

  it('keeps workflows in folders that are there as long as something is in them', async () => {
    const [one, two] = [await make('Folded one'), await make('Folded two')]
    for (const id of [one, two]) expect((await arrange(id, { folder: ' Billing ' })).status).toBe(200)
    const page = await hub({ folder: 'Billing', sort: 'name' })
    expect(names(page)).toEqual(['Folded one', 'Folded two'])
    expect(page.folders).toContainEqual({ name: 'Billing', count: 2 })
    const rename = (from: string, to: string, as = owner) =>
      test.call('PUT', `${HUB}/folders`, { as, body: { from, to } })
    expect((await rename('Billing', 'Money', other)).status).toBe(404)
    expect((await rename('Billing', 'Money')).body.data).toEqual({ changed: 2 })
    expect((await rename('Billing', 'Money')).status).toBe(404)
    expect((await rename('', 'Money')).status).toBe(400)
    expect((await rename('Money', '')).body.data).toEqual({ changed: 2 })
    expect((await hub()).folders).toEqual([])
  })

  it('renames, refusing no name and one that is too long', async () => {
    const id = await make('Before')
    expect((await arrange(id, { name: ' After ' })).body.data.name).toBe('After')
    for (const name of ['', '   ', 'x'.repeat(121)]) {
      const { status, body } = await arrange(id, { name })
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'name'])
    }
    expect((await arrange(id, { folder: 'x'.repeat(61) })).body.errors[0].field).toBe('folder')
    expect(names(await hub({ search: 'After' }))).toEqual(['After'])
  })

  it('archives, starts nothing that is archived, and takes it out again', async () => {
    const id = await make('To the archive')
    expect((await arrange(id, { archived: true })).status).toBe(200)
    expect(names(await hub({ search: 'To the archive' }))).toEqual([])
    const kept = await hub({ search: 'To the archive', view: 'archived' })
    expect(kept.items[0].archived_at).not.toBeNull()
    expect(kept.archived).toBe(1)
    const run = { workflow_id: id, input: {} }
    expect((await test.call('POST', '/api/v1/workflows/execute', { as: owner, body: run })).status).toBe(404)
    expect((await arrange(id, { archived: false })).status).toBe(200)
    expect(names(await hub({ search: 'To the archive' }))).toEqual(['To the archive'])
  })

  it('copies with its folder, under a name that is free', async () => {
    const id = await make('Original')
    await arrange(id, { folder: 'Kept' })
    const copy = () => test.call('POST', `${HUB}/${id}/duplicate`, { as: owner })
    expect((await copy()).body.data.name).toBe('Original (copy)')
    const second = await copy()
    expect([second.status, second.body.data.name]).toEqual([201, 'Original (copy 2)'])
    const again = await test.call('POST', `${HUB}/${second.body.data.id}/duplicate`, { as: owner })
    expect(again.body.data.name).toBe('Original (copy 3)')
    expect((await hub({ folder: 'Kept' })).total).toBe(4)
    const { body } = await test.call('GET', `/api/v1/workflows/${second.body.data.id}`, { as: owner })
    expect(body.data.document).toEqual(good)
  })

  it('shows which ones failed last, and which are sold', async () => {
    const failing = await make(
      'Fails',
      workflow(
        [node('start', 'manual_trigger'), node('end', 'stop', { status: 'failed', message: 'No' })],
        wires('start > end'),
      ),
    )
    const run = { workflow_id: failing, input: {}, wait_ms: 10_000 }
    await test.call('POST', '/api/v1/workflows/execute', { as: owner, body: run })
    const sold = await make('Sold')
    const wanted = { workflow_id: sold, name: 'Sold agent', tagline: 'Greets', category: 'productivity' }
    expect((await test.call('POST', '/api/workflows/convert-to-agent', { as: owner, body: wanted })).status).toBe(201)
    expect((await hub({ search: 'Sold' })).items[0].agents).toMatchObject([{ name: 'Sold agent', status: 'draft' }])
    expect(names(await hub({ view: 'published' }))).toEqual([])
    await test.database.pool.query("update agents set status = 'published' where name = 'Sold agent'")
    expect(names(await hub({ view: 'published' }))).toEqual(['Sold'])
    expect(names(await hub({ view: 'failing' }))).toEqual(['Fails'])
    expect((await hub({ sort: 'run' })).items[0].name).toBe('Fails')
  })

  it('shows what others share, in no folder, and lets nobody else put it in order', async () => {
    const id = await make('Shared')
    await arrange(id, { folder: 'Private name' })
    await test.database.pool.query(
      `insert into workflow_members (workflow_id, user_id, role) values ($1, $2, 'viewer')`,
      [id, other.id],
    )
    const { items, folders, whole } = await hub({}, other)
    expect(items).toMatchObject([{ name: 'Shared', role: 'viewer', folder: '', runs: [] }])
    expect([folders, whole]).toEqual([[], 1])
    expect((await hub({ search: 'Private name' }, other)).items).toEqual([])
    expect((await arrange(id, { archived: true }, other)).status).toBe(404)
    await arrange(id, { archived: true })
    expect((await hub({}, other)).items).toEqual([])
    expect((await hub({ view: 'archived' }, other)).items).toEqual([])
  })
})
