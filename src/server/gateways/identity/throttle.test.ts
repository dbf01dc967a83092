import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createThrottle } from './throttle.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const bucket = (subject: string) => ({ name: 'test', subject, max: 2, window_s: 60 })
const tooMany = expect.objectContaining({ code: 'too_many_requests' })

it('is full for its window, in every process, and open again after it', async () => {
  let now = Date.now()
  const one = createThrottle(database.pool, 'secret', () => now)
  const other = createThrottle(database.pool, 'secret', () => now)
  await one.attempt([bucket('a')])
  await other.attempt([bucket('a')])
  await expect(one.attempt([bucket('a')])).rejects.toEqual(tooMany)
  await expect(other.attempt([bucket('a')])).rejects.toEqual(tooMany)
  await one.attempt([bucket('b')])
  await database.pool.query('update auth.attempts set window_ends = now()')
  now += 61_000
  await one.attempt([bucket('a')])
})

it('asks the database no more once a bucket is full, and says how long to wait', async () => {
  let asked = 0
  const query = ((...given: Parameters<typeof database.pool.query>) => {
    asked += 1
    return database.pool.query(...given)
  }) as typeof database.pool.query
  const throttle = createThrottle(Object.assign(Object.create(database.pool), { query }), 'secret')
  const results = await Promise.allSettled(Array.from({ length: 200 }, () => throttle.attempt([bucket('c')])))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(asked).toBe(3)
  const refusal = await throttle.attempt([bucket('c')]).catch((error) => error)
  expect(refusal.retryAfter).toBeGreaterThan(55)
  expect(refusal.retryAfter).toBeLessThanOrEqual(60)
})

it('lets attempts on buckets in another order pass each other', async () => {
  const throttle = createThrottle(database.pool, 'secret')
  const [d, e] = [
    { ...bucket('d'), max: 50 },
    { ...bucket('e'), max: 50 },
  ]
  await Promise.all(Array.from({ length: 40 }, (_, at) => throttle.attempt(at % 2 ? [d, e] : [e, d])))
  await throttle.forgive([d, e])
})
