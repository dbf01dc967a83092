/** The chain over the audit log: nothing is skipped, and whatever is changed behind its back shows. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { outside } from '#test/support/one-connection.ts'
import { checkAuditLog, checkSlice, sealAuditLog } from './chain.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows
const silent = { info: () => {} }
const seal = () => sealAuditLog(database.db, silent)

/** As a superuser does who wants to hide something. */
async function tamper(text: string, values: unknown[] = []): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(text, values)
    await client.query(`set session_replication_role = default`)
  } finally {
    client.release()
  }
}

const add = (reason: string, db = database.db) =>
  insertAudit(db, {
    actor_id: uuidv7() as UserId,
    action: 'user.change_role',
    target_id: uuidv7(),
    reason,
    details: { from: 'basic_user', to: 'seller', n: 1.5 },
  })
const links = () =>
  sql(
    `select c.position::int as position, e.reason from audit_chain c join audit_log e on e.id = c.entry_id order by c.position`,
  )
const check = (after = 0, most = 1000) => checkSlice(database.db, after, most)

beforeEach(async () => {
  await tamper('delete from audit_chain')
  await tamper('delete from audit_unsealed')
  await tamper('delete from audit_log')
  await tamper(`update audit_state set position = 0, hash = decode(repeat('00', 32), 'hex'), next_check = 0, checked_at = null,
    broken_position = null, broken_entry = null, broken_why = null, broken_found_at = null`)
})

describe('sealing', () => {
  it('adds entries in order, and only once, by however many processes', async () => {
    for (const reason of ['a', 'b', 'c']) await add(reason)
    await Promise.all([seal(), seal(), seal()])
    await add('d')
    await seal()
    expect(await links()).toEqual(['a', 'b', 'c', 'd'].map((reason, at) => ({ position: at + 1, reason })))
    expect(await sql('select 1 from audit_unsealed')).toEqual([])
    expect(await check()).toEqual({ broken: null, last: 4, isEnd: true })
  })

  it('does not skip an entry whose transaction commits late, nor let anyone wait for it', async () => {
    const late = await outside(() => database.pool.connect())
    try {
      await late.query('begin')
      await late.query(
        `insert into audit_log (actor_id, action, target_id, reason) values (uuidv7(), 'user.change_role', uuidv7(), 'late')`,
      )
      await outside(() => add('early'))
      await outside(() => seal())
      expect(await outside(() => links())).toEqual([{ position: 1, reason: 'early' }])
      await late.query('commit')
    } finally {
      late.release()
    }
    await seal()
    expect(await links()).toEqual([
      { position: 1, reason: 'early' },
      { position: 2, reason: 'late' },
    ])
    expect((await check()).broken).toBeNull()
  })

  it('takes any number of entries', async () => {
    await sql(`insert into audit_log (actor_id, action, target_id, reason)
      select uuidv7(), 'user.change_role', uuidv7(), n::text from generate_series(1, 1203) n`)
    await seal()
    expect(await sql('select count(*)::int as count from audit_chain')).toEqual([{ count: 1203 }])
    expect(await check(0, 500)).toEqual({ broken: null, last: 500, isEnd: false })
    expect(await check(500, 500)).toEqual({ broken: null, last: 1000, isEnd: false })
    expect(await check(1000, 500)).toEqual({ broken: null, last: 1203, isEnd: true })
  })

  it('says where the chain ends, for the log of the process', async () => {
    await add('a')
    const told: unknown[] = []
    await sealAuditLog(database.db, { info: (detail: object) => told.push(detail) })
    const [{ hash }] = await sql(`select encode(hash, 'hex') as hash from audit_state`)
    expect(told).toEqual([{ position: 1, hash }])
  })
})

describe('the log', () => {
  it.each([
    `update audit_log set reason = 'x'`,
    'delete from audit_log',
    'truncate audit_log cascade',
    `update audit_chain set hash = hash`,
    'delete from audit_chain',
    'truncate audit_chain',
  ])('refuses: %s', async (statement) => {
    await add('a')
    await seal()
    await expect(sql(statement)).rejects.toThrow('The audit log is only added to')
  })
})

describe('a check', () => {
  beforeEach(async () => {
    for (const reason of ['a', 'b', 'c', 'd']) await add(reason)
    await seal()
  })
  const at = async (position: number) =>
    (await sql('select entry_id from audit_chain where position = $1', [position]))[0]?.entry_id as string

  it('finds nothing wrong with what was written', async () => {
    await add('not sealed yet')
    expect(await check()).toEqual({ broken: null, last: 4, isEnd: true })
    expect(await check(4)).toEqual({ broken: null, last: 4, isEnd: true })
  })

  it.each([
    ['reason', `'x'`],
    ['actor_id', 'uuidv7()'],
    ['action', `'user.other'`],
    ['target_id', 'null'],
    ['details', `'{"from":"basic_user","to":"admin","n":1.5}'`],
    ['address', `'192.0.2.1'`],
    ['created_at', `created_at + interval '1 microsecond'`],
  ])('finds a changed %s', async (column, value) => {
    const entry_id = await at(2)
    await tamper(`update audit_log set ${column} = ${value} where id = $1`, [entry_id])
    expect((await check()).broken).toEqual({ position: 2, entry_id, why: 'changed' })
  })

  it('finds a removed entry, a removed link, both, and a removed end', async () => {
    const [second, third] = [await at(2), await at(3)]
    await tamper('delete from audit_log where id = $1', [second])
    expect((await check()).broken).toEqual({ position: 2, entry_id: second, why: 'entry_removed' })
    await tamper('delete from audit_chain where position = 2')
    expect((await check()).broken).toEqual({ position: 2, entry_id: null, why: 'link_removed' })
    expect((await check(2)).broken).toEqual({ position: 2, entry_id: null, why: 'link_removed' })
    expect((await check(3)).broken).toBeNull()
    await tamper('delete from audit_chain where position > 2')
    await tamper('delete from audit_log where id = $1', [third])
    expect((await check(1)).broken).toEqual({ position: 2, entry_id: null, why: 'end_removed' })
  })

  it('finds two entries that changed places', async () => {
    await tamper(
      'update audit_chain set entry_id = case position when 2 then $2 else $1 end::uuid where position in (2, 3)',
      [await at(2), await at(3)],
    ).catch(async () => {
      // The place of an entry is unique: one after the other.
      const [second, third] = [await at(2), await at(3)]
      await tamper('update audit_chain set entry_id = uuidv7() where position = 2')
      await tamper('update audit_chain set entry_id = $1 where position = 3', [second])
      await tamper('update audit_chain set entry_id = $1 where position = 2', [third])
    })
    expect((await check()).broken).toMatchObject({ position: 2, why: 'changed' })
  })

  it('finds an entry that was put in without being sealed', async () => {
    await tamper(
      `insert into audit_log (actor_id, action, target_id, reason) values (uuidv7(), 'user.change_role', uuidv7(), 'forged')`,
    )
    const [{ id }] = await sql(`select id from audit_log where reason = 'forged'`)
    expect((await check()).broken).toEqual({ position: 4, entry_id: id, why: 'unsealed' })
  })

  it('is done by a job too, which notes what it finds until it is put right', async () => {
    const told: object[] = []
    const state = async () => (await sql('select * from audit_state'))[0]
    await checkAuditLog(database.db, { error: (detail: object) => told.push(detail) })
    expect(await state()).toMatchObject({ broken_why: null, checked_at: expect.any(Date), next_check: 0 })
    const entry_id = await at(3)
    const [{ reason }] = await sql('select reason from audit_log where id = $1', [entry_id])
    await tamper('update audit_log set reason = $2 where id = $1', [entry_id, 'x'])
    await checkAuditLog(database.db, { error: (detail: object) => told.push(detail) })
    expect(await state()).toMatchObject({ broken_position: 3, broken_entry: entry_id, broken_why: 'changed' })
    await tamper('update audit_log set reason = $2 where id = $1', [entry_id, reason])
    await checkAuditLog(database.db, { error: (detail: object) => told.push(detail) })
    expect(await state()).toMatchObject({ broken_position: null, broken_why: null })
    expect(told).toEqual([{ position: 3, entry_id, why: 'changed' }])
  })
})
