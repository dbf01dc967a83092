import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const SECRET_TEXT = 'the patient is called Meera'
let test: TestApp
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      fail: (ctx) => {
        throw new Error(`Cannot read ${JSON.stringify(ctx.input)}`)
      },
    },
  })
})
afterAll(() => test.close())

const dashboard = async (as: Person) => {
  const { status, body } = await test.call('GET', '/api/v1/dashboard/stats', { as })
  expect(status).toBe(200)
  return body.data
}
const execute = (as: Person, slug: string) =>
  test.call('POST', '/api/v1/workflows/execute', {
    as,
    body: { agent_id: slug, input: { text: SECRET_TEXT }, wait_ms: 5000 },
  })

describe('the dashboard', () => {
  it('shows a newcomer nothing but zeros', async () => {
    expect(await dashboard(await test.person())).toMatchObject({
      runs: { total: 0, success_rate: null },
      attention: [],
      recent: [],
      role_request: null,
      role_requests: null,
      agent_failures: null,
    })
  })

  it('shows admins who asks for a role, and the asker what became of it', async () => {
    const [admin, user] = [await test.person('admin'), await test.person()]
    await test.call('POST', '/api/v1/role-requests', { as: user, body: { role: 'seller', reason: 'Clinics' } })
    expect((await dashboard(user)).role_request).toMatchObject({ status: 'open', role: 'seller' })
    expect((await dashboard(admin)).role_requests).toMatchObject({
      total: 1,
      items: [{ user: { id: user.id, role: 'basic_user' }, request: { role: 'seller', reason: 'Clinics' } }],
    })
    const body = { approve: false, reason: 'Tell us more' }
    await test.call('POST', `/api/v1/user-management/${user.id}/approve`, { as: admin, body })
    expect((await dashboard(admin)).role_requests).toEqual({ total: 0, items: [] })
    expect((await dashboard(user)).role_request).toMatchObject({ status: 'rejected', decision_reason: 'Tell us more' })
    await test.database.pool.query(`update role_requests set decided_at = now() - interval '8 days'`)
    expect((await dashboard(user)).role_request).toBeNull()
  })

  it('shows what its services did in the last seven days, and nothing of others', async () => {
    const [user, other] = [await test.person(), await test.person()]
    const seller = await test.person('seller')
    const { slug } = await addAgent(
      test.database.pool,
      seller.id,
      workflow([node('go', 'manual_trigger'), set('end', { text: 'done' })], wires('go > end')),
    )
    const { data: agent } = (await test.call('GET', `/api/v1/agents/${slug}`)).body
    const make = async (as: Person, name: string) =>
      (await test.call('POST', '/api/v1/services', { as, body: { agent_id: agent.id, name } })).body.data.id
    const [mine] = [await make(user, 'Ward 4'), await make(other, 'Elsewhere')]
    const body = { service_id: mine, input: { text: 'a' }, wait_ms: 5000 }
    for (let i = 0; i < 2; i++) await test.call('POST', '/api/v1/workflows/execute', { as: user, body })
    const { at_work } = (await dashboard(user)).services
    expect(at_work).toMatchObject([
      { id: mine, name: 'Ward 4', status: 'running', days: [0, 0, 0, 0, 0, 0, 2], failed: 0 },
    ])
    await test.database.pool.query(
      `update executions set created_at = created_at - interval '2 days', status = 'failed' where service_id = $1`,
      [mine],
    )
    expect((await dashboard(user)).services.at_work).toMatchObject([{ days: [0, 0, 0, 0, 2, 0, 0], failed: 2 }])
  })

  it('shows sellers which of their agents fail, and nothing of what buyers sent', async () => {
    const [seller, other, buyer] = [await test.person('seller'), await test.person('seller'), await test.person()]
    const wired = (last: ReturnType<typeof node>) =>
      workflow([node('start', 'manual_trigger'), last], wires(`start > ${last.id}`))
    const { pool } = test.database
    await addAgent(pool, seller.id, wired(node('bad', 'pure', { does: 'fail' })), { slug: 'fails', name: 'Fails' })
    await addAgent(pool, seller.id, wired(set('good', { ok: true })), { slug: 'works', name: 'Works' })
    await execute(buyer, 'fails')
    await execute(buyer, 'fails')
    await execute(buyer, 'works')
    const seen = await dashboard(seller)
    expect(seen.agent_failures).toMatchObject([{ agent: { slug: 'fails', name: 'Fails' }, failed: 2, runs: 2 }])
    expect(JSON.stringify(seen)).not.toContain('Meera')
    expect((await dashboard(other)).agent_failures).toEqual([])
    const own = await dashboard(buyer)
    expect([own.agent_failures, own.attention.length]).toEqual([null, 2])
  })

  it('says in a line what the latest runs gave, and what is next', async () => {
    const user = await test.person()
    const { slug } = await addAgent(
      test.database.pool,
      (await test.person('seller')).id,
      workflow([node('go', 'manual_trigger'), set('end', { text: 'Signed by both' })], wires('go > end')),
    )
    expect((await dashboard(user)).next_step).toBeNull()
    const { data: agent } = (await test.call('GET', `/api/v1/agents/${slug}`)).body
    const body = { agent_id: agent.id, name: 'Contracts' }
    const service = (await test.call('POST', '/api/v1/services', { as: user, body })).body.data.id
    const input = { text: 'a' }
    await test.call('POST', '/api/v1/workflows/execute', {
      as: user,
      body: { service_id: service, input, wait_ms: 5000 },
    })
    const seen = await dashboard(user)
    expect(seen.recent[0].result).toEqual({ text: 'Signed by both', findings: 0 })
    expect(seen.next_step).toEqual({ kind: 'batch', service: { id: service, name: 'Contracts' } })
    const runs = (query: string) => test.call('GET', `/api/v1/executions?${query}`, { as: user })
    expect((await runs('results=true')).body.data.items[0].result.text).toBe('Signed by both')
    expect((await runs('')).body.data.items[0].result).toBeUndefined()
    expect(seen.needs).toEqual({
      ...{ reviews: 0, acceptance: null, reconnect: [], payment: null },
      ...{ preparing: false, orders: [], limits: [], order: [] },
    })
  })

  it('compares the last seven days with the seven before', async () => {
    const user = await test.person()
    const { slug } = await addAgent(
      test.database.pool,
      (await test.person('seller')).id,
      workflow([node('go', 'manual_trigger'), set('end', { text: 'done' })], wires('go > end')),
    )
    for (let i = 0; i < 3; i++) await execute(user, slug)
    const { pool } = test.database
    await pool.query(
      `update executions set created_at = created_at - interval '8 days', status = 'failed' where id = (
        select id from executions where owner_id = $1 limit 1)`,
      [user.id],
    )
    const { runs, spent } = await dashboard(user)
    expect(runs).toMatchObject({
      ...{ last_7_days: 2, previous_7_days: 1, success_rate: 1, previous_success_rate: 0 },
      days: [0, 0, 0, 0, 0, 0, 2],
    })
    expect(spent).toEqual({ last_7_days_paise: 0, previous_7_days_paise: 0 })
  })

  it('is for signed-in users', async () => {
    expect((await test.call('GET', '/api/v1/dashboard/stats')).status).toBe(401)
  })
})
