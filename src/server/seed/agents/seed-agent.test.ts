import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '#server/seed/seed.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { insertUser } from '#test/support/users.ts'
import { phiRedactor } from './phi-redactor.ts'
import { seedAgent } from './seed-agent.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('tells people who use an agent what is different in its new version', async () => {
  // The categories.
  await seed(database.db, [])
  const seller = await insertUser(database, 'seller')
  const agent = { ...phiRedactor, slug: 'an-agent-of-this-test' }
  const [node, ...rest] = agent.document.nodes
  const renamed = { ...agent.document, nodes: [{ ...node, title: 'Another title' }, ...rest] } as typeof agent.document
  expect(await seedAgent(database.db, seller, agent)).toBe(1)
  expect(await seedAgent(database.db, seller, agent)).toBeNull()
  expect(await seedAgent(database.db, seller, { ...agent, tagline: 'Clearer' })).toBe(2)
  expect(await seedAgent(database.db, seller, { ...agent, tagline: 'Clearer', document: renamed })).toBe(3)
  const { rows } = await database.pool.query(
    `select v.changelog from agent_versions v join agents a on a.id = v.agent_id where a.slug = $1 order by v.number`,
    [agent.slug],
  )
  expect(rows.map(({ changelog }) => changelog)).toEqual([
    'First version.',
    'Clearer texts; the workflow is unchanged.',
    'An updated workflow.',
  ])
})
