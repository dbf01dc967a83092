import { afterAll, beforeAll, expect, it } from 'vitest'
import { mint } from '#server/platform/access/grant.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent } from '#test/support/paid-agent.ts'
import { sell } from '#test/support/sales.ts'
import { insertUser } from '#test/support/users.ts'
import { getEarningsStatement } from './statement.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('names the agent that was sold, not the number of the sale', async () => {
  const buyer = await insertUser(database)
  const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
  const { seller, agent_id } = await insertAgent(database, document)
  await giveCredits(database, buyer, 100_000)
  await sell(database, { buyer, seller, agent: { id: agent_id }, paise: 50_000, released: true })
  const grant = mint('payout.own', { type: 'user', id: seller } as never, seller)
  const { items } = await getEarningsStatement(database.db, grant, { limit: 10, offset: 0 })
  expect(items.map(({ kind, note }) => [kind, note])).toEqual([['sale', 'Paid agent']])
})
