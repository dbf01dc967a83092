/** Who has an agent, in a service or bought, and that they are told when it is stopped. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, workflow } from '#test/support/engine.ts'
import { addPurchase, insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { insertUser } from '#test/support/users.ts'
import { controlManagedAgent } from './manage-listings.ts'
import { mayReview } from './publishing.policy.ts'
import { findInUse, findUsers } from './submissions.store.ts'

let database: TestDatabase
let agent: PaidAgent
let deploys: UserId
let bought: UserId
beforeAll(async () => {
  database = await createTestDatabase()
  agent = await insertAgent(database, workflow([node('start', 'manual_trigger')], []), { paise: 4200 })
  deploys = await insertUser(database)
  await database.pool.query(
    `insert into services (owner_id, agent_id, agent_version_id, name) select $1, $2, $3, 'x' from generate_series(1, 2)`,
    [deploys, agent.agent_id, agent.agent_version_id],
  )
  const buy = (who: UserId) => addPurchase(database, who, { id: agent.agent_id, version_id: agent.agent_version_id })
  bought = await insertUser(database)
  await buy(bought)
  const gaveBack = await insertUser(database)
  await database.pool.query('update purchases set revoked_at = now() where id = $1', [await buy(gaveBack)])
  const over = await insertUser(database)
  await database.pool.query(
    `update purchases set kind = 'month', starts_at = now() - interval '40 days', ends_at = now() - interval '9 days' where id = $1`,
    [await buy(over)],
  )
})
afterAll(() => database.drop())

it('is a user with a service of it or a purchase, as long as it is theirs', async () => {
  const { db } = database
  expect(new Set(await findUsers(db, agent.agent_id))).toEqual(new Set([deploys, bought]))
  const inUse = await findInUse(db, agent.agent_id, { now: new Date() })
  expect(inUse.map(({ version_id, paise }) => [version_id, paise])).toEqual([
    [agent.agent_version_id, 4200],
    [agent.agent_version_id, 4200],
  ])
  expect(await findInUse(db, agent.agent_id, { except: agent.agent_version_id, now: new Date() })).toEqual([])
})

it('is told once when it is suspended, with the reason, and when it runs again', async () => {
  const { db, pool } = database
  const grant = mayReview({
    type: 'user',
    id: await insertUser(database, 'admin'),
    role: 'admin',
    permissions: new Set(['admin.agents.manage']),
    email: 'x@example.com',
    display_name: 'X',
    session_id: null,
  })
  const act = (action: 'suspend' | 'unsuspend', reason: string) =>
    controlManagedAgent(db, grant, agent.agent_id, { action, reason, until: null })
  const told = async (): Promise<Record<string, unknown>> => {
    const { rows } = await pool.query('select user_id, title, message from notifications order by happened_at desc')
    return Object.fromEntries(rows.map((row) => [row.user_id, [row.title, row.message]]).reverse())
  }
  await act('suspend', 'It copies a book')
  const suspended = ['Paid agent was suspended by the marketplace', 'It copies a book']
  expect(await told()).toEqual({ [deploys]: suspended, [bought]: suspended, [agent.seller]: suspended })
  await act('unsuspend', '')
  const again = ['Paid agent is published again', '']
  expect(await told()).toEqual({ [deploys]: again, [bought]: again, [agent.seller]: again })
})
