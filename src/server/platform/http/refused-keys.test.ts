import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppError } from '#contract/core/errors.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { countRefusedKeys, type RefusedKeys } from './refused-keys.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const tooMany = expect.objectContaining({ code: 'too_many_requests' })

async function guess(keys: RefusedKeys, address: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    keys.check(address)
    await keys.note(address)
  }
}

it('holds off who guesses for the rest of the minute, and nobody else', async () => {
  let now = Date.now()
  const keys = countRefusedKeys(database.db, 3, () => now)
  await guess(keys, '203.0.113.1', 3)
  expect(() => keys.check('203.0.113.1')).toThrow(tooMany)
  expect(() => keys.check('198.51.100.1')).not.toThrow()
  now += 60_000
  expect(() => keys.check('203.0.113.1')).not.toThrow(AppError)
})

it('counts nothing for the machine itself', async () => {
  const keys = countRefusedKeys(database.db, 1)
  await guess(keys, '127.0.0.1', 5)
  expect(() => keys.check('127.0.0.1')).not.toThrow()
})

it('gives nobody further guesses at another process', async () => {
  const [one, other] = [countRefusedKeys(database.db, 3), countRefusedKeys(database.db, 3)]
  await guess(one, '203.0.113.2', 3)
  // It learns of the others from the first refused key, which is not answered as one.
  await expect(other.note('203.0.113.2')).rejects.toEqual(tooMany)
  expect(() => other.check('203.0.113.2')).toThrow(tooMany)
})

it('gives nobody further guesses at another address of the same IPv6 network', async () => {
  const keys = countRefusedKeys(database.db, 3)
  for (const end of [1, 2, 3]) await guess(keys, `2001:db8:1:2::${end}`, 1)
  expect(() => keys.check('2001:db8:1:2::99')).toThrow(tooMany)
  expect(() => keys.check('2001:db8:1:3::1')).not.toThrow()
})
