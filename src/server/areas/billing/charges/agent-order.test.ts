import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf, platformBalance } from '#server/areas/billing/ledger/ledger.ts'
import type { PaidOrder } from '#server/areas/billing/orders/purpose.ts'
import { notifyEndings } from '#server/areas/billing/purchases/purchase-endings.ts'
import { findActive, findLast, pinNewest } from '#server/areas/billing/purchases/purchases.store.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, workflow } from '#test/support/engine.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { insertUser } from '#test/support/users.ts'
import { agentPurpose } from './agent-order.ts'

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

/** An order, as it is when its payment comes. */
async function order(buyer: UserId, agent: PaidAgent) {
  const { pool, db } = database
  const quote = await agentPurpose.quote(db, buyer, { agent_id: agent.agent_id })
  const id = randomUUID()
  await pool.query(
    `insert into orders (id, user_id, purpose, subject, title, amount_paise, state_code, billing_name, gateway, receipt, status, paid_at)
     values ($1, $2, 'agent', $3, $4, $5, '27', 'Asha', 'test', $6, 'paid', now())`,
    [id, buyer, JSON.stringify(quote.subject), quote.title, quote.amount_paise, id.slice(0, 30)],
  )
  return { ...quote, id, user_id: buyer, off_paise: 0, state_code: '27', gstin: null, paid_at: new Date() }
}

/** An order that was paid, handed over. */
async function buy(buyer: UserId, agent: PaidAgent) {
  const ordered = await order(buyer, agent)
  await database.db.transaction().execute((tx) => agentPurpose.fulfil(tx, ordered))
  return ordered
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

/** The same agent, in a version that costs something else; told of two weeks before where that is more. */
async function reprice(agent: PaidAgent, number: number, paise: number, announced: Date): Promise<string> {
  const { pool } = database
  const { rows } = await pool.query(
    `insert into agent_versions (agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, price_type, price_paise,
       content_hash)
     select agent_id, $2, workflow_version_id, '{}', '{}', 'json', '[]', price_type, $3, gen_random_uuid()::text
     from agent_versions where id = $1 returning id`,
    [agent.agent_version_id, number, paise],
  )
  const { id } = rows[0]
  await pool.query(
    `insert into agent_price_changes (agent_id, version_id, price_type, from_paise, to_paise, announced_at, effective_at)
     select agent_id, $2, price_type, price_paise, $3, $4, $4::timestamptz + case when $3 > price_paise then interval '14 days' else interval '0' end
     from agent_versions where agent_id = $1 and number = $5`,
    [agent.agent_id, id, paise, announced, number - 1],
  )
  await pool.query('update agents set current_version_id = $2, price_paise = $3 where id = $1', [
    agent.agent_id,
    id,
    paise,
  ])
  return id
}

it('sells the next month of the version that a buyer has, at its price until two weeks after a rise', async () => {
  const agent = await insertAgent(database, document, { type: 'monthly', paise: 49_900 })
  const [buyer, late] = [await insertUser(database), await insertUser(database)]
  for (const who of [buyer, late]) await buy(who, agent)
  await database.pool.query(
    `update purchases set starts_at = starts_at - interval '25 days', ends_at = ends_at - interval '25 days' where agent_id = $1`,
    [agent.agent_id],
  )
  const second = await reprice(agent, 2, 99_900, inDays(-1))
  expect(await buy(buyer, agent)).toMatchObject({
    amount_paise: 49_900,
    subject: { agent_version_id: agent.agent_version_id },
  })
  expect(await buy(await insertUser(database), agent)).toMatchObject({
    amount_paise: 99_900,
    subject: { agent_version_id: second },
  })
  await database.pool.query(
    `update agent_price_changes set announced_at = announced_at - interval '14 days', effective_at = effective_at - interval '14 days'`,
  )
  expect(await buy(late, agent)).toMatchObject({ amount_paise: 99_900 })
  // Who takes the newest version has it in the month that is still to come, too.
  const coming = await findLast(database.db, buyer, agent.agent_id, new Date())
  const running = await findActive(database.db, buyer, agent.agent_id, new Date())
  expect(coming?.id).not.toBe(running?.id)
  expect(await pinNewest(database.db, buyer, running?.id ?? '', new Date())).toBe(true)
  expect((await findLast(database.db, buyer, agent.agent_id, new Date()))?.agent_version_id).toBe(second)
})

/** Days after the first version, and what was announced on them; then what the first version costs on days. */
const PRICES: readonly [string, readonly [day: number, paise: number][], readonly [day: number, paise: number][]][] = [
  [
    'one rise',
    [[0, 2000]],
    [
      [0, 1000],
      [13, 1000],
      [14, 2000],
    ],
  ],
  [
    'one fall',
    [[0, 500]],
    [
      [0, 500],
      [14, 500],
    ],
  ],
  [
    'a rise, and another',
    [
      [0, 2000],
      [5, 3000],
    ],
    [
      [13, 1000],
      [14, 2000],
      [18, 2000],
      [19, 3000],
    ],
  ],
  [
    'a rise that is softened before it came',
    [
      [0, 2000],
      [5, 1500],
    ],
    [
      [5, 1000],
      [13, 1000],
      [14, 1500],
      [30, 1500],
    ],
  ],
  [
    'a rise that is taken back',
    [
      [0, 2000],
      [5, 1000],
    ],
    [
      [5, 1000],
      [14, 1000],
      [30, 1000],
    ],
  ],
  [
    'a rise that is taken back and more',
    [
      [0, 2000],
      [5, 800],
    ],
    [
      [5, 800],
      [14, 800],
    ],
  ],
  [
    'a rise that came, a fall, a rise',
    [
      [0, 2000],
      [20, 1200],
      [30, 1800],
    ],
    [
      [19, 2000],
      [20, 1200],
      [30, 1200],
      [43, 1200],
      [44, 1800],
    ],
  ],
  [
    'a rise, taken back, and again',
    [
      [0, 2000],
      [5, 1000],
      [6, 2000],
    ],
    [
      [14, 1000],
      [19, 1000],
      [20, 2000],
    ],
  ],
]

it.each(PRICES)('asks of an earlier version no more than was told two weeks before: %s', async (_, changes, costs) => {
  const agent = await insertAgent(database, document, { paise: 1000 })
  for (const [at, [day, paise]] of changes.entries()) await reprice(agent, at + 2, paise, inDays(day))
  const found = await Promise.all(
    costs.map(async ([day]) => {
      const { rows } = await database.pool.query('select price_of_version($1, $2)::float8 as paise', [
        agent.agent_version_id,
        inDays(day + 0.001),
      ])
      return [day, rows[0].paise]
    }),
  )
  expect(found).toEqual(costs)
})

it('does not take a fall of another way to pay for a word about a rise', async () => {
  const agent = await insertAgent(database, document, { paise: 1000 })
  // By the month and back: nobody was told of 2000 a run before it fell to 1500.
  await reprice(agent, 2, 2000, inDays(0))
  await database.pool.query('delete from agent_price_changes where agent_id = $1', [agent.agent_id])
  await reprice(agent, 3, 1500, inDays(1))
  const cost = async (day: number) =>
    (
      await database.pool.query('select price_of_version($1, $2)::float8 as paise', [
        agent.agent_version_id,
        inDays(day + 0.001),
      ])
    ).rows[0].paise
  expect([await cost(1), await cost(14), await cost(15)]).toEqual([1000, 1000, 1500])
})

it('sells once for good, and not again', async () => {
  const agent = await insertAgent(database, document, { type: 'one_time', paise: 200_000 })
  const buyer = await insertUser(database)
  await buy(buyer, agent)
  expect(await findActive(database.db, buyer, agent.agent_id, inDays(10_000))).toMatchObject({ ends_at: null })
  await expect(buy(buyer, agent)).rejects.toMatchObject({ code: 'already_exists' })
})

describe('what has changed since it was ordered', () => {
  const pay = (order: PaidOrder) => database.db.transaction().execute((tx) => agentPurpose.fulfil(tx, order))
  const sales = async (buyer: UserId) =>
    (await database.pool.query('select gross_paise::int from sales where buyer_id = $1', [buyer])).rowCount

  it('sells once what was ordered in two windows and paid at the same moment', async () => {
    const agent = await insertAgent(database, document, { type: 'one_time', paise: 200_000 })
    const buyer = await insertUser(database)
    const orders = [await order(buyer, agent), await order(buyer, agent)]
    const paid = await Promise.allSettled(orders.map(pay))
    const refused = paid.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect([refused, await sales(buyer)]).toEqual([['already_exists'], 1])
  })

  it.each([
    ['an agent that was suspended', `update agents set status = 'suspended' where id = $1`],
    [
      'an agent whose seller was blocked',
      `update users set status = 'blocked' where id = (select seller_id from agents where id = $1)`,
    ],
  ])('does not sell %s', async (_what, change) => {
    const agent = await insertAgent(database, document, { type: 'one_time', paise: 200_000 })
    const buyer = await insertUser(database)
    const ordered = await order(buyer, agent)
    await database.pool.query(change, [agent.agent_id])
    await expect(pay(ordered)).rejects.toThrow('This agent is no longer sold.')
    expect(await sales(buyer)).toBe(0)
  })
})

it('takes back in parts what each party had of it, and the access with the last of it', async () => {
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
  await notifyEndings(database.db, inDays(20))
  expect(await told(leaves)).toEqual([])
  await notifyEndings(database.db, inDays(28))
  await notifyEndings(database.db, inDays(28))
  expect(await told(leaves)).toEqual([expect.stringMatching(/^Your month of Paid agent ends on \d/)])
  await database.pool.query(
    `update purchases set starts_at = starts_at - interval '25 days', ends_at = ends_at - interval '25 days' where buyer_id = $1`,
    [stays],
  )
  await buy(stays, agent)
  await notifyEndings(database.db, inDays(33))
  await notifyEndings(database.db, inDays(33))
  expect(await told(leaves)).toHaveLength(2)
  expect(await told(leaves)).toContain('Your month of Paid agent has ended')
  expect(await told(stays)).not.toContain('Your month of Paid agent has ended')
})
