import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#contract/core/access.ts'
import { UserId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { mayReadOwnNotices } from './notifications.policy.ts'
import {
  listNotices,
  noticeFor,
  noticeForMany,
  notify,
  readAllNotices,
  readNotice,
  settleNotices,
  type Telling,
  writeNotices,
} from './notifications.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function somebody(role: Role = 'basic_user', status = 'active'): Promise<UserId> {
  const id = UserId.parse(uuidv7())
  await database.pool.query(
    `insert into users (id, firebase_uid, email, display_name, role, status) values ($1, $2, $3, 'X', $4, $5)`,
    [id, `s-${id}`, `${id}@example.com`, role, status],
  )
  return id
}
const grantOf = (id: UserId) => mayReadOwnNotices({ type: 'user', id } as Caller)
const noticesOf = (id: UserId, limit = 200) => listNotices(database.db, grantOf(id), { limit, offset: 0 })
const failed = (group?: string): Telling => ({
  kind: 'run_failed',
  title: say('{name} failed', { name: 'Contract Analyst' }),
  message: verbatim('The file is empty.'),
  href: '/my-workflows',
  ...(group && { group }),
})

describe('notifying a user', () => {
  it('shows the newest first, each until it is read', async () => {
    const id = await somebody()
    await notify(database.db, id, { ...failed(), title: verbatim('First') })
    await notify(database.db, id, { ...failed(), title: verbatim('Second') })
    const before = await noticesOf(id)
    expect(before.items.map(({ title }) => title)).toEqual(['Second', 'First'])
    expect(before).toMatchObject({ total: 2, unread: 2 })
    const [second] = before.items
    expect(await readNotice(database.db, grantOf(id), second?.id ?? '')).toEqual({ unread: 1 })
    expect(await readAllNotices(database.db, grantOf(id))).toEqual({ unread: 0 })
    expect((await noticesOf(id)).items.every(({ read_at }) => read_at !== null)).toBe(true)
  })

  it('counts what repeats while it is unread, and starts over once it was read', async () => {
    const id = await somebody()
    for (let time = 0; time < 500; time++) await notify(database.db, id, failed('service:1'))
    expect(await noticesOf(id)).toMatchObject({ total: 1, unread: 1, items: [{ count: 500 }] })
    await readAllNotices(database.db, grantOf(id))
    await notify(database.db, id, failed('service:1'))
    expect((await noticesOf(id)).items.map(({ count }) => count)).toEqual([1, 500])
  })

  it('tells ten thousand by one statement, once each, and those of the list what is theirs', async () => {
    const { pool, db } = database
    await pool.query(
      `insert into users (firebase_uid, email, display_name) select 'many-' || n, 'many-' || n || '@example.com', 'F' from generate_series(1, 10000) n`,
    )
    const { rows } = await pool.query(`select id from users where firebase_uid = 'many-1'`)
    const people = sql<{ user_id: UserId }>`select id as user_id from users where firebase_uid like 'many-%'`
    const news = noticeForMany(people, { ...failed('news:1'), kind: 'followed_seller' })
    const tell = () => db.transaction().execute((tx) => writeNotices(tx, [noticeFor(rows[0].id, failed())], news))
    const began = performance.now()
    await tell()
    expect(performance.now() - began).toBeLessThan(10_000)
    await tell()
    expect((await noticesOf(rows[0].id)).items.map(({ kind }) => kind)).toEqual(['run_failed', 'run_failed'])
    const told = await pool.query(
      `select count(*)::int as rows, count(distinct user_id)::int as people, min(count) as least, max(seq)::int as seq
       from notifications where kind = 'followed_seller'`,
    )
    expect(told.rows[0]).toEqual({ rows: 9999, people: 9999, least: 2, seq: 2 })
  })

  it('tells every admin who can act, and nobody else', async () => {
    const told = [await somebody('admin'), await somebody('super_admin')]
    const not = [
      await somebody('creator_admin'),
      await somebody('admin', 'blocked'),
      await somebody('admin', 'deactivated'),
    ]
    await notify(database.db, 'admins', { ...failed('role_request:1'), kind: 'role_request' })
    for (const id of told) expect(await noticesOf(id)).toMatchObject({ unread: 1 })
    for (const id of not) expect(await noticesOf(id)).toMatchObject({ total: 0 })
    await settleNotices(database.db, ['role_request:1'])
    for (const id of told) expect(await noticesOf(id)).toMatchObject({ total: 1, unread: 0 })
  })

  it('is read by each in their language, also after they have chosen another', async () => {
    const id = await somebody()
    const speak = (language: string) =>
      database.pool.query(`update users set preferences = jsonb_build_object('language', $2::text) where id = $1`, [
        id,
        language,
      ])
    await speak('hi')
    await notify(database.db, id, failed())
    const read = async () => (await noticesOf(id)).items.map(({ title, message }) => ({ title, message }))
    expect(await read()).toEqual([{ title: 'Contract Analyst विफल हुआ', message: 'The file is empty.' }])
    await speak('en')
    expect(await read()).toEqual([{ title: 'Contract Analyst failed', message: 'The file is empty.' }])
  })

  it('keeps the newest 200', async () => {
    const id = await somebody()
    for (let n = 0; n < SERVER_LIMITS.notices_kept + 20; n++)
      await notify(database.db, id, { ...failed(), title: verbatim(`${n}`) })
    const { total, items } = await noticesOf(id)
    expect([total, items[0]?.title, items.at(-1)?.title]).toEqual([200, '219', '20'])
  })

  it('tells nothing when the transaction it was said in is undone', async () => {
    const id = await somebody()
    await database.db
      .transaction()
      .execute(async (tx) => {
        await notify(tx, id, failed())
        throw new Error('undone')
      })
      .catch(() => {})
    expect(await noticesOf(id)).toMatchObject({ total: 0 })
  })

  it('stores hostile and endless text as text, cut to what a list can show', async () => {
    const id = await somebody()
    await notify(database.db, id, {
      ...failed(),
      title: verbatim(`\0<script>\u202e${'😀'.repeat(10_000)}`),
      message: verbatim('\ud800x'),
    })
    const [notice] = (await noticesOf(id)).items
    expect([...(notice?.title ?? '')].length).toBe(200)
    expect(notice?.message).toBe('\ufffdx')
  })

  it('leads nowhere but into the product', async () => {
    const id = await somebody()
    for (const href of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
      await expect(notify(database.db, id, { ...failed(), href })).rejects.toThrow(/href/)
  })

  it('survives people being told and reading at once', async () => {
    const id = await somebody('admin')
    const other = await somebody('admin')
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        if (n % 3 === 0) return notify(database.db, 'admins', failed('storm'))
        return n % 3 === 1 ? readAllNotices(database.db, grantOf(id)) : settleNotices(database.db, ['storm'])
      }),
    )
    await notify(database.db, 'admins', failed('storm'))
    expect((await noticesOf(id)).unread).toBeGreaterThan(0)
    expect((await noticesOf(other)).unread).toBeGreaterThan(0)
  })
})

describe('a foreign notice', () => {
  it('does not exist', async () => {
    const [owner, stranger] = [await somebody(), await somebody()]
    await notify(database.db, owner, failed())
    const [notice] = (await noticesOf(owner)).items
    await expect(readNotice(database.db, grantOf(stranger), notice?.id ?? '')).rejects.toMatchObject({
      code: 'not_found',
    })
    await readAllNotices(database.db, grantOf(stranger))
    expect(await noticesOf(owner)).toMatchObject({ unread: 1 })
  })
})
