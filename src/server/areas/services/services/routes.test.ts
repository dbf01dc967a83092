import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RUNTIME_LIMITS } from '#contract/admin/runtime-limit-values.ts'
import { ServiceDetail, ServiceUsage } from '#contract/services/services.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { givePlan } from '#test/support/plans.ts'

const said = (text: string) =>
  workflow([node('start', 'manual_trigger'), set('done', { said: text })], wires('start > done'))

let test: TestApp
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
  const { pool } = test.database
  await addAgent(pool, seller.id, said('one'), { slug: 'helper', name: 'Helper' })
})
afterAll(() => test.close())

const deploy = (as: Person, body: object = { agent_id: 'helper' }) =>
  test.call('POST', '/api/v1/services', { as, body })
const run = (as: Person, service_id: string) =>
  test.call('POST', '/api/v1/workflows/execute', { as, body: { service_id, input: { text: 'x' }, wait_ms: 5000 } })

describe('a service', () => {
  it('is made from the current version under the agent’s name', async () => {
    const { status, body } = await deploy(await test.person())
    expect(status).toBe(201)
    expect(ServiceDetail.parse(body.data)).toMatchObject({
      name: 'Helper',
      status: 'running',
      version: { number: 1, newest: 1 },
      runs: 0,
      last_run_at: null,
      abilities: { run: { allowed: true } },
    })
  })

  it('runs, counts its runs, and lists them', async () => {
    const buyer = await test.person()
    const { id } = (await deploy(buyer)).body.data
    expect((await run(buyer, id)).body.data).toMatchObject({ status: 'succeeded', output: { said: 'one' } })
    const { body } = await test.call('GET', `/api/v1/services/${id}`, { as: buyer })
    expect(body.data).toMatchObject({ runs: 1, last_run_at: expect.any(String) })
    const runs = await test.call('GET', '/api/v1/executions', { as: buyer, query: { service_id: id } })
    expect(runs.body.data.items[0].service).toEqual({ id, name: 'Helper' })
  })

  it('says how often it ran, by day of India and by what started the runs', async () => {
    const buyer = await test.person()
    const { pool } = test.database
    const { id } = (await deploy(buyer)).body.data
    const at = `/api/v1/services/${id}/usage`
    const usage = async (days?: string) =>
      (await test.call('GET', at, { as: buyer, ...(days && { query: { days } }) })).body.data
    expect(await usage()).toMatchObject({ days: 30, runs: 0, failed: 0, spent_paise: 0, by_trigger: [] })
    for (let at = 0; at < 4; at += 1) await run(buyer, id)
    await pool.query(
      `update executions set trigger = 'schedule' where id = (select id from executions where service_id = $1 order by id limit 1)`,
      [id],
    )
    // The last moment before the period of seven days, and its first.
    await pool.query(
      `update executions e set created_at = (((now() at time zone 'Asia/Kolkata')::date - 6)::timestamp at time zone 'Asia/Kolkata')
         - case n.at when 1 then interval '1 ms' else interval '0' end
       from (select id, row_number() over (order by id desc) as at from executions where service_id = $1) n
       where e.id = n.id and n.at < 3`,
      [id],
    )
    const week = ServiceUsage.parse(await usage('7'))
    expect(week).toMatchObject({ runs: 3, by_trigger: [{ runs: 2 }, { trigger: 'schedule', runs: 1 }] })
    expect(week.by_day.map(({ runs }) => runs)).toEqual([1, 0, 0, 0, 0, 0, 2])
    expect((await usage()).by_day.map(({ runs }: { runs: number }) => runs).slice(-8)).toEqual([1, 1, 0, 0, 0, 0, 0, 2])
    expect((await test.call('GET', at, { as: await test.person() })).status).toBe(404)
    expect((await test.call('GET', at, { as: buyer, query: { days: '8' } })).body.errors[0].field).toBe('days')
  })

  it('stays pinned when the agent gets a new version', async () => {
    const buyer = await test.person()
    const { pool } = test.database
    const agent = await addAgent(pool, seller.id, said('old'), { slug: 'moving' })
    const { id } = (await deploy(buyer, { agent_id: 'moving' })).body.data
    const other = await addAgent(pool, seller.id, said('new'), { slug: 'moving-next' })
    await pool.query('update agent_versions set agent_id = $1, number = 2 where id = $2', [agent.id, other.version_id])
    await pool.query('update agents set current_version_id = $2 where id = $1', [agent.id, other.version_id])
    expect((await run(buyer, id)).body.data.output).toEqual({ said: 'old' })
    const { body } = await test.call('GET', `/api/v1/services/${id}`, { as: buyer })
    expect(body.data.version).toMatchObject({ number: 1, newest: 2 })
  })

  it('that is paused does not run and says why', async () => {
    const buyer = await test.person()
    const { id } = (await deploy(buyer)).body.data
    const paused = await test.call('PUT', `/api/v1/services/${id}`, {
      as: buyer,
      body: { status: 'paused', name: 'Mine' },
    })
    expect(paused.body.data).toMatchObject({ name: 'Mine', status: 'paused', abilities: { run: { allowed: false } } })
    const { status, body } = await run(buyer, id)
    expect([status, body.status.message]).toEqual([409, 'This service is paused. Start it to run it.'])
  })

  it('is gone when removed; its runs stay', async () => {
    const buyer = await test.person()
    const { id } = (await deploy(buyer)).body.data
    await run(buyer, id)
    expect((await test.call('DELETE', `/api/v1/services/${id}`, { as: buyer })).body.data).toEqual({ id })
    expect((await test.call('GET', `/api/v1/services/${id}`, { as: buyer })).status).toBe(404)
    expect((await test.call('GET', '/api/v1/executions', { as: buyer })).body.data.total).toBe(1)
  })

  it.each([
    ['no agent', {}, 400, 'agent_id'],
    ['a bad name', { agent_id: 'helper', name: ' ' }, 400, 'name'],
    ['a bad status', { agent_id: 'helper', status: 'running' }, 400, 'status'],
    ['an unknown agent', { agent_id: 'nobody' }, 404, undefined],
  ])('of %s is refused', async (_case, body, status, field) => {
    const answer = await deploy(await test.person(), body)
    expect([answer.status, answer.body.errors[0].field]).toEqual([status, field])
  })

  it(`is one of at most ${RUNTIME_LIMITS.services_per_user.default}`, async () => {
    const buyer = await test.person()
    await givePlan(test.database, buyer.id)
    await test.database.pool.query(
      `insert into services (owner_id, agent_id, agent_version_id, name)
       select $1, a.id, a.current_version_id, 'many' from agents a, generate_series(1, $2) where a.slug = 'helper'`,
      [buyer.id, RUNTIME_LIMITS.services_per_user.default],
    )
    expect((await deploy(buyer)).body.errors[0].code).toBe('limit_reached')
    const page = await test.call('GET', '/api/v1/services', { as: buyer, query: { limit: '10' } })
    expect(page.body.data.items).toHaveLength(10)
    expect(page.body.data.total).toBe(RUNTIME_LIMITS.services_per_user.default)
  })
})

describe('the list', () => {
  it('is searched, narrowed by status and ordered by the server', async () => {
    const buyer = await test.person()
    await givePlan(test.database, buyer.id)
    const ids: Record<string, string> = {}
    for (const name of ['Ward notes', 'Claims', 'Letters'])
      ids[name] = (await deploy(buyer, { agent_id: 'helper', name })).body.data.id
    await run(buyer, ids.Claims ?? '')
    const paused = await test.call('PUT', `/api/v1/services/${ids.Letters}`, { as: buyer, body: { status: 'paused' } })
    expect(paused.status).toBe(200)
    const names = async (query: Record<string, string>) => {
      const { items, total } = (await test.call('GET', '/api/v1/services', { as: buyer, query })).body.data
      expect(total).toBe(items.length)
      return items.map(({ name }: { name: string }) => name)
    }
    expect(await names({})).toEqual(['Letters', 'Claims', 'Ward notes'])
    expect(await names({ sort: 'name' })).toEqual(['Claims', 'Letters', 'Ward notes'])
    expect((await names({ sort: 'run' }))[0]).toBe('Claims')
    expect(await names({ status: 'paused' })).toEqual(['Letters'])
    expect(await names({ search: 'ward' })).toEqual(['Ward notes'])
    expect(await names({ search: 'HELPER', status: 'running', sort: 'name' })).toEqual(['Claims', 'Ward notes'])
  })
})

describe('a race for the last services', () => {
  it('is won by exactly as many as the limit leaves', async () => {
    const buyer = await test.person()
    await givePlan(test.database, buyer.id)
    await test.database.pool.query(
      `insert into services (owner_id, agent_id, agent_version_id, name)
       select $1, a.id, a.current_version_id, 'many' from agents a, generate_series(1, $2) where a.slug = 'helper'`,
      [buyer.id, RUNTIME_LIMITS.services_per_user.default - 3],
    )
    const answers = await Promise.all(Array.from({ length: 40 }, () => deploy(buyer)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(37)
  })
})

describe('the dashboard', () => {
  it('counts what one has', async () => {
    const buyer = await test.person('seller')
    const { id } = (await deploy(buyer)).body.data
    await run(buyer, id)
    await test.call('POST', '/api/v1/workflows', { as: buyer, body: { name: 'W' } })
    const { body } = await test.call('GET', '/api/v1/dashboard/stats', { as: buyer })
    expect(body.data).toMatchObject({
      runs: { total: 1, last_7_days: 1, unfinished: 0, failed_7_days: 0, success_rate: 1 },
      services: { total: 1, running: 1 },
      workflows: { total: 1 },
      attention: [],
    })
    expect(body.data.recent).toHaveLength(1)
  })
})
