/** Ending many runs: every state they can be in, however many, and the money held for them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf } from '#server/areas/billing/billing.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent } from '#test/support/paid-agent.ts'
import { continueRunStops } from './run-stops.ts'

const asking = workflow(
  [node('start', 'manual_trigger'), node('ask', 'approval', { title: 'Go on?', details: '' })],
  wires('start > ask'),
)

let test: TestApp
let admin: Person
let root: Person
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.person('admin')
  root = await test.person('super_admin')
})
afterAll(() => test.close())

const sql = async (text: string, values: unknown[] = []) => (await test.database.pool.query(text, values)).rows
const PATH = '/api/v1/admin/run-stops'
const stop = (as: Person, body: object) => test.call('POST', PATH, { as, body: { reason: 'It harms people', ...body } })
const count = (as: Person, query: Record<string, string>) => test.call('GET', `${PATH}/count`, { as, query })
const warnings: unknown[] = []
const work = () =>
  continueRunStops(
    test.database.db,
    { engine: test.engine.engine, log: { warn: (detail) => warnings.push(detail) } },
    () => true,
  )
const statuses = async (where: string, value: string) =>
  (
    await sql(
      `select status, count(*)::int as count from executions where ${where} = $1 group by status order by status`,
      [value],
    )
  ).map(({ status, count: n }) => `${n} ${status}`)

const run = async (as: Person, agent_id: string): Promise<string> => {
  const { body } = await test.call('POST', '/api/v1/workflows/execute', { as, body: { agent_id, input: {} } })
  return body.data.execution_id
}
const isWaiting = (id: string) =>
  until(async () => (await sql('select status from executions where id = $1', [id]))[0]?.status === 'waiting')

describe('stopping the runs of an agent', () => {
  it('ends queued, running, waiting and paused ones, gives held credits back, and is audited', async () => {
    const agent = await insertAgent(test.database, asking, { paise: 500 })
    const buyer = await test.person()
    await giveCredits(test.database, buyer.id, 2000)
    const [waiting, paused] = [await run(buyer, agent.agent_id), await run(buyer, agent.agent_id)]
    await Promise.all([isWaiting(waiting), isWaiting(paused)])
    await test.call('POST', `/api/v1/executions/${paused}/control`, { as: buyer, body: { action: 'pause' } })
    // Nobody takes these two: their executor is not there.
    for (const status of ['queued', 'running'])
      await sql(
        `insert into executions (id, owner_id, workflow_id, workflow_version_id, agent_id, agent_version_id, status, trigger, input, executor)
         select uuidv7(), owner_id, workflow_id, workflow_version_id, agent_id, agent_version_id, $2, 'manual', '{}', 'nobody'
         from executions where id = $1`,
        [waiting, status],
      )
    expect(await balanceOf(test.database.db, 'credits_held', buyer.id)).toBe(1000)
    const target = { scope: 'agent', target_id: agent.agent_id }
    expect((await count(admin, target)).body.data).toEqual({ name: 'Paid agent', runs: 4 })
    const { status, body } = await stop(admin, target)
    expect(status).toBe(202)
    expect(body.data).toMatchObject({ found: 4, stopped: 0, finished_at: null, target: { name: 'Paid agent' } })
    expect((await stop(root, target)).body.errors[0].code).toBe('already_exists')
    await work()
    expect(await statuses('agent_id', agent.agent_id)).toEqual(['4 cancelled'])
    expect(await balanceOf(test.database.db, 'credits_held', buyer.id)).toBe(0)
    expect(await balanceOf(test.database.db, 'credits', buyer.id)).toBe(2000)
    const { items } = (await test.call('GET', PATH, { as: admin })).body.data
    expect(items[0]).toMatchObject({ id: body.data.id, stopped: 4, finished_at: expect.any(String) })
    const audit = await sql(`select action, reason, details from audit_log where target_id = $1`, [agent.agent_id])
    expect(audit).toMatchObject([{ action: 'run_stop.start', reason: 'It harms people', details: { runs: 4 } }])
    expect((await stop(admin, target)).body.errors[0].code).toBe('illegal_transition')
  })

  it('takes many, in slices, and leaves those that start later', async () => {
    const owner = await test.person('seller')
    const made = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Many', document: asking } })
    const workflow_id = made.body.data.id
    await sql(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, executor)
       select uuidv7(), $1, $2, $3, 'waiting', 'manual', '{}', 'nobody' from generate_series(1, 1203)`,
      [owner.id, workflow_id, uuidv7()],
    )
    await stop(admin, { scope: 'workflow', target_id: workflow_id })
    await sql(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, executor, created_at)
       values (uuidv7(), $1, $2, $3, 'waiting', 'manual', '{}', 'nobody', now() + interval '1 second')`,
      [owner.id, workflow_id, uuidv7()],
    )
    await work()
    expect(await statuses('workflow_id', workflow_id)).toEqual(['1203 cancelled', '1 waiting'])
  })
})

describe('stopping runs', () => {
  it('of an admin is for super admins, and all of it for admins', async () => {
    const query = { scope: 'owner', target_id: root.id }
    expect((await count(admin, query)).status).toBe(403)
    expect((await count(root, query)).status).toBe(200)
    const made = await test.call('POST', '/api/v1/workflows', { as: root, body: { name: 'Theirs', document: asking } })
    const workflow = { scope: 'workflow', target_id: made.body.data.id }
    expect((await stop(admin, workflow)).status).toBe(403)
    const seller = await test.person('creator_admin')
    expect((await count(seller, query)).status).toBe(403)
    expect((await stop(seller, query)).status).toBe(403)
    expect((await test.call('GET', PATH, { as: seller })).status).toBe(403)
  })

  it.each([
    [{ scope: 'agent', target_id: 'x' }, 400, 'target_id'],
    [{ scope: 'agent', target_id: uuidv7() }, 404, undefined],
    [{ scope: 'all', target_id: uuidv7() }, 400, 'scope'],
    [{ scope: 'agent', target_id: uuidv7(), reason: ' ' }, 400, 'reason'],
    [{ scope: 'agent', target_id: uuidv7(), reason: 'x'.repeat(1001) }, 400, 'reason'],
  ])('refuses %j', async (body, status, field) => {
    const answer = await stop(admin, body)
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([status, field])
  })

  it('goes on when a run cannot be reached, and tells the log', async () => {
    const owner = await test.person('seller')
    await sql(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, executor)
       select uuidv7(), $1, $2, $2, 'paused', 'manual', '{}', 'nobody' from generate_series(1, 2)`,
      [owner.id, uuidv7()],
    )
    await stop(admin, { scope: 'owner', target_id: owner.id })
    const [first] = await sql('select id from executions where owner_id = $1 order by id limit 1', [owner.id])
    const engine = {
      control: (id: string, command: { action: 'cancel' }) =>
        id === first.id ? Promise.reject(new Error('away')) : test.engine.engine.control(id, command),
    }
    const told: object[] = []
    await continueRunStops(test.database.db, { engine, log: { warn: (detail) => told.push(detail) } }, () => true)
    expect(await statuses('owner_id', owner.id)).toEqual(['1 cancelled', '1 paused'])
    expect(told).toHaveLength(3)
    const { items } = (await test.call('GET', PATH, { as: admin })).body.data
    expect(items[0]).toMatchObject({ stopped: 1, found: 2, finished_at: expect.any(String) })
  })
})
