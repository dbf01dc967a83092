import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { until } from '#test/support/engine.ts'
import { withLease } from './job-lease.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => {
  vi.useRealTimers()
  return database.pool.query('delete from job_leases')
})

/** A job under way until it is told to end. */
function begin(db = database.db) {
  const [began, end] = [Promise.withResolvers<() => boolean>(), Promise.withResolvers<void>()]
  const done = withLease(db, 'a', (isOurs) => {
    began.resolve(isOurs)
    return end.promise
  })
  return { began: began.promise, end: end.resolve, done }
}
const expire = () => database.pool.query(`update job_leases set taken_until = now() - interval '1 s'`)
/** @returns whether another process may do the job now */
async function isFree(job = 'a'): Promise<boolean> {
  let did = false
  await withLease(database.db, job, async () => {
    did = true
  })
  return did
}

it('keeps a job to one process, and no connection while it lasts', async () => {
  const pool = createPool(database.url, 1, { waitMs: 1_000 })
  const job = begin(createDatabase(pool))
  await job.began
  expect((await pool.query('select 1')).rowCount).toBe(1)
  expect([await isFree(), await isFree('b')]).toEqual([false, true])
  job.end()
  await job.done
  expect(await isFree()).toBe(true)
  await pool.end()
})

it('is free again after a job that failed, and after a process that died', async () => {
  await expect(withLease(database.db, 'a', () => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault')
  expect(await isFree()).toBe(true)
  await database.pool.query(`insert into job_leases values ('a', gen_random_uuid(), now() - interval '1 s')`)
  expect(await isFree()).toBe(true)
})

it('extends its lease while the job lasts, and says when another process has it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const job = begin()
  const isOurs = await job.began
  await expire()
  vi.advanceTimersToNextTimer()
  // Not by taking it: that would be quicker than the extension now and then.
  await until(
    async () => (await database.pool.query('select from job_leases where taken_until > now()')).rowCount === 1,
  )
  expect(await isFree()).toBe(false)
  expect(isOurs()).toBe(true)
  await database.pool.query('update job_leases set holder = gen_random_uuid()')
  vi.advanceTimersToNextTimer()
  await until(async () => !isOurs())
  job.end()
  await job.done
  // What the other process has is left alone.
  expect(await isFree()).toBe(false)
})
