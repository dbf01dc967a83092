import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { insertUser } from '#test/support/users.ts'
import { LISTS, readList } from './export.store.ts'
import type { PersonalList } from './personal-list.store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('the copy of a user’s data never has two of their runs in memory at once, each of which may be large', async () => {
  const id = await insertUser(database)
  await database.pool.query(
    `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, output, finished_at)
     select gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), 'succeeded', 'manual', '{}', '"a"', now()
     from generate_series(1, 5)`,
    [id],
  )
  let most = 0
  const watched = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      most = Math.max(most, result.rows.length)
      return result
    },
  })
  const runs = LISTS.find(({ file }) => file === 'runs.json') as PersonalList
  const person = { id, email: 'asha@example.com', proven: true, subject: 'asha', display_name: 'Asha' }
  let count = 0
  await watched.transaction().execute(async (tx) => {
    for await (const _ of readList(tx, runs, person)) count++
  })
  expect([count, most]).toEqual([5, 1])
})
