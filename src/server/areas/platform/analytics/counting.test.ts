/** Figures are what was stored, added up once: after an outage, twice, by two processes at once, and for events that come late. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { insertUser } from '#test/support/users.ts'
import { countFigures } from './counting.ts'

/** Noon of a Friday in India. */
const NOON = Date.parse('2026-11-20T06:30:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let database: TestDatabase
let agent: PaidAgent
beforeAll(async () => {
  database = await createTestDatabase()
  agent = await insertAgent(
    database,
    workflow([node('start', 'manual_trigger'), node('end', 'effect')], wires('start > end')),
  )
})
afterAll(() => database.drop())

const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows
const TABLES =
  'analytics_progress, analytics_event_days, analytics_search_days, analytics_agent_days, analytics_segment_days, analytics_uses, analytics_people_days, analytics_cohorts, analytics_active, analytics_money_days'
beforeEach(async () => {
  await query(`truncate ${TABLES}, analytics_events`)
  await query('delete from sales')
  await query('delete from executions')
  await query(`update users set created_at = '2026-10-01'`)
})

/** @param now what the clock of the database says */
const count = (now = NOON + HOUR) =>
  countFigures(database.db, { signal: new AbortController().signal, readClock: async () => new Date(now) })

interface EventOptions {
  visit?: string
  at?: number
  received?: number
}
const event = (name: string, params: object, { visit = randomUUID(), at = NOON, received = at }: EventOptions = {}) =>
  query('insert into analytics_events (name, params, session_id, at, received_at) values ($1, $2, $3, $4, $5)', [
    name,
    JSON.stringify(params),
    visit,
    new Date(at),
    new Date(received),
  ])
const view = (options?: EventOptions) => event('page_view', { path: '/marketplace' }, options)

const run = (
  owner: UserId | null,
  at: number,
  { status = 'succeeded', trigger = 'manual', visitor = 'visitor' } = {},
) =>
  query(
    `insert into executions (id, owner_id, visitor_key, workflow_id, workflow_version_id, agent_id, status, trigger, input, created_at, finished_at)
     values (uuidv7(), $1, $2, uuidv7(), $3, $4, $5, $6, '{}', $7, $7)`,
    [owner, owner ? null : visitor, agent.workflow_version_id, agent.agent_id, status, trigger, new Date(at)],
  )
const sale = (buyer: UserId, paise: number, at: number) =>
  query(
    `insert into sales (buyer_id, seller_id, agent_id, agent_version_id, kind, execution_id, gross_paise, supplier, commission_rate,
      commission_paise, commission_gst_paise, gst_paise, tcs_paise, tds_paise, seller_paise, held_until, created_at)
     values ($1, $2, $3, $4, 'run', $5, $6::bigint, 'platform', 0.15, $6 / 10, 0, 0, 0, 0, $6 - $6 / 10, now(), $7)`,
    [buyer, agent.seller, agent.agent_id, agent.agent_version_id, randomUUID(), paise, new Date(at)],
  )

const eventDays = () =>
  query(`select day::text, name, path, events, visits from analytics_event_days order by day, name, path`)
const agentDays = (columns: string) => query(`select day::text, ${columns} from analytics_agent_days order by day`)

describe('events', () => {
  it('are counted once, with the visits they were part of, however often the job runs', async () => {
    const visit = randomUUID()
    await view({ visit })
    await view({ visit, at: NOON + 1000 })
    await view()
    await event('logout', {}, { visit })
    await count()
    await count()
    expect(await eventDays()).toEqual([
      { day: '2026-11-20', name: 'logout', path: '', events: 1, visits: 0 },
      { day: '2026-11-20', name: 'page_view', path: '/marketplace', events: 3, visits: 2 },
      { day: '2026-11-20', name: 'visit', path: '', events: 2, visits: 0 },
    ])
  })

  it('of a visit that goes on are no new visit, and after midnight in India they are', async () => {
    const visit = randomUUID()
    await view({ visit })
    await count()
    await view({ visit, at: NOON + HOUR })
    await view({ visit, at: NOON + 12 * HOUR })
    await count(NOON + 13 * HOUR)
    expect((await eventDays()).filter(({ name }) => name === 'visit')).toEqual([
      { day: '2026-11-20', name: 'visit', path: '', events: 1, visits: 0 },
      { day: '2026-11-21', name: 'visit', path: '', events: 1, visits: 0 },
    ])
  })

  it('that happened yesterday and come today belong to yesterday', async () => {
    await view({ at: NOON - DAY + HOUR, received: NOON })
    await count()
    expect((await eventDays()).map(({ day }) => day)).toEqual(['2026-11-19', '2026-11-19'])
  })

  it('that have just come wait, and nothing after them is counted before', async () => {
    await view({ at: NOON, received: NOON })
    await view({ at: NOON - HOUR, received: NOON - HOUR })
    await count(NOON + MINUTE / 2)
    expect(await eventDays()).toEqual([])
    await count(NOON + 2 * MINUTE)
    expect((await eventDays())[0]).toMatchObject({ name: 'page_view', events: 2 })
  })

  it('are counted once by two processes at the same time', async () => {
    for (let n = 0; n < 50; n++) await view()
    await Promise.all([count(), count(), count()])
    await count()
    expect((await eventDays()).find(({ name }) => name === 'page_view')).toMatchObject({ events: 50, visits: 50 })
  })

  it('of agents count for the agent, and of no agent for none', async () => {
    const visit = randomUUID()
    for (const id of [agent.agent_id, agent.agent_id, randomUUID(), 'x'])
      await event('agent_view', { agent_id: id }, { visit })
    await count()
    expect(await agentDays('agent_id, seller_id, views, visits')).toEqual([
      { day: '2026-11-20', agent_id: agent.agent_id, seller_id: agent.seller, views: 2, visits: 1 },
    ])
  })
})

describe('searches', () => {
  const searches = () =>
    query(`select day::text, term, searches, visits, not_found from analytics_search_days order by day, term`)

  it('are the same in other letters and blanks, and say how often nothing was found', async () => {
    const visit = randomUUID()
    await event('search', { term: 'ICD  10', results: 3 }, { visit })
    await event('search', { term: ' icd 10', results: 0 }, { visit })
    await event('search', { term: 'icd 10' })
    await count()
    expect(await searches()).toEqual([{ day: '2026-11-20', term: 'icd 10', searches: 3, visits: 2, not_found: 1 }])
  })

  it('that few visits made lose their words after eight days', async () => {
    for (let n = 0; n < 3; n++)
      await event('search', { term: 'often', results: 1 }, { at: NOON + n * DAY, received: NOON + n * DAY })
    for (let n = 0; n < 2; n++) await event('search', { term: 'asha of sector 4', results: 0 })
    await count(NOON + 7 * DAY)
    expect((await searches()).map(({ term }) => term)).toContain('asha of sector 4')
    await count(NOON + 8 * DAY)
    await count(NOON + 8 * DAY)
    expect((await searches()).filter(({ day }) => day === '2026-11-20')).toEqual([
      { day: '2026-11-20', term: '', searches: 2, visits: 2, not_found: 2 },
      { day: '2026-11-20', term: 'often', searches: 1, visits: 1, not_found: 0 },
    ])
  })
})

describe('runs', () => {
  it('say who tried an agent first, and who came back on a later day', async () => {
    const buyer = await insertUser(database)
    await run(buyer, NOON)
    await run(buyer, NOON + 1000, { status: 'failed' })
    await run(null, NOON)
    await count()
    await run(buyer, NOON + DAY)
    await run(buyer, NOON + 2 * DAY)
    await count(NOON + 3 * DAY)
    await count(NOON + 3 * DAY)
    expect(await agentDays('tried, again, runs, failed')).toEqual([
      { day: '2026-11-20', tried: 2, again: 0, runs: 3, failed: 1 },
      { day: '2026-11-21', tried: 0, again: 1, runs: 1, failed: 0 },
      { day: '2026-11-22', tried: 0, again: 0, runs: 1, failed: 0 },
    ])
    expect(await query('select role, is_new, tried from analytics_segment_days where tried > 0 order by role')).toEqual(
      [
        { role: 'basic_user', is_new: true, tried: 1 },
        { role: 'visitor', is_new: true, tried: 1 },
      ],
    )
  })

  it('of its seller, of benches and in between do not count', async () => {
    await run(agent.seller, NOON)
    await run(await insertUser(database), NOON, { trigger: 'bench' })
    await run(await insertUser(database), NOON, { status: 'running' })
    await count()
    expect(await agentDays('runs')).toEqual([])
  })

  it('of before an outage are caught up', async () => {
    const buyer = await insertUser(database)
    await run(buyer, NOON - 3 * DAY)
    await count(NOON - 3 * DAY + HOUR)
    for (let hour = 1; hour <= 48; hour++) await run(buyer, NOON - 3 * DAY + hour * HOUR)
    await count()
    expect((await agentDays('runs')).reduce((sum, { runs }) => sum + runs, 0)).toBe(49)
  })

  it('make accounts active once a day and once a week, by the week they signed up in', async () => {
    const [early, late] = [await insertUser(database), await insertUser(database)]
    await query('update users set created_at = $2 where id = $1', [early, new Date(NOON - 7 * DAY)])
    await query('update users set created_at = $2 where id = $1', [late, new Date(NOON - HOUR)])
    for (const at of [NOON, NOON + 1000, NOON + DAY, NOON + 4 * DAY]) await run(early, at)
    await run(late, NOON)
    await count(NOON + 5 * DAY)
    expect(
      await query(
        `select day::text, sum(active) as active from analytics_people_days where active > 0 group by day order by day`,
      ),
    ).toEqual([
      { day: '2026-11-20', active: 2 },
      { day: '2026-11-21', active: 1 },
      { day: '2026-11-24', active: 1 },
    ])
    expect(await query('select joined_week::text, week::text, people from analytics_cohorts order by 1, 2')).toEqual([
      { joined_week: '2026-11-09', week: '2026-11-16', people: 1 },
      { joined_week: '2026-11-09', week: '2026-11-23', people: 1 },
      { joined_week: '2026-11-16', week: '2026-11-16', people: 1 },
    ])
  })

  it('nobody has come back to for 13 months are forgotten', async () => {
    await run(await insertUser(database), NOON - 410 * DAY)
    await count(NOON - 409 * DAY)
    expect(await query('select 1 from analytics_uses')).toHaveLength(1)
    await count()
    expect(await query('select 1 from analytics_uses')).toEqual([])
  })
})

describe('money', () => {
  it('is what was sold, and who bought first, once', async () => {
    const buyer = await insertUser(database)
    await sale(buyer, 10_000, NOON)
    await sale(buyer, 5_000, NOON + 1000)
    await count()
    await sale(buyer, 1_000, NOON + DAY)
    await count(NOON + 2 * DAY)
    expect(await agentDays('bought, sales, gross_paise, commission_paise, seller_paise')).toEqual([
      { day: '2026-11-20', bought: 1, sales: 2, gross_paise: 15_000, commission_paise: 1_500, seller_paise: 13_500 },
      { day: '2026-11-21', bought: 0, sales: 1, gross_paise: 1_000, commission_paise: 100, seller_paise: 900 },
    ])
  })

  it('of the ledger equals its balances, whatever was posted', async () => {
    const owner = await insertUser(database)
    for (const paise of [500, 700, -200])
      await database.db.transaction().execute((tx) =>
        postToLedger(tx, {
          key: randomUUID(),
          kind: 'plan',
          cause: { type: 'test', id: owner },
          lines: [
            { account: 'gateway', paise: -paise },
            { account: 'plans', paise },
          ],
        }),
      )
    await count(Date.now() + HOUR)
    await count(Date.now() + HOUR)
    expect(
      await query(`select account, movement, sum(paise) as paise from analytics_money_days group by 1, 2 order by 1`),
    ).toEqual([
      { account: 'gateway', movement: 'plan', paise: -1_000 },
      { account: 'plans', movement: 'plan', paise: 1_000 },
    ])
  })
})
