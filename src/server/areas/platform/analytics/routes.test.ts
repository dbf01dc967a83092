import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ANALYTICS_EVENTS } from '#contract/core/limits.ts'
import { AnalyticsEvent } from '#contract/platform/analytics-events.ts'
import { removeOlder } from '#server/platform/analytics/analytics.store.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

const SESSION = '5f2c7f0e-6d0b-4c57-9a53-0c8bb3f0a001'
const AGENT = '01890000-0000-7000-8000-000000000000'
const view = { name: 'page_view', params: { path: '/agent/{id}' } }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(() => test.database.pool.query('delete from analytics_events'))

let address = 0
const send = (events: unknown, headers: Record<string, string> = {}, ip = `192.0.2.${++address}`) =>
  test.call('POST', '/api/v1/events', { body: { session_id: SESSION, events }, headers, ip })
const kept = async () =>
  (await test.database.pool.query('select name, params, session_id, at from analytics_events order by id')).rows

/** One of each of §9's fifteen, with what a caller must give. */
const EACH = [
  { name: 'login', params: { method: 'password' } },
  { name: 'sign_up', params: { method: 'google' } },
  { name: 'logout', params: {} },
  view,
  { name: 'agent_view', params: { agent_id: AGENT, category: 'healthcare' } },
  { name: 'agent_create', params: { agent_id: AGENT } },
  { name: 'agent_purchase', params: { agent_id: AGENT, value: 19 } },
  { name: 'platform_access', params: { platform: 'marketplace' } },
  { name: 'role_upgrade', params: { from: 'basic_user', to: 'seller' } },
  { name: 'payment_success', params: { value: 1000 } },
  { name: 'payment_failed', params: { value: 1000, reason: 'card_declined' } },
  { name: 'search', params: { term: 'icd 10', results: 3 } },
  { name: 'share', params: { method: 'copy', content: 'agent' } },
  { name: 'error_encountered', params: { category: 'TIMEOUT', severity: 'HIGH', status: null } },
  { name: 'feature_used', params: { feature: 'compare' } },
]

describe('events', () => {
  it('are the fifteen of §9, and all of them are kept', async () => {
    expect(EACH.map(({ name }) => name).sort()).toEqual([...ANALYTICS_EVENTS].sort())
    expect(AnalyticsEvent.options.map((option) => option.shape.name.value).sort()).toEqual([...ANALYTICS_EVENTS].sort())
    const { status, body } = await send(EACH)
    expect([status, body.data]).toEqual([202, { accepted: 15 }])
    expect((await kept()).map(({ name }) => name)).toEqual(EACH.map(({ name }) => name))
  })

  it('keep no e-mail address that a user searched for', async () => {
    await send([{ name: 'search', params: { term: 'coder for asha@clinic.example please' } }])
    expect((await kept()).map(({ params }) => params.term)).toEqual(['coder for [address] please'])
  })

  it('of a page that is not ours are of any page', async () => {
    await send([
      { name: 'page_view', params: { path: '/pricing' } },
      { name: 'page_view', params: { path: '/asha-rao' } },
    ])
    expect((await kept()).map(({ params }) => params.path)).toEqual(['/pricing', '/*'])
  })

  it('count payments in INR and purchases in USD unless they say otherwise', async () => {
    await send(EACH.filter(({ name }) => /^(?:payment|agent_purchase)/.test(name)))
    expect((await kept()).map(({ name, params }) => [name, params.currency])).toEqual([
      ['agent_purchase', 'USD'],
      ['payment_success', 'INR'],
      ['payment_failed', 'INR'],
    ])
  })

  it('hold nothing of who sent them', async () => {
    const person = await test.person()
    const body = { session_id: SESSION, events: [view] }
    await test.call('POST', '/api/v1/events', { as: person, body, ip: '198.51.100.77' })
    const { rows } = await test.database.pool.query('select e::text as text from analytics_events e')
    expect(rows).toHaveLength(1)
    expect(rows[0].text).not.toMatch(new RegExp(`198\\.51\\.100\\.77|${person.id}`))
  })

  it('happened when the browser says, within a day', async () => {
    await send([{ ...view, ago_ms: 60_000 }])
    const [{ at }] = await kept()
    expect(Date.now() - at.getTime()).toBeGreaterThanOrEqual(59_000)
    expect((await send([{ ...view, ago_ms: 86_400_001 }])).status).toBe(400)
  })

  it.each([
    ['an unknown name', [{ name: 'keylogged', params: {} }], 'events.0.name'],
    [
      'an address with an id',
      [{ name: 'page_view', params: { path: '/agent/x?email=a@b.c' } }],
      'events.0.params.path',
    ],
    ['a parameter too many', [{ name: 'logout', params: { email: 'a@b.c' } }], 'events.0.params.email'],
    ['51 of them', Array.from({ length: 51 }, () => view), 'events'],
    ['none', [], 'events'],
    ['a long word', [{ name: 'search', params: { term: 'x'.repeat(101) } }], 'events.0.params.term'],
  ])('with %s are refused with a named error, and none is kept', async (_what, events, field) => {
    const { status, body } = await send(events)
    expect([status, body.errors[0].field]).toEqual([400, field])
    expect(await kept()).toEqual([])
  })

  it.each(['dnt', 'sec-gpc'])('of a browser that says %s: 1 are not kept', async (header) => {
    expect((await send([view], { [header]: '1' })).body.data).toEqual({ accepted: 0 })
    expect(await kept()).toEqual([])
    expect((await send([view], { [header]: '0' })).body.data).toEqual({ accepted: 1 })
  })

  it('are throttled by sender', async () => {
    await send([view], {}, '192.0.2.250')
    await test.database.pool.query('update auth.attempts set count = 600')
    const { status, headers } = await send([view], {}, '192.0.2.250')
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    expect((await send([view])).status).toBe(202)
  })

  it('are forgotten after 13 months', async () => {
    await send([view, view])
    await test.database.pool.query(
      `update analytics_events set at = now() - interval '13 months 1 day' where id = (select min(id) from analytics_events)`,
    )
    expect(await removeOlder(test.database.db, 13)).toBe(1)
    expect(await kept()).toHaveLength(1)
  })
})

describe('consent', () => {
  it('is written down with wording and time, each change of mind again', async () => {
    const person = await test.person()
    const give = (granted: boolean) =>
      test.call('POST', '/api/v1/consents', { as: person, body: { purpose: 'analytics', version: 1, granted } })
    for (const granted of [true, true, false, true]) await give(granted)
    const { body } = await test.call('GET', '/api/v1/consents', { as: person })
    expect(body.data.items).toMatchObject([{ purpose: 'analytics', version: 1, granted: true }])
    const { rows } = await test.database.pool.query('select granted from consents where user_id = $1 order by at, id', [
      person.id,
    ])
    expect(rows.map(({ granted }) => granted)).toEqual([true, false, true])
  })

  it('of a browser is carried over to an account that has none, and changes no answer', async () => {
    const person = await test.person()
    const give = async (granted: boolean, unless_answered: boolean) => {
      const body = { purpose: 'analytics', version: 1, granted, unless_answered }
      const { body: answer } = await test.call('POST', '/api/v1/consents', { as: person, body })
      return answer.data.items[0].granted
    }
    expect(await give(true, true)).toBe(true)
    expect(await give(false, false)).toBe(false)
    expect(await give(true, true)).toBe(false)
  })

  it("is one's own", async () => {
    expect((await test.call('GET', '/api/v1/consents')).status).toBe(401)
    expect((await test.call('GET', '/api/v1/consents', { as: await test.person() })).body.data.items).toEqual([])
  })
})
