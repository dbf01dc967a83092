import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserId } from '#contract/primitives.ts'
import { findDrift, sumKinds } from '#server/domain/ledger/ledger.store.ts'
import { balanceOf, platformBalance } from '#server/domain/ledger/ledger.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, workflow } from '#test/support/engine.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { insertUser } from '#test/support/users.ts'
import { agentPurpose } from './agent-order.ts'
import { tellEndings } from './endings.ts'
import { findActive, findLast } from './purchases.store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  expect(await findDrift(database.db)).toEqual([])
  expect((await sumKinds(database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await database.drop()
})

const document = workflow([node('start', 'manual_trigger')], [])
const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY)

/** An order that was paid, handed over. */
async function buy(buyer: UserId, agent: PaidAgent) {
  const { pool, db } = database
  const quote = await agentPurpose.quote(db, buyer, { agent_id: agent.agent_id })
  const id = randomUUID()
  await pool.query(
    `insert into orders (id, user_id, purpose, subject, title, amount_paise, state_code, billing_name, gateway, receipt, status, paid_at)
     values ($1, $2, 'agent', $3, $4, $5, '27', 'Asha', 'test', $6, 'paid', now())`,
    [id, buyer, JSON.stringify(quote.subject), quote.title, quote.amount_paise, id.slice(0, 30)],
  )
  const order = { ...quote, id, user_id: buyer, off_paise: 0, state_code: '27', gstin: null }
  await db.transaction().execute((tx) => agentPurpose.fulfil(tx, order))
  return order
}

const back = (order: Awaited<ReturnType<typeof buy>>, key: string, paise: number) =>
  database.db.transaction().execute((tx) => agentPurpose.takeBack(tx, order, { key, paise }))

it('sells a month, and the next one behind it', async () => {
  const agent = await insertAgent(database, document, { type: 'monthly', paise: 49_900 })
  const buyer = await insertUser(database)
  const gateway = await platformBalance(database.db, 'gateway')
  const order = await buy(buyer, agent)
  expect(order).toMatchObject({ title: 'Paid agent: one month', amount_paise: 49_900 })
  expect(await platformBalance(database.db, 'gateway')).toBe(gateway - 49_900)
  const bought = await findActive(database.db, buyer, agent.agent_id, new Date())
  expect(bought).toMatchObject({ kind: 'month', number: 1, agent_version_id: agent.agent_version_id })
  const days = ((bought?.ends_at?.getTime() ?? 0) - Date.now()) / DAY
  expect(days).toBeGreaterThan(27.9)
  expect(days).toBeLessThan(31.1)
  expect(await findActive(database.db, buyer, agent.agent_id, inDays(32))).toBeNull()
  await expect(agentPurpose.quote(database.db, buyer, { agent_id: agent.agent_id })).rejects.toMatchObject({
    code: 'already_exists',
  })
  await database.pool.query(
    `update purchases set starts_at = starts_at - interval '25 days', ends_at = ends_at - interval '25 days'`,
  )
  await buy(buyer, agent)
  const last = await findLast(database.db, buyer, agent.agent_id, new Date())
  const first = await findActive(database.db, buyer, agent.agent_id, new Date())
  expect(last?.starts_at).toEqual(first?.ends_at)
})

it('sells once for good, and not again', async () => {
  const agent = await insertAgent(database, document, { type: 'one_time', paise: 200_000 })
  const buyer = await insertUser(database)
  await buy(buyer, agent)
  expect(await findActive(database.db, buyer, agent.agent_id, inDays(10_000))).toMatchObject({ ends_at: null })
  await expect(buy(buyer, agent)).rejects.toMatchObject({ code: 'already_exists' })
})

it('takes back in parts what everybody had of it, and the access with the last of it', async () => {
  const agent = await insertAgent(database, document, { type: 'one_time', paise: 99_999 })
  const buyer = await insertUser(database)
  const order = await buy(buyer, agent)
  const has = () => findActive(database.db, buyer, agent.agent_id, new Date())
  await back(order, 'a', 33_333)
  await back(order, 'a', 33_333)
  expect(await has()).not.toBeNull()
  await expect(back(order, 'b', 66_667)).rejects.toMatchObject({ code: 'invalid_input' })
  await back(order, 'c', 66_666)
  expect(await has()).toBeNull()
  expect(await balanceOf(database.db, 'earnings_held', agent.seller)).toBe(0)
})

it('refuses what is not for sale this way, and one’s own', async () => {
  const [perRun, monthly] = [
    await insertAgent(database, document),
    await insertAgent(database, document, { type: 'monthly', paise: 100 }),
  ]
  const buyer = await insertUser(database)
  const quote = (who: UserId, agent: PaidAgent) => agentPurpose.quote(database.db, who, { agent_id: agent.agent_id })
  await expect(quote(buyer, perRun)).rejects.toMatchObject({ code: 'not_runnable' })
  await expect(quote(monthly.seller, monthly)).rejects.toMatchObject({ code: 'not_runnable' })
  await expect(agentPurpose.quote(database.db, buyer, { agent_id: randomUUID() })).rejects.toMatchObject({
    code: 'not_found',
  })
})

it('announces the end of a month once, and its end once, unless the next month is bought', async () => {
  const agent = await insertAgent(database, document, { type: 'monthly', paise: 49_900 })
  const [leaves, stays] = [await insertUser(database), await insertUser(database)]
  await buy(leaves, agent)
  await buy(stays, agent)
  const told = async (user: UserId) =>
    (
      await database.pool.query('select title from notifications where user_id = $1 order by happened_at, title', [
        user,
      ])
    ).rows.map(({ title }) => title as string)
  await tellEndings(database.db, inDays(20))
  expect(await told(leaves)).toEqual([])
  await tellEndings(database.db, inDays(28))
  await tellEndings(database.db, inDays(28))
  expect(await told(leaves)).toEqual([expect.stringMatching(/^Your month of Paid agent ends on \d/)])
  await database.pool.query(
    `update purchases set starts_at = starts_at - interval '25 days', ends_at = ends_at - interval '25 days' where buyer_id = $1`,
    [stays],
  )
  await buy(stays, agent)
  await tellEndings(database.db, inDays(33))
  await tellEndings(database.db, inDays(33))
  expect(await told(leaves)).toHaveLength(2)
  expect(await told(leaves)).toContain('Your month of Paid agent has ended')
  expect(await told(stays)).not.toContain('Your month of Paid agent has ended')
})
