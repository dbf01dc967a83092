import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WorkflowLoss } from '#contract/workflows/workflow-hub.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { removeUnnamed } from './delete.store.ts'

let test: TestApp
let owner: Person
let other: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
  other = await test.person('seller')
})
afterAll(() => test.close())

const HUB = '/api/v1/workflow-hub'
const says = (text: string) => workflow([node('start', 'manual_trigger'), set('done', { text })], wires('start > done'))
const calls = (id: string) =>
  workflow([node('start', 'manual_trigger'), node('call', 'sub_workflow', { workflow_id: id })], wires('start > call'))

const make = async (name: string, document: WorkflowDocument = says(name)): Promise<string> =>
  (await test.call('POST', '/api/v1/workflows', { as: owner, body: { name, document } })).body.data.id
const archive = (id: string) => test.call('PUT', `${HUB}/${id}`, { as: owner, body: { archived: true } })
const remove = (id: string, as = owner) => test.call('DELETE', `${HUB}/${id}`, { as })
const lossOf = (id: string, as = owner) => test.call('GET', `${HUB}/${id}/loss`, { as })
const publish = (id: string) =>
  test.call('POST', `/api/v1/workflows/${id}/publish`, { as: owner, body: { base_revision: 0 } })
const run = async (workflow_id: string) => {
  const body = { workflow_id, input: {}, wait_ms: 8000 }
  return (await test.call('POST', '/api/v1/workflows/execute', { as: owner, body })).body.data
}
const ended = (id: string) =>
  until(async () => {
    const { rows } = await test.database.pool.query('select status, error from executions where id = $1', [id])
    return ['succeeded', 'failed'].includes(rows[0].status) ? rows[0] : undefined
  })
const count = async (table: string, id: string): Promise<number> => {
  const column = table === 'workflows' ? 'id' : 'workflow_id'
  const { rows } = await test.database.pool.query(`select count(*)::int from ${table} where ${column} = $1`, [id])
  return rows[0].count
}
const versionOf = async (id: string): Promise<string> => {
  const { rows } = await test.database.pool.query('select id from workflow_versions where workflow_id = $1', [id])
  return rows[0].id
}

describe('deleting for good', () => {
  it('asks for the archive first, says what goes, and leaves nothing of a workflow that never ran', async () => {
    const id = await make('Never run')
    expect((await remove(id)).body.errors[0].code).toBe('illegal_transition')
    expect((await lossOf(id)).status).toBe(409)
    await publish(id)
    await test.call('POST', `/api/v1/workflows/${id}/comments`, { as: owner, body: { text: 'Why?' } })
    await archive(id)
    expect(WorkflowLoss.parse((await lossOf(id)).body.data)).toMatchObject({
      ...{ steps: 2, versions: 1, runs: 0, comments: 1, members: 0, callers: [], agents: [] },
      abilities: { delete: { allowed: true } },
    })
    expect((await remove(id)).body.data).toEqual({ id })
    for (const table of ['workflows', 'workflow_versions', 'workflow_comments', 'workflow_publications'])
      expect([table, await count(table, id)]).toEqual([table, 0])
    expect((await remove(id)).status).toBe(404)
  })

  it('is its owner’s alone, and not there for anybody else', async () => {
    const id = await make('Mine')
    await test.database.pool.query(
      `insert into workflow_members (workflow_id, user_id, role) values ($1, $2, 'editor')`,
      [id, other.id],
    )
    await archive(id)
    expect([(await lossOf(id, other)).status, (await remove(id, other)).status]).toEqual([404, 404])
    const nobodys = '00000000-0000-7000-8000-000000000000'
    expect([(await lossOf(nobodys)).status, (await remove(nobodys)).status]).toEqual([404, 404])
    expect((await remove('__proto__')).status).toBe(400)
    expect((await lossOf(id)).body.data.members).toBe(1)
    expect((await remove(id)).status).toBe(200)
  })

  it('keeps runs with what they ran until the last of them goes; nothing brings the workflow back', async () => {
    const id = await make('Has run')
    const { execution_id } = await run(id)
    await archive(id)
    expect((await lossOf(id)).body.data.runs).toBe(1)
    expect((await remove(id)).status).toBe(200)
    const { body } = await test.call('GET', `/api/v1/executions/${execution_id}`, { as: owner })
    expect(body.data).toMatchObject({ workflow: { name: 'Has run' }, status: 'succeeded' })
    expect(JSON.stringify(body.data)).toContain('manual_trigger')
    const restored = await test.call('PUT', `${HUB}/${id}`, { as: owner, body: { archived: false } })
    expect([restored.status, (await lossOf(id)).status, (await remove(id)).status]).toEqual([404, 404, 404])
    const { data } = (await test.call('GET', HUB, { as: owner, query: { view: 'archived' } })).body
    expect([data.items, data.archived]).toEqual([[], 0])
    await removeUnnamed(test.database.db)
    expect(await count('workflows', id)).toBe(1)
    await test.database.pool.query('delete from executions where id = $1', [execution_id])
    await removeUnnamed(test.database.db)
    expect([await count('workflows', id), await count('workflow_versions', id)]).toEqual([0, 0])
  })

  it('names workflows that run it, whose step fails from then on', async () => {
    const child = await make('Child')
    await publish(child)
    await run(child)
    const parent = await make('Parent', calls(child))
    expect(await ended((await run(parent)).execution_id)).toMatchObject({ status: 'succeeded' })
    await archive(child)
    expect((await lossOf(child)).body.data.callers).toEqual([{ id: parent, name: 'Parent' }])
    expect((await remove(child)).status).toBe(200)
    expect(await ended((await run(parent)).execution_id)).toMatchObject({ error: { code: 'workflow_not_found' } })
  })

  it('refuses what a listed agent or a service runs, directly or through another workflow, and names it', async () => {
    const [leaf, middle] = [await make('Leaf'), await make('Middle')]
    await publish(leaf)
    await test.call('PUT', `/api/v1/workflows/${middle}`, {
      as: owner,
      body: { document: calls(leaf), base_revision: 0 },
    })
    const { revision } = (await test.call('GET', `/api/v1/workflows/${middle}`, { as: owner })).body.data
    await test.call('POST', `/api/v1/workflows/${middle}/publish`, { as: owner, body: { base_revision: revision } })
    const own = await addAgent(test.database.pool, owner.id, says('x'), {
      name: 'Through',
      workflow_version: await versionOf(middle),
    })
    await archive(leaf)
    const refused = await remove(leaf)
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'workflow_in_use'])
    expect(refused.body.errors[0].message).toContain('“Through”')
    expect((await lossOf(leaf)).body.data).toMatchObject({
      agents: [{ name: 'Through', services: 0 }],
      abilities: { delete: { allowed: false, reason: expect.stringContaining('Through') } },
    })
    // A draft of an agent runs for nobody; a service runs on, whatever its agent is.
    const status = (now: string) =>
      test.database.pool.query('update agents set status = $2 where id = $1', [own.id, now])
    const buyer = await test.person('basic_user')
    const service = await test.call('POST', '/api/v1/services', { as: buyer, body: { agent_id: own.slug } })
    expect(service.status).toBe(201)
    await status('archived')
    expect((await remove(leaf)).body.errors[0].message).toContain('“Through” (1 service)')
    await test.database.pool.query('delete from services where agent_id = $1', [own.id])
    expect((await remove(leaf)).status).toBe(200)
    expect(await count('workflow_versions', leaf)).toBe(0)
  })

  it('keeps the version that an agent of the archive was made of', async () => {
    const id = await make('Was sold')
    await publish(id)
    const version = await versionOf(id)
    await addAgent(test.database.pool, owner.id, says('x'), { status: 'archived', workflow_version: version })
    await archive(id)
    expect((await remove(id)).status).toBe(200)
    expect(await versionOf(id)).toBe(version)
  })

  it('happens once when it is asked for several times at once', async () => {
    const id = await make('Raced')
    await archive(id)
    const answers = await Promise.all([1, 2, 3, 4].map(() => remove(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  })
})
