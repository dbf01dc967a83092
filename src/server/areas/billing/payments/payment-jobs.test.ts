import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestPayments, type TestPayments } from '#test/support/payments.ts'
import { createPaymentJob } from './payment-jobs.ts'

let database: TestDatabase
let payments: TestPayments
beforeAll(async () => {
  database = await createTestDatabase()
  payments = await createTestPayments()
})
afterAll(async () => {
  await payments.peer.close()
  await database.drop()
})

it('looks through payments on one connection, and keeps none while the gateway is asked', async () => {
  const pool = createPool(database.url, 1, { waitMs: 1_000 })
  const asked: string[] = []
  const { gateway, ...deps } = payments.on(createDatabase(pool))
  const watched = new Proxy(gateway, {
    get(target, name: keyof typeof gateway) {
      const verb = target[name]
      if (typeof verb !== 'function') return verb
      return async (...given: never[]) => {
        await pool.query('select 1')
        asked.push(name)
        return Reflect.apply(verb, target, given)
      }
    },
  })
  const told: string[] = []
  const warn = ({ err }: { err?: Error }, message: string) => void told.push(`${message}: ${err?.message}`)
  await createPaymentJob({ ...deps, gateway: watched, log: { warn } })()
  expect(told).toEqual([])
  expect(asked).not.toEqual([])
  await pool.end()
})
