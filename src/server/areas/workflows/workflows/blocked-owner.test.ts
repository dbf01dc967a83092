/** Blocking an account ends what runs in its name or with what it owns, and keeps it ended. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopForbidden } from '#server/areas/runs/executions/stop-runs.ts'
import { findModels } from '#server/areas/workflows/models/models.store.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, storeWorkflow, wires, workflow } from '#test/support/engine.ts'
import { findShared } from './members.store.ts'

let test: TestApp
let owner: Person
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
  admin = await test.person('super_admin')
})
afterAll(() => test.close())

const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
const waits = workflow(
  [node('start', 'manual_trigger'), node('ask', 'approval'), set('end', {})],
  wires('start > ask', 'ask:approved > end'),
)
const STARTED = { input: {}, trigger: 'webhook', priority: 'normal', mode: 'now' }
const execute = async (as: Person, body: object) =>
  test.call('POST', '/api/v1/workflows/execute', { as, body: { input: {}, wait_ms: 5000, ...body } })
const statusOf = async (id: string) => (await sql('select status from executions where id = $1', [id])).rows[0]?.status
const manage = ({ id }: Person, verb: string, body: object) =>
  test.call('POST', `/api/v1/user-management/${id}/${verb}`, { as: admin, body })
const block = (person: Person) => manage(person, 'block', { reason: 'x', duration_days: null })
const activate = (person: Person) => manage(person, 'activate', {})

async function create(as: Person, document: object): Promise<string> {
  const made = await test.call('POST', '/api/v1/workflows', { as, body: { name: 'Mine', document } })
  return made.body.data.id
}

describe('a blocked owner', () => {
  it('has no run that continues: theirs, and all runs of what they own', async () => {
    const [boss, buyer] = [await test.person('seller'), await test.person()]
    const id = await create(boss, waits)
    const agent = await addAgent(test.database.pool, boss.id, waits)
    const foreign = await addAgent(test.database.pool, owner.id, waits)
    const input = { text: 'x' }
    const runs = [
      await execute(boss, { workflow_id: id }),
      await execute(boss, { agent_id: foreign.id, input }),
      await execute(buyer, { agent_id: agent.id, input }),
    ]
    const kept = await execute(buyer, { agent_id: foreign.id, input })
    const statuses = () => Promise.all([...runs, kept].map(({ body }) => statusOf(body.data.execution_id)))
    expect(await statuses()).toEqual(Array(4).fill('waiting'))
    expect((await block(boss)).status).toBe(200)
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled', 'waiting'])
  })

  it('has no workflow that others run, try or repeat, until they are active again', async () => {
    const [boss, editor] = [await test.person('seller'), await test.person('seller')]
    const id = await create(boss, workflow([node('start', 'manual_trigger'), set('end', {})], wires('start > end')))
    await sql(`insert into workflow_members (workflow_id, user_id, role) values ($1, $2, 'editor')`, [id, editor.id])
    const first = await execute(editor, { workflow_id: id })
    const tries = async () => [
      (await execute(editor, { workflow_id: id })).status,
      (await test.call('POST', `/api/v1/workflows/${id}/test-run`, { as: editor, body: { mode: 'all' } })).status,
      (
        await test.call('POST', `/api/v1/executions/${first.body.data.execution_id}/control`, {
          as: editor,
          body: { action: 'rerun' },
        })
      ).status,
    ]
    expect(await tries()).toEqual([200, 200, 200])
    await block(boss)
    expect(await tries()).toEqual([409, 409, 409])
    await activate(boss)
    expect(await tries()).toEqual([200, 200, 200])
  })

  it('has no credential and no model that a run still opens', async () => {
    const boss = await test.person('seller')
    const body = { type: 'bearer', name: 'Mine', fields: { token: 'secret', hosts: 'api.example.com' } }
    const made = await test.call('POST', '/api/v1/credentials', { as: boss, body })
    const model = { name: 'x', provider: 'custom', base_url: 'https://models.example.com/v1', model: 'x' }
    await test.call('POST', '/api/v1/models', { as: boss, body: model })
    const buyer = await test.person()
    const who = { owner: { user_id: buyer.id }, author: boss.id, version: null }
    const open = () => test.secrets.vault.open(made.body.data.credential.id, who).then(({ fields }) => fields.token)
    const models = async () => (await findModels(test.database.db, [boss.id])).length
    expect([await open(), await models()]).toEqual(['secret', 1])
    await block(boss)
    await expect(open()).rejects.toMatchObject({ code: 'credential_not_found' })
    expect(await models()).toBe(0)
    await activate(boss)
    expect([await open(), await models()]).toEqual(['secret', 1])
  })

  it('has no run that was started while they were being blocked', async () => {
    const [boss, buyer] = [await test.person('seller'), await test.person()]
    const own = await storeWorkflow(test.database.pool, boss.id, waits)
    const published = async (by: Person) => {
      const { version_id } = await storeWorkflow(test.database.pool, by.id, waits)
      return {
        ...(await addAgent(test.database.pool, by.id, waits, { workflow_version: version_id })),
        runs: version_id,
      }
    }
    const [agent, kept] = [await published(boss), await published(owner)]
    await block(boss)
    // As a webhook does that asked a moment before.
    const start = (user_id: string, workflow_version_id: string, agent_id: string | null = null) =>
      test.engine.engine.run({ ...STARTED, workflow_version_id, agent_id, owner: { user_id } } as never, 5000)
    const runs = [
      await start(boss.id, own.version_id),
      await start(buyer.id, agent.runs, agent.id),
      await start(buyer.id, kept.runs, kept.id),
    ]
    const statuses = () => Promise.all(runs.map(({ execution_id }) => statusOf(execution_id)))
    expect(await statuses()).toEqual(Array(3).fill('waiting'))
    await stopForbidden(test.database.db, { engine: test.engine.engine, log: console })
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'waiting'])
    await sql(`update agents set status = 'suspended' where id = $1`, [kept.id])
    await stopForbidden(test.database.db, { engine: test.engine.engine, log: console })
    expect(await statuses()).toEqual(Array(3).fill('cancelled'))
  })

  it('has no invitation that is followed, until they are active again', async () => {
    const [boss, invited] = [await test.person('seller'), await test.person('seller')]
    const id = await create(boss, waits)
    await sql(
      `insert into workflow_invitations (workflow_id, user_id, email, role, invited_by)
       values ($1, $2, 'x@example.com', 'editor', $3)`,
      [id, invited.id, boss.id],
    )
    const join = async () => (await test.call('POST', `/api/v1/workflows/${id}/join`, { as: invited })).status
    const asked = async () => (await findShared(test.database.db, invited.id, false)).length
    await block(boss)
    expect([await asked(), await join()]).toEqual([0, 404])
    await activate(boss)
    expect([await asked(), await join()]).toEqual([1, 200])
  })
})
