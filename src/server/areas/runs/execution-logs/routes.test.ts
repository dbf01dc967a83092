/** All users' runs, as an admin reads them: never their content without a reason that stays. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const SECRET = 'Meera has asthma'
const PATH = '/api/v1/admin/execution-logs'

let test: TestApp
let admin: Person
let superAdmin: Person
let owner: Person
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      fail: (ctx) => {
        throw new Error(`Cannot read ${JSON.stringify(ctx.input)}`)
      },
    },
  })
  admin = await test.person('admin')
  superAdmin = await test.person('super_admin')
  owner = await test.person('seller')
  const { pool } = test.database
  const wired = (last: ReturnType<typeof node>) =>
    workflow([node('start', 'manual_trigger'), last], wires(`start > ${last.id}`))
  await addAgent(pool, owner.id, wired(node('bad', 'pure', { does: 'fail' })), { slug: 'fails', name: 'Fails' })
  await addAgent(pool, owner.id, wired(set('say', { said: '{{ $trigger.text }}' })), { slug: 'says', name: 'Says' })
})
afterAll(() => test.close())

const execute = async (slug: string, as: Person | null = owner) => {
  const body = { agent_id: slug, input: { text: SECRET }, wait_ms: 5000 }
  const run = await test.call('POST', '/api/v1/workflows/execute', { ...(as && { as }), body })
  return run.body.data.execution_id as string
}
const list = (query = '', as = admin) => test.call('GET', `${PATH}?${query}`, { as })
const reveal = (id: string, as: Person, reason = 'Ticket 4711') =>
  test.call('POST', `${PATH}/${id}/reveal`, { as, body: { reason } })
const reveals = async (id: string) =>
  (
    await test.database.pool.query(
      `select actor_id, reason, details from audit_log where action = 'execution.reveal' and target_id = $1`,
      [id],
    )
  ).rows

describe('execution logs', () => {
  it('show an admin whose run it was, how it went, and nothing that its owner sent', async () => {
    const [failed, said] = [await execute('fails'), await execute('says')]
    const { body } = await list(`owner_id=${owner.id}`)
    const rows = new Map(body.data.items.map((one: { id: string }) => [one.id, one]))
    expect(rows.get(failed)).toMatchObject({
      status: 'failed',
      agent: { slug: 'fails' },
      owner: { id: owner.id, email: `${owner.id}@example.com` },
    })
    expect(rows.get(said)).toMatchObject({ status: 'succeeded', error_code: null })
    const details = await Promise.all([failed, said].map((id) => test.call('GET', `${PATH}/${id}`, { as: admin })))
    expect(details.map(({ status }) => status)).toEqual([200, 200])
    expect(details[0]?.body.data.run.nodes.map((one: { status: string }) => one.status)).toEqual([
      'succeeded',
      'failed',
    ])
    expect(JSON.stringify([body, ...details.map((one) => one.body)])).not.toContain('Meera')
  })

  it('find runs by the e-mail address of their owner, by agent, state and time, and never by what was sent', async () => {
    const id = await execute('says')
    const total = async (query: string) => (await list(query)).body.data.total as number
    const ids = async (query: string) => (await list(query)).body.data.items.map((one: { id: string }) => one.id)
    expect(await ids(`search=${encodeURIComponent(`${owner.id}@EXAMPLE.com`)}`)).toContain(id)
    expect(await ids('search=Says')).toContain(id)
    expect(await ids(`search=${id}`)).toEqual([id])
    expect(await ids('status=failed')).not.toContain(id)
    expect(await total('search=nobody@example.com')).toBe(0)
    expect(await total('search=Meera')).toBe(0)
    expect(await total(`search=Meera&owner_id=${owner.id}`)).toBe(0)
    await test.database.pool.query(`update executions set created_at = now() - interval '3 days' where id = $1`, [id])
    expect(await ids('days=1')).not.toContain(id)
    expect(await ids('days=7')).toContain(id)
  })

  it('have a visitor’s runs without an owner, and no private comparisons', async () => {
    const visited = await execute('says', null)
    const found = (await list(`search=${visited}`)).body.data.items
    expect(found).toMatchObject([{ owner: null }])
    const bench = await execute('says')
    await test.database.pool.query(`update executions set trigger = 'bench' where id = $1`, [bench])
    expect((await list(`search=${bench}&owner_id=${owner.id}`)).body.data.total).toBe(0)
    expect((await test.call('GET', `${PATH}/${bench}`, { as: admin })).status).toBe(404)
    expect((await reveal(bench, superAdmin)).status).toBe(404)
  })

  it('open the content of a run for a reason, which stays in the audit log', async () => {
    const id = await execute('says')
    const { status, body } = await reveal(id, admin)
    expect(status).toBe(200)
    expect(body.data.run).toMatchObject({ content_open: true, input: { text: SECRET }, output: { said: SECRET } })
    expect(await reveals(id)).toEqual([{ actor_id: admin.id, reason: 'Ticket 4711', details: { owner_id: owner.id } }])
    // The next look asks again.
    expect(JSON.stringify((await test.call('GET', `${PATH}/${id}`, { as: admin })).body)).not.toContain('Meera')
  })

  it('keep the steps of a closed workflow closed in a revealed run of its buyer', async () => {
    const buyer = await test.person()
    const { body } = await reveal(await execute('says', buyer), superAdmin)
    expect(body.data.run).toMatchObject({
      steps_open: false,
      output: { said: SECRET },
      graph: { nodes: [], edges: [] },
    })
    expect(JSON.stringify(body.data.run.nodes)).not.toContain('Meera')
  })

  it('refuse a reveal without a reason, and one of an admin’s run by another admin', async () => {
    const id = await execute('says')
    for (const reason of ['', '   ', 'x'.repeat(1001)]) {
      const refused = await reveal(id, admin, reason)
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'reason'])
    }
    const own = await execute('says', superAdmin)
    expect((await reveal(own, admin)).status).toBe(403)
    expect(await reveals(own)).toEqual([])
    expect((await reveal(own, superAdmin)).status).toBe(200)
  })

  it('are closed to everyone else', async () => {
    const id = await execute('says')
    for (const as of [owner, await test.person('creator_admin')]) {
      expect((await list('', as)).status).toBe(403)
      expect((await test.call('GET', `${PATH}/${id}`, { as })).status).toBe(403)
      expect((await reveal(id, as)).status).toBe(403)
    }
    expect((await test.call('GET', PATH)).status).toBe(401)
  })
})
