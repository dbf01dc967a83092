import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { ownPayouts } from '#server/areas/billing/payouts/payouts.policy.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { insertUser } from '#test/support/users.ts'
import { getEarnings } from './earnings.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const DAY = 86_400_000
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

const sale = (buyer: UserId, paise: number, days_ago: number, refunded = 0, of = agent) =>
  database.pool.query(
    `insert into sales (buyer_id, seller_id, agent_id, agent_version_id, kind, execution_id, gross_paise, supplier, commission_rate,
      commission_paise, commission_gst_paise, gst_paise, tcs_paise, tds_paise, seller_paise, refunded_paise, held_until, created_at)
     values ($1, $2, $3, $4, 'run', $5, $6::bigint, 'platform', 0.15, $6 / 10, 0, $6 / 5, 0, 0, $6 - $6 / 10 - $6 / 5, $7, now(), $8)`,
    [
      buyer,
      of.seller,
      of.agent_id,
      of.agent_version_id,
      randomUUID(),
      paise,
      refunded,
      new Date(NOW.getTime() - days_ago * DAY),
    ],
  )

const read = (seller: UserId, days = 30) =>
  getEarnings(
    database.db,
    ownPayouts({ type: 'user', id: seller, permissions: new Set(['agents.create']) } as unknown as UserCaller),
    days,
    NOW,
  )

it('adds up days, agents and buyers, and warns of what is seen', async () => {
  const [whale, other, gone] = await Promise.all([...Array(3)].map(() => insertUser(database)))
  if (!whale || !other || !gone) throw new Error('three buyers')
  for (let n = 0; n < 5; n++) await sale(whale, 10_000, 1)
  await sale(other, 1_000, 29, 1_000)
  await sale(gone, 50_000, 45)
  const found = await read(agent.seller)
  expect(found.totals).toEqual({
    sales: 6,
    gross_paise: 51_000,
    refunded_paise: 1_000,
    commission_paise: 5_100,
    tax_paise: 10_200,
    seller_paise: 35_700,
  })
  expect(found.by_day).toHaveLength(30)
  expect(found.by_day.at(-2)).toEqual({ day: '2026-11-19', sales: 5, gross_paise: 50_000, seller_paise: 35_000 })
  expect(found.by_day.at(0)).toMatchObject({ day: '2026-10-22', sales: 1 })
  expect(found.by_day.reduce((sum, { gross_paise }) => sum + gross_paise, 0)).toBe(51_000)
  expect(found.by_agent).toMatchObject([{ sales: 6, gross_paise: 51_000, runs: 0 }])
  expect(found.by_buyer[0]).toMatchObject({ sales: 5, gross_paise: 50_000, share: 50_000 / 51_000 })
  expect(found.warnings.map(({ kind }) => kind)).toEqual(['concentration'])
  expect((await read(agent.seller, 90)).totals.sales).toBe(7)
  const labels = found.by_buyer.map(({ buyer }) => buyer)
  expect(labels).toEqual([expect.stringMatching(/^Buyer [0-9A-F]{6}$/), expect.stringMatching(/^Buyer [0-9A-F]{6}$/)])
  expect((await read(agent.seller)).by_buyer.map(({ buyer }) => buyer)).toEqual(labels)
})

it('notices who stays away, failing runs, refunds and a negative balance', async () => {
  const mine = await insertAgent(database, workflow([node('start', 'manual_trigger')], []))
  const buyers = await Promise.all([...Array(6)].map(() => insertUser(database)))
  for (const buyer of buyers) await sale(buyer, 1_000, 40, 0, mine)
  for (const buyer of buyers.slice(0, 1)) for (let n = 0; n < 5; n++) await sale(buyer, 1_000, 3, 500, mine)
  await database.pool.query(
    `insert into executions (id, owner_id, workflow_id, workflow_version_id, agent_id, status, trigger, input, finished_at)
     select uuidv7(), $1, uuidv7(), $2, $3, case when n <= 3 then 'failed' else 'succeeded' end, 'manual', '{}', $4
     from generate_series(1, 20) n`,
    [buyers[0], mine.workflow_version_id, mine.agent_id, new Date(NOW.getTime() - DAY)],
  )
  const { warnings, by_agent } = await read(mine.seller)
  expect(warnings.map(({ kind }) => kind)).toEqual(['churn', 'failures', 'refunds'])
  expect(warnings[0]?.message).toContain('5 of 6')
  expect(by_agent[0]).toMatchObject({ runs: 20, failed: 3 })
})

it('is nobody else’s', async () => {
  const stranger = await insertUser(database, 'seller')
  expect((await read(stranger)).totals.sales).toBe(0)
})
