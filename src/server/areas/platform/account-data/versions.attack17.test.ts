/** A seller with many unsold versions leaves while others have paid for many runs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { node, wires, workflow } from '#test/support/engine.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { insertAgent } from '#test/support/paid-agent.ts'
import { erasePerson } from './erase.store.ts'
import type { Person } from './person.ts'

const VERSIONS = 50
const CHARGES = 300_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const small = workflow([node('start', 'manual_trigger')], wires())

it('is erased as fast beside the charges of others', { timeout: 240_000 }, async () => {
  const { pool, db } = database
  const leaves = async (): Promise<number> => {
    const { agent_id, seller } = await insertAgent(database, small)
    await pool.query(
      `insert into agent_versions (agent_id, number, workflow_version_id, input_schema, output_schema, view, price_type, price_paise, content_hash)
       select agent_id, number + n, workflow_version_id, input_schema, output_schema, view, price_type, price_paise, content_hash || n
       from agent_versions, generate_series(1, $2::int) n where agent_id = $1`,
      [agent_id, VERSIONS],
    )
    const { rows } = await pool.query('select email, firebase_uid from users where id = $1', [seller])
    const person = { id: seller, email: rows[0].email, proven: true, subject: rows[0].firebase_uid } as unknown as Person
    const began = performance.now()
    await db.transaction().execute((tx) => erasePerson(tx, person))
    return Math.round(performance.now() - began)
  }
  const before = await leaves()
  const other = await insertAgent(database, small)
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into charges (id, execution_id, buyer_id, seller_id, agent_id, agent_version_id, kind, price_paise, status, ended_at, trial_key)
     select gen_random_uuid(), gen_random_uuid(), $2, $2, $1, (select id from agent_versions where agent_id = $1 limit 1), 'trial', 0, 'settled', now(), 'x' || n
     from generate_series(1, $3::int) n`,
    [other.agent_id, other.seller, CHARGES],
  )
  await client.query('set session_replication_role = default')
  client.release()
  const after = await leaves()
  console.log({ before, after })
  expect(after).toBeLessThan(before + 1_000)
})
