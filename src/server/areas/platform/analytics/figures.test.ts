/** Who sees which figures, of which days, and what they never say. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inIndia } from '#contract/india/time.ts'
import { DAY_MS } from '#shared/time.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { givePlan } from '#test/support/plans.ts'
import { sell } from '#test/support/sales.ts'
import { countFigures } from './counting.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const dayOf = (ago: number) =>
  inIndia(new Date(Date.now() - ago * DAY_MS))
    .toISOString()
    .slice(0, 10)
const TODAY = dayOf(0)

let test: TestApp
let admin: Person
let seller: Person
let buyer: Person
let agent: { id: string }
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.person('admin')
  seller = await test.person('seller')
  buyer = await test.person()
  agent = await addAgent(test.database.pool, seller.id, document, {
    slug: 'coder',
    name: 'Coder',
    category: 'healthcare',
  })
  await addAgent(test.database.pool, (await test.person('seller')).id, document, { slug: 'other', name: 'Other' })
  for (const as of [buyer, seller])
    await test.call('POST', '/api/v1/workflows/execute', {
      as,
      body: { agent_id: 'coder', input: { text: 'x' }, wait_ms: 5000 },
    })
  await test.call('POST', '/api/v1/workflows/execute', {
    as: buyer,
    body: { agent_id: 'other', input: { text: 'x' }, wait_ms: 5000 },
  })
  await giveCredits(test.database, buyer.id, 200_000)
  await sell(test.database, { buyer: buyer.id, seller: seller.id, agent, paise: 118_000, released: true })
  for (const [term, visits, results] of [
    ['icd', 3, 2],
    ['x-ray', 4, 0],
    ['asha rao', 2, 0],
  ] as const)
    for (let n = 0; n < visits; n++) await event('search', { term, results })
  await event('agent_view', { agent_id: agent.id })
  await event('page_view', { path: '/agent/{id}' })
  await countFigures(test.database.db, {
    signal: new AbortController().signal,
    readClock: async () => new Date(Date.now() + 3_600_000),
  })
})
afterAll(() => test.close())

const event = (name: string, params: object) =>
  test.database.pool.query('insert into analytics_events (name, params, session_id, at) values ($1, $2, $3, now())', [
    name,
    JSON.stringify(params),
    randomUUID(),
  ])
const get = async (figure: string, query: Record<string, string> = {}, as: Person = admin) => {
  const { status, body } = await test.call('GET', `/api/v1/analytics/${figure}`, { as, query })
  return { status, data: body.data, errors: body.errors }
}

describe('figures of the marketplace', () => {
  it('are counted from what happened', async () => {
    const visits = await get('visits')
    expect(visits.data.totals).toMatchObject({ visits: 1, page_views: 1 })
    expect(visits.data.totals_before).toEqual({ visits: 0, page_views: 0, signed_up: 0, active: 0 })
    expect(visits.data.pages).toEqual([{ path: '/agent/{id}', views: 1, visits: 1 }])
    expect(visits.data.by_day).toHaveLength(30)
    expect(visits.data.by_day.at(-1).day).toBe(TODAY)
    expect((await get('agents')).data).toMatchObject({
      total: 2,
      items: [
        { agent: { slug: 'coder' }, views: 1, tried: 1, bought: 1, runs: 1, sales: 1, gross_paise: 118_000 },
        { agent: { slug: 'other' }, tried: 1, bought: 0, runs: 1 },
      ],
    })
    expect((await get('sellers')).data.items[0]).toMatchObject({
      seller: { id: seller.id },
      sales: 1,
      gross_paise: 118_000,
    })
    const revenue = (await get('revenue')).data
    expect(revenue.by_category).toMatchObject([{ category: 'healthcare', sales: 1, gross_paise: 118_000 }])
    expect(revenue.totals.commission_paise).toBe(revenue.by_category[0].commission_paise)
  })

  it('show a search once three visits made it, whoever looks', async () => {
    for (const as of [admin, await test.person('super_admin')]) {
      const { data } = await get('searches', {}, as)
      expect(data.items.map(({ term }: { term: string }) => term)).toEqual(['x-ray', 'icd'])
      expect(data.totals).toEqual({ searches: 9, not_found: 6 })
      expect(JSON.stringify(data)).not.toContain('asha')
    }
    const { data } = await get('searches', { show: 'not_found' })
    expect([data.total, data.items]).toEqual([1, [{ term: 'x-ray', searches: 4, not_found: 4, visits: 4 }]])
  })

  it('tell people apart by category, role and age of their account, but not visits', async () => {
    expect((await get('funnel')).data.totals).toEqual({ seen: 1, tried: 2, bought: 1, again: 0 })
    expect((await get('funnel', { category: 'healthcare' })).data.totals).toMatchObject({
      seen: 1,
      tried: 2,
      bought: 1,
    })
    expect((await get('funnel', { category: 'legal' })).data.totals).toMatchObject({ seen: 0, tried: 0 })
    expect((await get('funnel', { role: 'basic_user' })).data.totals).toEqual({
      seen: null,
      tried: 2,
      bought: 1,
      again: 0,
    })
    expect((await get('funnel', { people: 'returning' })).data.totals).toMatchObject({ seen: null, tried: 0 })
  })

  it('say who kept using it, by the week of sign-up', async () => {
    const { data } = await get('retention')
    expect(data.cohorts).toHaveLength(1)
    expect(data.cohorts[0].active).toHaveLength(1)
    expect(data.cohorts[0].active[0]).toBe(2)
    expect(data.cohorts[0].signed_up).toBeGreaterThanOrEqual(4)
  })

  it('come in pages, and a page behind the last one says how many there are', async () => {
    for (const [list, total] of [
      ['agents', 2],
      ['sellers', 2],
      ['searches', 2],
    ] as const) {
      expect((await get(list, { limit: '1' })).data).toMatchObject({ total, limit: 1, offset: 0 })
      expect((await get(list, { limit: '1', offset: '50' })).data).toMatchObject({ total, items: [] })
    }
  })

  it.each(['visits', 'searches', 'funnel', 'retention', 'agents', 'sellers', 'revenue'])(
    '%s are for those who may see them',
    async (figure) => {
      expect((await test.call('GET', `/api/v1/analytics/${figure}`)).status).toBe(401)
      for (const role of ['basic_user', 'seller', 'creator_admin'] as const)
        expect((await get(figure, {}, await test.person(role))).status).toBe(403)
    },
  )
})

describe('a period', () => {
  it.each([
    [{ period: '7' }, dayOf(6), TODAY],
    [{ period: '365' }, dayOf(364), TODAY],
    [{ period: 'own', first_day: dayOf(40), last_day: dayOf(31) }, dayOf(40), dayOf(31)],
    [{ period: 'own', first_day: TODAY, last_day: TODAY }, TODAY, TODAY],
  ])('%j is from one day to another, and is compared with as many days before', async (query, from, to) => {
    const { data } = await get('visits', query)
    expect(data.period).toEqual({ from, to })
    const days = data.by_day.length
    expect(Date.parse(data.period.from) - Date.parse(data.before.to)).toBe(DAY_MS)
    expect((Date.parse(data.before.to) - Date.parse(data.before.from)) / DAY_MS + 1).toBe(days)
  })

  it.each([
    [{ period: 'own' }, 'first_day'],
    [{ period: 'own', first_day: TODAY }, 'last_day'],
    [{ period: 'own', first_day: TODAY, last_day: dayOf(1) }, 'first_day'],
    [{ period: 'own', first_day: TODAY, last_day: dayOf(-1) }, 'last_day'],
    [{ period: 'own', first_day: '0001-01-01', last_day: TODAY }, 'first_day'],
    [{ period: 'own', first_day: dayOf(366), last_day: TODAY }, 'first_day'],
    [{ period: 'own', first_day: '2026-02-30', last_day: TODAY }, 'first_day'],
    [{ period: 'own', first_day: '<b>', last_day: TODAY }, 'first_day'],
    [{ period: '8' }, 'period'],
    [{ limit: '1001' }, 'limit'],
    [{ category: 'x'.repeat(10_000) }, 'category'],
    [{ sort: 'name; drop table users' }, 'sort'],
  ])('%j is refused by its field', async (query, field) => {
    const { status, errors } = await get('agents', query as unknown as Record<string, string>)
    expect([status, errors[0].field]).toEqual([400, field])
  })
})

describe('figures of one’s own', () => {
  it('of agents are those of the seller alone, without their own runs', async () => {
    const { data } = await get('own/agents', {}, seller)
    expect(data.items.map(({ agent: { slug } }: { agent: { slug: string } }) => slug)).toEqual(['coder'])
    expect(data.totals).toMatchObject({ visits: 1, tried: 1, bought: 1, runs: 1 })
    expect(JSON.stringify(data)).not.toContain(buyer.id)
    expect((await get('own/agents', {}, await test.person('seller'))).data.items).toEqual([])
    expect((await get('own/agents', {}, buyer)).status).toBe(403)
  })

  it('of runs come with the Professional and the Enterprise plan', async () => {
    expect(await get('own/usage', {}, buyer)).toMatchObject({ status: 402, errors: [{ code: 'plan_limit' }] })
    await givePlan(test.database, buyer.id, { plan: 'professional' })
    const { data } = await get('own/usage', {}, buyer)
    expect(data.totals).toEqual({ runs: 2, failed: 0, cost_paise: 0 })
    expect(data.by_agent.map(({ agent: { slug } }: { agent: { slug: string } }) => slug).sort()).toEqual([
      'coder',
      'other',
    ])
    expect([data.by_day.length, data.by_day.at(-1).runs, data.is_cut]).toEqual([30, 2, false])
    const starter = await test.person()
    await givePlan(test.database, starter.id, { plan: 'starter' })
    expect((await get('own/usage', {}, starter)).status).toBe(402)
    await test.database.pool.query(
      `update subscriptions set access_until = now() - interval '1 day' where user_id = $1`,
      [buyer.id],
    )
    expect((await get('own/usage', {}, buyer)).status).toBe(402)
  })

  it('of runs are nobody else’s', async () => {
    expect((await test.call('GET', '/api/v1/analytics/own/usage')).status).toBe(401)
    const other = await test.person()
    await givePlan(test.database, other.id)
    expect((await get('own/usage', {}, other)).data.totals.runs).toBe(0)
  })
})
