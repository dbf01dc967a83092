import { afterAll, describe, expect, it } from 'vitest'
import { migrate, pendingMigrations, readMigrations } from '#server/platform/database/migrate.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createEmptyDatabase, createTestDatabase } from './support/database.ts'

const test = await createTestDatabase()
afterAll(() => test.drop())

describe('migrations', () => {
  it('do nothing on a database that is up to date', async () => {
    expect(await migrate(test.pool)).toEqual([])
  })

  it('refuse a database that a newer program used', async () => {
    const known = readMigrations()
    await expect(migrate(test.pool, known.slice(0, -1))).rejects.toThrow(`it knows ${known.at(-1)?.name}`)
  })

  it('refuse a migration that changed after it was applied', async () => {
    const [first, ...rest] = readMigrations()
    if (!first) throw new Error('no migrations')
    await expect(migrate(test.pool, [{ ...first, hash: 'other' }, ...rest])).rejects.toThrow(
      `changed after they were applied: ${first.name}`,
    )
  })

  it('leave nothing behind when one fails, and can be repeated', async () => {
    const broken = { name: '9999_broken.sql', sql: 'create table half_made (id int); select 1/0', hash: 'x' }
    await expect(migrate(test.pool, [...readMigrations(), broken])).rejects.toThrow(
      '9999_broken.sql failed: division by zero',
    )
    const found = await test.pool.query("select to_regclass('half_made') as it")
    expect(found.rows[0].it).toBeNull()
    expect(await migrate(test.pool)).toEqual([])
  })

  it('apply all that is pending or nothing, and say before what they would apply', async () => {
    const empty = await createEmptyDatabase()
    try {
      const all = readMigrations()
      const broken = { name: '9999_broken.sql', sql: 'select 1/0', hash: 'x' }
      const refused = migrate(empty.pool, [...all, broken])
      await expect(refused).rejects.toThrow(`None of the ${all.length + 1} pending ones was applied`)
      const { rows } = await empty.pool.query(`select to_regclass('users') as users`)
      expect(rows).toEqual([{ users: null }])
      expect(await pendingMigrations(empty.pool)).toEqual(all)
      expect(await migrate(empty.pool)).toEqual(all.map(({ name }) => name))
      expect(await pendingMigrations(empty.pool)).toEqual([])
    } finally {
      await empty.drop()
    }
  })

  it('wait for what running processes hold no longer than these can wait for them', async () => {
    const sql = `do $$ begin raise exception 'it waits %', current_setting('lock_timeout'); end $$`
    const asking = { name: '9999_asking.sql', sql, hash: 'x' }
    await expect(migrate(test.pool, [...readMigrations(), asking])).rejects.toThrow('it waits 15s')
  })

  it('may be run by several processes at once', async () => {
    await expect(Promise.all([migrate(test.pool), migrate(test.pool), migrate(test.pool)])).resolves.toEqual([
      [],
      [],
      [],
    ])
  })
})

describe('uuidv7', () => {
  it('makes ids that Postgres reads back with their time, in order and never twice', async () => {
    const ids = Array.from({ length: 5000 }, (_, i) => uuidv7(1_800_000_000_000 + i))
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(ids)
    const read = await test.pool.query<{ at: Date }>('select uuid_extract_timestamp($1::uuid) as at', [ids[7]])
    expect(read.rows[0]?.at.getTime()).toBe(1_800_000_000_007)
  })
})
