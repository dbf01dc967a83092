import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { SERVICE_SCHEDULES } from '#contract/services/schedule-limits.ts'
import { ServiceSchedule } from '#contract/services/service-schedules.ts'
import { createBillingGate } from '#server/areas/billing/charges/billing-gate.ts'
import { nextRun, runsFor, startOthers } from '#server/engine/schedules.ts'
import { transaction } from '#server/engine/store.ts'
import { createDatabase, createDatabaseOn } from '#server/platform/database/database.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createTestApp, type Person, SECRET, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { createDueSchedules } from './due-schedules.ts'

const PRICE = 500
const document = workflow(
  [node('start', 'manual_trigger'), set('done', { said: '{{ $input.text }}' })],
  wires('start > done'),
)

let test: TestApp
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
  const { pool } = test.database
  await addAgent(pool, seller.id, document, { slug: 'echo' })
  await addAgent(pool, seller.id, document, { slug: 'paid-echo', price: ['per_run', PRICE] })
  await pool.query(`update agents set trial_runs = 0 where slug = 'paid-echo'`)
})
afterAll(() => test.close())

const body = { cron: '0 9 * * *', input: { text: 'hello' } }

async function deploy(agent_id = 'echo') {
  const buyer = await test.person()
  const { id } = (await test.call('POST', '/api/v1/services', { as: buyer, body: { agent_id } })).body.data
  const at = `/api/v1/services/${id}/schedules`
  const list = async (): Promise<ServiceSchedule[]> => (await test.call('GET', at, { as: buyer })).body.data.schedules
  return { buyer, id: id as string, at, list }
}
type Deployed = Awaited<ReturnType<typeof deploy>>

async function scheduled(agent_id?: string, more: object = {}) {
  const service = await deploy(agent_id)
  const made = await test.call('POST', service.at, { as: service.buyer, body: { ...body, ...more } })
  expect(made.status).toBe(201)
  return { ...service, schedule: ServiceSchedule.parse(made.body.data.schedules[0]) }
}

/** Makes the time of a schedule have come, by default a moment ago. */
const comes = (schedule: { id: string }, ago = '5 seconds') =>
  test.database.pool.query(
    `update service_schedules set next_run_at = date_trunc('second', now()) - $2::interval where id = $1`,
    [schedule.id, ago],
  )
const runsOf = async ({ buyer, id }: Pick<Deployed, 'buyer' | 'id'>) =>
  (await test.call('GET', '/api/v1/executions', { as: buyer, query: { service_id: id } })).body.data.items
const firstOf = async ({ list }: Pick<Deployed, 'list'>): Promise<ServiceSchedule> => {
  const [one] = await list()
  if (!one) throw new Error('no schedule')
  return one
}
/** Until its last time has an end: a run, or why not. */
const told = (service: Deployed, times = 1) =>
  until(async () => {
    const one = await firstOf(service)
    return one.times.length >= times && one
  })
const noticesOf = async (buyer: Person) =>
  (await test.call('GET', '/api/v1/notifications', { as: buyer })).body.data.items as {
    title: string
    message: string
    href: string
  }[]

describe('a schedule of a service', () => {
  it('runs it when its time has come, as its owner, and says what is next', async () => {
    const service = await scheduled()
    expect(service.schedule).toMatchObject({
      cron: '0 9 * * *',
      time_zone: 'Asia/Kolkata',
      missed: 'run_once',
      enabled: true,
      times: [],
    })
    // 09:00 in India is 03:30 in UTC.
    expect(service.schedule.next_runs.map((time) => time.slice(11, 16))).toEqual(Array(5).fill('03:30'))
    await comes(service.schedule)
    const ran = await until(async () => {
      const [run] = await runsOf(service)
      return run?.status === 'succeeded' && run
    })
    expect(ran).toMatchObject({ trigger: 'schedule', service: { id: service.id } })
    const { body: answer } = await test.call('GET', `/api/v1/executions/${ran.id}`, { as: service.buyer })
    expect(answer.data).toMatchObject({ input: { text: 'hello' }, output: { said: 'hello' } })
    const [time] = (await told(service)).times
    expect(time).toMatchObject({ execution_id: ran.id, status: 'succeeded', reason: null })
  })

  it.each([
    ['a line that is none', { cron: 'whenever' }, 400, 'cron'],
    ['a time that never comes', { cron: '0 0 30 2 *' }, 400, 'cron'],
    ['an unknown clock', { time_zone: 'Mars/Olympus' }, 400, 'time_zone'],
    ['an input that does not fit', { input: { text: 7 } }, 400, 'input.text'],
    ['no input', { input: {} }, 400, 'input'],
    [
      'a document of nobody',
      { input: { text: 'x', file: { file_id: crypto.randomUUID() } } },
      400,
      'input.file.file_id',
    ],
    ['more than it knows', { every: 'day' }, 400, undefined],
  ])('with %s is refused', async (_case, wrong, status, field) => {
    const { at, buyer, list } = await deploy()
    const answer = await test.call('POST', at, { as: buyer, body: { ...body, ...wrong } })
    expect(answer.status).toBe(status)
    if (field !== undefined) expect(answer.body.errors[0].field).toContain(field)
    expect(await list()).toEqual([])
  })

  it('is its owner’s alone', async () => {
    const { at, id, schedule } = await scheduled()
    const stranger = await test.person()
    const one = `${at}/${schedule.id}`
    const answers = [
      await test.call('GET', at, { as: stranger }),
      await test.call('POST', at, { as: stranger, body }),
      await test.call('PUT', one, { as: stranger, body: { enabled: false } }),
      await test.call('DELETE', one, { as: stranger }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    // One's own service does not reach another's schedule.
    const own = await deploy()
    const through = await test.call('DELETE', `${own.at}/${schedule.id}`, { as: own.buyer })
    expect([through.status, id === own.id]).toEqual([404, false])
  })

  it(`is one of at most ${SERVICE_SCHEDULES.per_service}, however many are added at once`, async () => {
    const { at, buyer, list } = await deploy()
    const answers = await Promise.all(Array.from({ length: 12 }, () => test.call('POST', at, { as: buyer, body })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(SERVICE_SCHEDULES.per_service)
    expect(answers.find(({ status }) => status !== 201)?.body.errors[0].code).toBe('limit_reached')
    expect(await list()).toHaveLength(SERVICE_SCHEDULES.per_service)
  })

  it('is changed, switched off and on, and removed', async () => {
    const service = await scheduled()
    const { at, buyer, schedule } = service
    const one = `${at}/${schedule.id}`
    await test.call('PUT', one, { as: buyer, body: { cron: '*/5 * * * *', time_zone: 'UTC' } })
    expect(await firstOf(service)).toMatchObject({ cron: '*/5 * * * *', time_zone: 'UTC', input: { text: 'hello' } })
    await test.call('PUT', one, { as: buyer, body: { enabled: false } })
    expect(await firstOf(service)).toMatchObject({ enabled: false, next_runs: [] })
    await test.call('PUT', one, { as: buyer, body: { enabled: true } })
    expect((await firstOf(service)).next_runs).toHaveLength(5)
    const wrong = await test.call('PUT', one, { as: buyer, body: { input: { text: '' } } })
    expect(wrong.status).toBe(400)
    const gone = await test.call('DELETE', one, { as: buyer })
    expect(gone.body.data).toEqual({ schedules: [] })
  })
})

describe('a time', () => {
  it('starts one run, however many processes look', async () => {
    const service = await scheduled('paid-echo')
    await giveCredits(test.database, service.buyer.id, PRICE * 20)
    const billingGate = createBillingGate({ db: test.database.db, trials: { secret: SECRET, askProof: false } })
    const others = createDueSchedules({ db: test.database.db, billingGate, models: { db: test.database.db } as never })
    const enqueued: string[] = []
    await comes(service.schedule)
    // The sweeper of the engine under test looks as well.
    const worker = () =>
      startOthers(
        test.database.pool,
        { ...others, find: async () => [service.schedule.id] },
        async (_client, run) => {
          enqueued.push(run.execution_id ?? '')
          return run.execution_id ?? ''
        },
        (error) => {
          throw error
        },
      )
    await Promise.all(Array.from({ length: 8 }, worker))
    const { times } = await told(service)
    expect(times).toHaveLength(1)
    const held = await test.database.pool.query('select 1 from charges where buyer_id = $1', [service.buyer.id])
    expect(held.rows).toHaveLength(1)
    expect(enqueued.length + (await runsOf(service)).length).toBe(1)
  })

  it('passes while the service is paused or its owner is blocked, and is not made up for', async () => {
    const paused = await scheduled()
    await test.call('PUT', `/api/v1/services/${paused.id}`, { as: paused.buyer, body: { status: 'paused' } })
    const blocked = await scheduled()
    await test.database.pool.query(`update users set status = 'blocked' where id = $1`, [blocked.buyer.id])
    for (const { schedule } of [paused, blocked]) await comes(schedule)
    await until(async () => {
      const { rows } = await test.database.pool.query(
        'select 1 from service_schedules where id = any($1) and next_run_at > now()',
        [[paused.schedule.id, blocked.schedule.id]],
      )
      return rows.length === 2
    })
    await test.call('PUT', `/api/v1/services/${paused.id}`, { as: paused.buyer, body: { status: 'running' } })
    expect(await runsOf(paused)).toEqual([])
    expect((await firstOf(paused)).times).toEqual([])
    const { rows } = await test.database.pool.query('select 1 from executions where owner_id = $1', [blocked.buyer.id])
    expect(rows).toEqual([])
  })

  it.each([
    ['run_once', 1],
    ['skip', 0],
    ['run_all', 3],
  ])('that was missed while nothing ran is made up for by %s', async (missed, runs) => {
    const service = await scheduled('echo', { cron: '0 * * * *', time_zone: 'UTC', missed, most_missed: 3 })
    await test.database.pool.query(
      `update service_schedules set next_run_at = date_trunc('hour', now()) - interval '5 hours' where id = $1`,
      [service.schedule.id],
    )
    await until(async () => {
      const { rows } = await test.database.pool.query(
        'select 1 from service_schedules where id = $1 and next_run_at > now()',
        [service.schedule.id],
      )
      return rows.length === 1
    })
    expect(await runsOf(service)).toHaveLength(runs)
  })

  it('needs one connection, and starts nothing inside that ends its transaction', async () => {
    const slug = 'new-echo'
    await addAgent(test.database.pool, seller.id, document, { slug })
    const { schedule } = await scheduled(slug)
    const pool = createPool(test.database.url, 1, { waitMs: 1_000 })
    const db = createDatabase(pool)
    const billingGate = createBillingGate({ db, trials: { secret: SECRET, askProof: false } })
    const others = createDueSchedules({ db, billingGate, models: { ...test.models, db } })
    const runs = await transaction(pool, async (client) => {
      // Seen by this transaction alone: the sweeper of the engine under test looks as well.
      await client.query(`update service_schedules set next_run_at = now() - interval '5 s' where id = $1`, [
        schedule.id,
      ])
      const tx = createDatabaseOn(client)
      expect(() => tx.transaction()).toThrow('already open on this connection')
      return others.take(tx, schedule.id, { nextRun, runsFor })
    })
    expect(runs).toHaveLength(1)
    await pool.end()
  })

  it('that meets a fault of ours is passed over, reported and told, and holds up no other', async () => {
    const service = await scheduled()
    const { pool, db } = test.database
    const others = createDueSchedules({ db, billingGate: { holdAll: async () => [] }, models: { db } as never })
    const reported: unknown[] = []
    await pool.query(`update service_schedules set next_run_at = now() where id = $1`, [service.schedule.id])
    await startOthers(
      pool,
      {
        ...others,
        find: async () => [service.schedule.id],
        take: async () => {
          throw new Error('a fault')
        },
      },
      async () => '',
      (error) => reported.push(error),
    )
    expect(reported).toHaveLength(1)
    const { times } = await told(service)
    expect(times).toHaveLength(1)
    expect(new Date((await firstOf(service)).next_runs[0] ?? 0).getTime()).toBeGreaterThan(Date.now())
  })

  it('of a service that was removed is gone', async () => {
    const { buyer, id, schedule } = await scheduled()
    await comes(schedule, '0 seconds')
    await test.call('DELETE', `/api/v1/services/${id}`, { as: buyer })
    const { rows } = await test.database.pool.query('select 1 from service_schedules where id = $1', [schedule.id])
    expect(rows).toEqual([])
  })
})

describe('a scheduled run that is refused', () => {
  it('is told with its reason, costs nothing, and after some in a row switches the schedule off', async () => {
    const service = await scheduled('paid-echo')
    for (let time = 1; time <= SERVICE_SCHEDULES.refused_in_row; time++) {
      // Each at a time of its own.
      await comes(service.schedule, `${(SERVICE_SCHEDULES.refused_in_row - time) * 2 + 1} seconds`)
      await told(service, time)
    }
    const off = await firstOf(service)
    expect(off).toMatchObject({ enabled: false, next_runs: [] })
    expect(off.stopped_reason).toMatch(/^It was refused 5 times in a row\. .*credits/)
    expect(off.times[0]).toMatchObject({ execution_id: null, status: null })
    const notices = await noticesOf(service.buyer)
    expect(notices.map(({ title }) => title).sort()).toEqual([
      expect.stringMatching(/: a schedule was turned off$/),
      expect.stringMatching(/: a scheduled run wasn’t started$/),
    ])
    expect(notices[0]?.href).toBe(`/my-ai-services/${service.id}?tab=schedule`)
    expect(await runsOf(service)).toEqual([])
    // Switched on again it begins to count anew.
    await giveCredits(test.database, service.buyer.id, PRICE)
    await test.call('PUT', `${service.at}/${service.schedule.id}`, { as: service.buyer, body: { enabled: true } })
    await comes(service.schedule, '0 seconds')
    const ran = await until(async () => {
      const one = await firstOf(service)
      return one.times[0]?.status === 'succeeded' && one
    })
    expect(ran).toMatchObject({ enabled: true, stopped_reason: null })
  })

  it('stays inside the caps of its owner, and is paid like one by hand', async () => {
    const service = await scheduled('paid-echo', {
      cron: '0 * * * *',
      time_zone: 'UTC',
      missed: 'run_all',
      most_missed: 3,
    })
    await giveCredits(test.database, service.buyer.id, PRICE * 10)
    const saved = await test.call('PUT', `/api/v1/services/${service.id}/spending`, {
      as: service.buyer,
      body: { month_cap_paise: PRICE * 2 },
    })
    expect(saved.status).toBe(200)
    await test.database.pool.query(
      `update service_schedules set next_run_at = date_trunc('hour', now()) - interval '4 hours' where id = $1`,
      [service.schedule.id],
    )
    const { times } = await told(service, 3)
    expect(times.filter(({ execution_id }) => execution_id !== null)).toHaveLength(2)
    expect(times.find(({ execution_id }) => execution_id === null)?.reason).toMatch(/limit/)
  })

  it('because its agent was suspended says so', async () => {
    const agent = await addAgent(test.database.pool, seller.id, document)
    const service = await scheduled(agent.slug)
    await test.database.pool.query(`update agents set status = 'suspended' where id = $1`, [agent.id])
    await comes(service.schedule)
    expect((await told(service)).times[0]?.reason).toBe(
      'This agent is not available: the marketplace has suspended it or its seller.',
    )
  })
})

describe('an upgrade', () => {
  it('that takes another input switches the schedule off and tells its owner', async () => {
    const { pool } = test.database
    const agent = await addAgent(pool, seller.id, document)
    const [fits, breaks] = [await scheduled(agent.slug), await scheduled(agent.slug)]
    const publish = async (number: number, input_schema: JsonObject) => {
      const other = await addAgent(pool, seller.id, document, { input_schema })
      await pool.query('update agent_versions set agent_id = $1, number = $2 where id = $3', [
        agent.id,
        number,
        other.version_id,
      ])
      await pool.query('update agents set current_version_id = $2 where id = $1', [agent.id, other.version_id])
    }
    const upgrade = ({ buyer, id }: Deployed, version: number) =>
      test.call('POST', `/api/v1/services/${id}/upgrade`, { as: buyer, body: { version } })
    await publish(2, { type: 'object', properties: { text: { type: 'string' } } })
    expect((await upgrade(fits, 2)).status).toBe(200)
    expect((await firstOf(fits)).enabled).toBe(true)
    await publish(3, { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] })
    expect((await upgrade(breaks, 3)).status).toBe(200)
    const off = await firstOf(breaks)
    expect(off.enabled).toBe(false)
    expect(off.stopped_reason).toMatch(/^The new version of the agent needs different input\. .*question/)
    expect((await noticesOf(breaks.buyer))[0]?.title).toBe('A schedule was turned off by an upgrade')
    const on = await test.call('PUT', `${breaks.at}/${breaks.schedule.id}`, {
      as: breaks.buyer,
      body: { enabled: true },
    })
    expect(on.status).toBe(400)
  })
})
