import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '#server/engine/store.ts'
import { createDatabaseOn } from '#server/platform/database/database.ts'
import { runInSlices } from '#server/platform/in-slices.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { takeSecondConnections } from '#test/support/one-connection.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const count = async ({ db }: TestDatabase) => (await db.selectFrom('users').select('id').execute()).length
const AT = 'test/one-connection.test.ts'

it.each<[string, (database: TestDatabase) => Promise<unknown>]>([
  ['a transaction of a verb', (on) => on.db.transaction().execute(() => count(on))],
  ['a transaction of the engine', (on) => transaction(on.pool, () => count(on))],
  ['a transaction inside another one', (on) => transaction(on.pool, () => on.db.transaction().execute(async () => 0))],
  ['something done at the same time', (on) => transaction(on.pool, async () => Promise.all([0, count(on)]))],
])('names who asks for a second connection in %s', async (_what, work) => {
  await work(database)
  const [places] = takeSecondConnections()
  expect(places).toContain(AT)
})

it('names what takes turns with others while it holds a connection', async () => {
  const work = async () => runInSlices('an owner', [1].values() as Generator<number, void>)
  await work()
  expect(takeSecondConnections()).toEqual([])
  await database.db.transaction().execute(work)
  expect(takeSecondConnections()[0]).toContain(AT)
})

it.each<[string, (database: TestDatabase) => Promise<unknown>]>([
  ['uses its own connection', (on) => transaction(on.pool, (client) => count({ ...on, db: createDatabaseOn(client) }))],
  ['has ended', (on) => transaction(on.pool, async () => 0).then(() => count(on))],
  ['was rolled back', (on) => transaction(on.pool, () => Promise.reject(new Error())).catch(() => count(on))],
  ['is of another request', (on) => Promise.all([count(on), on.db.transaction().execute(async () => 0), count(on)])],
])('says nothing of a transaction that %s', async (_what, work) => {
  await work(database)
  expect(takeSecondConnections()).toEqual([])
})
