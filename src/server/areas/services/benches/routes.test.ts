import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshAgentStats } from '#server/areas/agents/agents/stats.ts'
import { createBillingGate } from '#server/areas/billing/charges/billing-gate.ts'
import { CLOSED_FAILURE } from '#server/areas/runs/executions/visible-steps.store.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Person, SECRET } from '#test/support/app.ts'
import { type BenchApp, createBenchApp, oneCase, threeCases } from '#test/support/benches.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { mayBench } from './benches.policy.ts'
import { startBench } from './start.ts'

let app: BenchApp
let buyer: Person
beforeAll(async () => {
  app = await createBenchApp()
  buyer = await app.test.person()
})
afterAll(() => app.test.close())

const call = (method: string, path: string, body?: object, as: Person | null = buyer) =>
  app.call(method, path, body, as)

describe('the result', () => {
  it('has what each agent got right, took and cost, side by side', async () => {
    const who = await app.rich(10_000)
    const agents = [await app.agent('echo'), await app.agent('shout', 200), await app.agent('refuse', 300)]
    const id = await app.draft(who, agents, threeCases)
    const plan = await call('GET', `/benches/${id}/plan`, undefined, who)
    expect(plan.body.data).toMatchObject({
      runs: 9,
      most_paise: 3_000,
      balance_paise: 10_000,
      missing_paise: 0,
      problems: [],
    })
    expect((await app.start(id, who, 3_000)).status).toBe(200)
    const bench = await app.done(id, who)
    expect(bench).toMatchObject({
      status: 'done',
      agents: [{ name: 'echo', version: 1 }, { name: 'shout' }, { name: 'refuse' }],
      figures: [
        { judged: 3, right: 2, failed: 0, cost_paise: 1_500, case_paise: 500 },
        { judged: 3, right: 2, failed: 0, cost_paise: 600, case_paise: 200 },
        { judged: 3, right: 0, failed: 3, cost_paise: 0, case_paise: null, median_ms: null },
      ],
    })
    const [, shouted, refused] = bench.runs
    expect(shouted).toMatchObject({
      answer: 'said: YES',
      parts: [{ path: 'said', value: 'YES' }],
      right: true,
      score: 1,
    })
    expect(refused).toMatchObject({ outcome: 'failed', right: false, note: CLOSED_FAILURE })
    expect(await app.money(who)).toEqual([10_000 - 2_100, 0])
    const listed = await call('GET', '/benches', undefined, who)
    expect(listed.body.data.items).toMatchObject([{ id, cases: 3, runs: 9, ended: 9 }])
  })

  it('is judged by what a person says afterwards, and overruled by them', async () => {
    const agents = [await app.agent('echo', 0), await app.agent('shout', 0)]
    const id = await app.draft(buyer, agents, [oneCase('a'), oneCase('b'), oneCase('c')])
    await app.start(id, buyer)
    const bare = await app.done(id, buyer)
    expect(bare.figures).toMatchObject([{ judged: 0, low: null }, { judged: 0 }])
    const said = { expected: ['A'], scorer: { type: 'contains', ignore_case: false } }
    const judged = await call('PUT', `/benches/${id}/cases/0`, said)
    expect(judged.body.data.figures).toMatchObject([
      { judged: 1, right: 0 },
      { judged: 1, right: 1 },
    ])
    const ruled = await call('PUT', `/benches/${id}/runs/0/0`, { right: true })
    expect(ruled.body.data.runs[0]).toMatchObject({ right: true, ruled: true, note: 'Not found: A' })
    expect((await call('PUT', `/benches/${id}/runs/0/0`, { right: null })).body.data.runs[0]).toMatchObject({
      right: false,
      ruled: false,
    })
    expect(
      (await call('PUT', `/benches/${id}/cases/0`, { expected: 'x', scorer: { type: 'number', tolerance: 0 } })).body
        .errors[0].field,
    ).toBe('expected')
    const large = await call('PUT', `/benches/${id}/cases/0`, { ...said, expected: ['x'.repeat(100_000)] })
    expect([large.status, large.body.errors[0].field]).toEqual([400, 'expected'])
    expect((await call('PUT', `/benches/${id}/runs/2/0`, { right: true })).status).toBe(404)
    expect((await call('PUT', `/benches/${id}/cases/7`, said)).status).toBe(404)
  })

  it('tells of a judge that cannot be asked, and of an empty answer', async () => {
    const id = await app.draft(
      buyer,
      [await app.agent('echo', 0), await app.agent('nothing', 0)],
      [oneCase('x', 'x', { type: 'judge' }), oneCase('y', ['y']), oneCase('z', ['z'])],
    )
    await app.start(id, buyer)
    const { runs } = await app.done(id, buyer)
    expect(runs[0]).toMatchObject({ score: 0, note: expect.stringContaining('could not be asked') })
    expect(runs[1]).toMatchObject({ outcome: 'empty', right: false, note: 'The result was empty.' })
  })
})

describe('the cost', () => {
  it('is held whole before anything runs: what is missing is named, and nothing starts half', async () => {
    const who = await app.rich(2_000)
    const id = await app.draft(who, [await app.agent('echo')], [...threeCases, oneCase('more'), oneCase('and more')])
    const refused = await app.start(id, who)
    expect(refused.status).toBe(402)
    expect(refused.body.errors[0]).toMatchObject({
      code: 'insufficient_credits',
      message: expect.stringContaining('₹5 are missing'),
    })
    expect((await app.read(id, who)).status).toBe('draft')
    expect(await app.money(who)).toEqual([2_000, 0])
  })

  it('takes trial runs first, what was bought for nothing, and own agents free', async () => {
    const who = await app.rich(1_000)
    const agent = await app.agent('echo')
    await app.test.database.pool.query('update agents set trial_runs = 2 where id = $1', [agent.id])
    const own = await addAgent(app.test.database.pool, who.id, app.document('shout'), { price: ['per_run', 90_000] })
    const id = await app.draft(who, [agent, own], threeCases)
    expect((await call('GET', `/benches/${id}/plan`, undefined, who)).body.data).toMatchObject({
      most_paise: 500,
      agents: [
        { how: 'credits', trials: 2, most_paise: 500 },
        { how: 'own', most_paise: 0 },
      ],
    })
    await app.start(id, who)
    const { figures } = await app.done(id, who)
    expect(figures).toMatchObject([{ trials: 2, cost_paise: 500 }, { cost_paise: 0 }])
    expect((await app.money(who))[0]).toBe(500)
  })

  it('names what models of the platform may take on top, and shows what they took', async () => {
    const who = await app.rich(10_000)
    const agent = await app.agent('echo', 0)
    const { pool } = app.test.database
    await pool.query('update agents set uses_model = true where id = $1', [agent.id])
    const id = await app.draft(who, [agent], threeCases)
    const plan = await call('GET', `/benches/${id}/plan`, undefined, who)
    expect(plan.body.data).toMatchObject({
      most_paise: 0,
      models: { about_paise: null, free_daily_paise: expect.any(Number) },
    })
    await app.start(id, who)
    const { runs } = await app.done(id, who)
    // As a run is left that its models were paid for: with a charge of their own.
    await pool.query(
      `insert into charges (execution_id, buyer_id, seller_id, agent_id, agent_version_id, kind, price_paise, status, ended_at)
       values ($1, $2, $3, $4, $5, 'models', 0, 'settled', now())`,
      [runs[0]?.execution_id, who.id, app.seller.id, agent.id, agent.version_id],
    )
    await pool.query(`update executions set cost_paise = 7 where id = $1`, [runs[0]?.execution_id])
    await pool.query(`update bench_runs set state = 'started', outcome = null where execution_id = $1`, [
      runs[0]?.execution_id,
    ])
    await pool.query('update benches set is_open = true where id = $1', [id])
    await app.sweep()
    expect((await app.read(id, who)).runs[0]).toMatchObject({ paid_with: 'models', cost_paise: 7 })
  })

  it('is never more than was shown, and stays under the caps', async () => {
    const who = await app.rich(10_000)
    const id = await app.draft(who, [await app.agent('echo')], threeCases)
    expect((await app.start(id, who, 1_499)).body.errors[0].message).toContain('up to ₹15')
    await call('PUT', '/credits/caps', { run_cap_paise: null, day_cap_paise: 1_400, low_paise: 0 }, who)
    expect((await app.start(id, who)).body.errors[0]).toMatchObject({ code: 'cap_reached', field: 'caps' })
    await call('PUT', '/credits/caps', { run_cap_paise: 499, day_cap_paise: null, low_paise: 0 }, who)
    expect((await app.start(id, who)).body.errors[0].message).toContain('limit per run')
    expect((await app.money(who))[1]).toBe(0)
  })

  it('of an agent that is paid by the month is refused until it is bought', async () => {
    const monthly = await addAgent(app.test.database.pool, app.seller.id, app.document('echo'), {
      name: 'By month',
      price: ['monthly', 50_000],
    })
    await app.test.database.pool.query('update agents set trial_runs = 0 where id = $1', [monthly.id])
    const refused = await app.start(await app.draft(buyer, [monthly]), buyer)
    expect(refused.status).toBe(402)
    expect(refused.body.errors[0]).toMatchObject({ code: 'payment_required', field: 'agents.0' })
  })
})

describe('a start', () => {
  it('asked for many times at once starts every run once', async () => {
    const who = await app.rich(100_000)
    const id = await app.draft(who, [await app.agent('echo')], threeCases)
    const answers = await Promise.all(Array.from({ length: 200 }, () => app.start(id, who)))
    const codes = Map.groupBy(answers, ({ status }) => status)
    expect([...codes].map(([code, { length }]) => [code, length]).toSorted()).toEqual([
      [200, 1],
      [409, 199],
    ])
    await app.done(id, who)
    const { rows } = await app.test.database.pool.query(
      `select count(*)::int as n from executions where owner_id = $1`,
      [who.id],
    )
    expect(rows[0].n).toBe(3)
    expect((await app.money(who))[0]).toBe(100_000 - 1_500)
  })

  it('that died half-way continues, and starts nothing twice', async () => {
    const who = await app.rich(10_000)
    const id = await app.draft(who, [await app.agent('echo')], threeCases)
    await app.start(id, who)
    await app.done(id, who)
    // As a process leaves it that dies after the engine took a run and before that was written down.
    await app.test.database.pool.query(
      `update bench_runs set state = 'held', outcome = null, taken_at = now() - interval '1 hour' where bench_id = $1`,
      [id],
    )
    await app.test.database.pool.query(`update benches set is_open = true where id = $1`, [id])
    const bench = await app.done(id, who)
    expect(bench.figures).toMatchObject([{ ended: 3, cost_paise: 1_500 }])
    const { rows } = await app.test.database.pool.query(
      'select count(*)::int as n from executions where owner_id = $1',
      [who.id],
    )
    expect(rows[0].n).toBe(3)
    expect((await app.money(who))[0]).toBe(8_500)
  })

  it.each([
    ['too few cases', threeCases.slice(1), 'cases'],
    ['a missing field', [...threeCases.slice(1), { ...threeCases[0], input: {} }], 'cases.2.input.text'],
    [
      'words for a number',
      [...threeCases.slice(1), oneCase('x', 'many', { type: 'number', tolerance: 0 })],
      'cases.2.expected',
    ],
    [
      'a file of somebody else',
      [
        ...threeCases.slice(1),
        { ...threeCases[0], input: { text: 'x', more: { file_id: '00000000-0000-4000-8000-000000000000' } } },
      ],
      'cases.2.input.more.file_id',
    ],
  ])('with %s is refused at its field', async (_, cases, field) => {
    const id = await app.draft(buyer, [await app.agent('echo', 0)], cases)
    const refused = await app.start(id, buyer)
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toContain(field)
    expect((await app.read(id, buyer)).status).toBe('draft')
  })

  it('of an agent that was taken away meanwhile is refused in words; the version that was chosen stays', async () => {
    const agent = await app.agent('echo', 0)
    const id = await app.draft(buyer, [agent])
    await app.test.database.pool.query(`update agents set status = 'suspended' where id = $1`, [agent.id])
    const refused = await app.start(id, buyer)
    expect(refused.body.errors[0]).toMatchObject({
      code: 'not_runnable',
      message: 'echo: This agent is not available: the marketplace has suspended it or its seller.',
    })
    expect((await call('POST', '/benches', { agent_ids: [agent.id] })).status).toBe(404)
  })
})

it('starts nothing more for an account that is blocked meanwhile, and gives back what was held', async () => {
  const { db, pool } = app.test.database
  const who = await app.rich(10_000)
  const id = await app.draft(who, [await app.agent('echo')], threeCases)
  const trials = { secret: SECRET, askProof: false }
  const caller = { type: 'user', id: who.id, permissions: new Set() } as unknown as Caller
  // As a process leaves it that dies before the first run.
  await startBench({ db, billingGate: createBillingGate({ db, trials }), trials }, mayBench(caller), id, 1_000_000)
  await pool.query(`update users set status = 'blocked' where id = $1`, [who.id])
  await app.sweep()
  expect((await pool.query('select from executions where owner_id = $1', [who.id])).rowCount).toBe(0)
  expect(await app.money(who)).toEqual([10_000, 0])
})

it('stops what has not ended, and charges nothing more', async () => {
  const who = await app.rich(10_000)
  app.gate.close()
  const id = await app.draft(who, [await app.agent('hang')], threeCases)
  await app.start(id, who)
  await app.running(who)
  expect((await app.money(who))[1]).toBe(1_500)
  const cancelled = await call('POST', `/benches/${id}/cancel`, undefined, who)
  expect(cancelled.status).toBe(200)
  const bench = await app.done(id, who)
  expect(bench).toMatchObject({ status: 'cancelled', figures: [{ cost_paise: 0, judged: 0, failed: 0 }] })
  expect(await app.money(who)).toEqual([10_000, 0])
  expect((await call('POST', `/benches/${id}/cancel`, undefined, who)).status).toBe(409)
  app.gate.open()
})

it('counts in no figure of a listing', async () => {
  const agent = await app.agent('echo', 0)
  const id = await app.draft(buyer, [agent])
  await app.start(id, buyer)
  await app.done(id, buyer)
  await refreshAgentStats(app.test.database.db)
  const { rows } = await app.test.database.pool.query('select runs from agent_stats where agent_id = $1', [agent.id])
  expect(rows).toEqual([])
  const days = await app.test.database.pool.query('select 1 from agent_days where agent_id = $1', [agent.id])
  expect(days.rows).toEqual([])
})

describe('limits', () => {
  it('lets a person have ten open ones, however many are asked for at once', async () => {
    const who = await app.test.person()
    const { id } = await app.agent('echo', 0)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => call('POST', '/benches', { agent_ids: [id] }, who)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(190)
  })

  it('takes at most three agents, each once, that mean the same by their fields', async () => {
    const paper = {
      type: 'object',
      properties: { text: { type: 'object', format: 'file', properties: { file_id: { type: 'string' } } } },
    }
    const other = await addAgent(app.test.database.pool, app.seller.id, app.document('echo'), { input_schema: paper })
    const echo = await app.agent('echo', 0)
    const refused = await call('POST', '/benches', { agent_ids: [echo.id, other.id] })
    expect(refused.body.errors[0]).toMatchObject({ field: 'agent_ids', message: expect.stringContaining('“text”') })
    expect((await call('POST', '/benches', { agent_ids: [echo.id, echo.id] })).status).toBe(400)
    expect((await call('POST', '/benches', { agent_ids: [] })).status).toBe(400)
    const tooMany = Array.from({ length: 21 }, () => threeCases[0])
    const id = await app.draft(buyer, [echo])
    expect(
      (await call('PUT', `/benches/${id}`, { agent_ids: [echo.id], cases: tooMany, same_as: {}, keep_days: 7 })).body
        .errors[0].field,
    ).toBe('cases')
    expect(
      (await call('PUT', `/benches/${id}`, { agent_ids: [echo.id], cases: [], same_as: {}, keep_days: 3 })).status,
    ).toBe(400)
    expect((await call('POST', '/benches', { agent_ids: [echo.id] }, null as never)).status).toBe(401)
  })
})
