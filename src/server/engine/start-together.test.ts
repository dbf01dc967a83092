import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { type EngineProcess, startEngineProcess } from '#test/support/processes.ts'

const database = await createTestDatabase()
// As on the very first start: the queue has no tables yet.
await database.pool.query('drop schema dbos cascade')
afterAll(() => database.drop())

it('lets any number of processes start at once on a new database', { timeout: 60_000 }, async () => {
  const roles = ['web', 'worker', 'worker', 'web'] as const
  const started = await Promise.allSettled(
    roles.map((role, index) =>
      startEngineProcess({ databaseUrl: database.url, executorId: `p${index}`, role, sink: 'http://127.0.0.1:1' }),
    ),
  )
  await Promise.all(
    started
      .filter((one): one is PromiseFulfilledResult<EngineProcess> => one.status === 'fulfilled')
      .map((one) => one.value.end('SIGKILL')),
  )
  expect(started.filter((one) => one.status === 'rejected')).toEqual([])
})
