import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCache, createPolledEpoch } from '#server/platform/cache.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { limitConnectionsPerCaller, runAsCaller } from './connections-per-caller.ts'
import { createDatabase, type Database } from './database.ts'
import { isOutage } from './outage.ts'
import { createPool } from './pool.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(
    limitConnectionsPerCaller(createPool(database.url, 4, { waitMs: 60_000, statementMs: 30_000 }), 2),
  )
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const one = (on: Database) => sql`select 1`.execute(on)

describe('a caller whose statements wait', () => {
  it('leaves connections to everybody else, and gets all answers in the end', async () => {
    const order: string[] = []
    const note = (who: string) => () => order.push(who)
    const lock = await database.pool.connect()
    await lock.query('select pg_advisory_lock(7)')
    const slow = Array.from({ length: 12 }, () =>
      runAsCaller('slow', () => sql`select pg_advisory_xact_lock_shared(7)`.execute(db)).then(note('slow')),
    )
    await Promise.all(Array.from({ length: 8 }, () => runAsCaller('other', () => one(db)).then(note('other'))))
    await one(db).then(note('nobody in particular'))
    await lock.query('select pg_advisory_unlock(7)')
    lock.release()
    await Promise.all(slow)
    expect(order).toEqual([...Array(8).fill('other'), 'nobody in particular', ...Array(12).fill('slow')])
  })

  it('does not delay answers that everyone waits for, even when it asks for them first', async () => {
    const pool = limitConnectionsPerCaller(createPool(database.url, 4), 2)
    const limited = createDatabase(pool)
    const held = [await runAsCaller('busy', () => pool.connect()), await runAsCaller('busy', () => pool.connect())]
    const shared = createCache(() => one(limited), {
      epoch: createPolledEpoch(async () => (await one(limited)).rows.length, 1_000),
      lag_ms: 0,
    })
    expect((await runAsCaller('busy', () => shared.get('listings'))).rows).toHaveLength(1)
    for (const client of held) client.release()
    await limited.destroy()
  })

  it('takes no more of them by asking for what nobody has asked for yet', async () => {
    const pool = limitConnectionsPerCaller(createPool(database.url, 6, { waitMs: 60_000 }), 2)
    const limited = createDatabase(pool)
    const lock = await database.pool.connect()
    await lock.query('select pg_advisory_lock(8)')
    const searches = createCache(
      async (search) => {
        if (search.startsWith('slow')) await sql`select pg_advisory_xact_lock_shared(8)`.execute(limited)
        return (await one(limited)).rows.length
      },
      { epoch: () => 1, lag_ms: 0 },
    )
    const ask = (caller: string, search: string) => runAsCaller(caller, () => searches.get(search))
    const slow = Array.from({ length: 12 }, (_, n) => ask('searching', `slow ${n}`))
    const queued = ask('searching', 'listings')
    // Others are answered, also with what the first one is still queueing for.
    expect((await runAsCaller('other', () => one(limited))).rows).toHaveLength(1)
    expect(await ask('other', 'listings')).toBe(1)
    expect(await queued).toBe(1)
    await lock.query('select pg_advisory_unlock(8)')
    lock.release()
    expect(await Promise.all(slow)).toEqual(Array(12).fill(1))
    await limited.destroy()
  })

  it('gives its turn back when a statement fails, and when there is no connection', async () => {
    for (let time = 0; time < 5; time++)
      await expect(runAsCaller('failing', () => sql`select 1 / 0`.execute(db))).rejects.toThrow('division')
    expect((await runAsCaller('failing', () => one(db))).rows).toHaveLength(1)
    const gone = createDatabase(limitConnectionsPerCaller(createPool('postgres://127.0.0.1:1/none', 4), 1))
    for (let time = 0; time < 3; time++)
      await expect(runAsCaller('away', () => one(gone))).rejects.toThrow('ECONNREFUSED')
    await gone.destroy()
  })
})

it('a statement that takes too long is given up, and its caller is told that it is an outage', async () => {
  const impatient = createDatabase(createPool(database.url, 1, { statementMs: 50 }))
  const error = await sql`select pg_sleep(60)`.execute(impatient).catch((cause: unknown) => cause)
  expect(isOutage(error)).toBe(true)
  expect((await one(impatient)).rows).toHaveLength(1)
  await impatient.destroy()
})
