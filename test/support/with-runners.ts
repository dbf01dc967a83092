/** A database and the runner processes of one test file, there before its first test and gone after its last. */
import { afterAll, beforeAll } from 'vitest'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export function withRunners(): { database: TestDatabase; runners: Runners } {
  const own = {} as { database: TestDatabase; runners: Runners }
  beforeAll(async () => {
    own.database = await createTestDatabase()
    own.runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  })
  afterAll(async () => {
    await own.runners.stop()
    await own.database.drop()
  })
  return own
}
