import { afterAll, beforeAll, expect, it } from 'vitest'
import { USER_SORTS } from '#contract/accounts/user-rules.ts'
import type { UserStatus } from '#contract/accounts/user-values.ts'
import { ROLES, type Role } from '#contract/core/access.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { insertUser } from '#test/support/users.ts'
import { findUsers } from './list-users.store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

interface Given {
  role?: Role
  status?: UserStatus
  until?: string
  name?: string
  asks?: boolean
  last?: string
}
async function user({ role, status = 'active', until, name = 'Somebody', asks, last }: Given = {}): Promise<UserId> {
  const id = await insertUser(database, role)
  await database.pool.query(
    'update users set status = $2, blocked_until = $3, display_name = $4, last_login = $5 where id = $1',
    [id, status, until ?? null, name, last ?? null],
  )
  if (asks)
    await database.pool.query(`insert into role_requests (user_id, role, reason) values ($1, 'seller', 'So')`, [id])
  return id
}
const find = (filter: Parameters<typeof findUsers>[1], slice = { limit: 100, offset: 0 }) =>
  findUsers(database.db, filter, slice)
const idsOf = async (...args: Parameters<typeof find>) => (await find(...args)).rows.map(({ id }) => id)

it('is one list, whichever way it is narrowed and ordered', async () => {
  for (const role of ROLES) for (let n = 0; n < 2; n++) await user({ role, name: `${'BaC'[n]} ${role}` })
  const all = new Set(await idsOf({ sort: 'newest' }))
  for (const sort of USER_SORTS) {
    expect(new Set(await idsOf({ sort }))).toEqual(all)
    const parts = await Promise.all(ROLES.map((role) => idsOf({ sort, role })))
    expect(parts.flat().length).toBe(all.size)
    expect(new Set(parts.flat())).toEqual(all)
    // Page by page it is the same list.
    const paged: UserId[] = []
    for (let offset = 0; offset < all.size; offset += 3)
      paged.push(...(await idsOf({ sort, status: 'active' }, { limit: 3, offset })))
    expect(paged).toEqual(await idsOf({ sort, status: 'active' }))
  }
})

it('shows a block that is over as what was before it', async () => {
  const past = new Date(Date.now() - 1000).toISOString()
  const future = new Date(Date.now() + 60_000).toISOString()
  const over = await user({ status: 'blocked', until: past })
  const asking = await user({ status: 'blocked', until: past, asks: true })
  const blocked = await user({ status: 'blocked', until: future })
  const forGood = await user({ status: 'blocked' })
  const of = (status: UserStatus) => idsOf({ sort: 'newest', status })
  expect(await of('active')).toContain(over)
  expect(await of('pending')).toEqual([asking])
  expect(await of('blocked')).toEqual([forGood, blocked])
  const { rows } = await find({ sort: 'newest', status: 'pending' })
  expect(rows).toMatchObject([{ status: 'pending', request_role: 'seller', request_reason: 'So' }])
})

it('orders by name without regard to case, and by the last sign-in with those who never did at the end', async () => {
  const [c, a, b] = [await user({ name: 'zz carla' }), await user({ name: 'ZZ Anna' }), await user({ name: 'zz Bert' })]
  expect(await idsOf({ sort: 'name', search: 'zz' })).toEqual([a, b, c])
  await database.pool.query(`update users set last_login = now() where id = $1`, [b])
  await database.pool.query(`update users set last_login = now() - interval '1 day' where id = $1`, [c])
  expect(await idsOf({ sort: 'last_sign_in', search: 'zz' })).toEqual([b, c, a])
})

it('finds parts of names and addresses, ids, beginnings of names, and takes signs as they are', async () => {
  const meera = await user({ name: '100%_Meera' })
  const short = await user({ name: 'Li' })
  const find = (search: string) => idsOf({ sort: 'newest', search })
  expect(await find('%_mEERA')).toEqual([meera])
  expect(await find(meera)).toEqual([meera])
  expect(await find('li')).toEqual([short])
  expect(await find('i')).toEqual([])
  expect(await find('%')).toEqual([])
  expect(await find('_')).toEqual([])
  expect(await find(String.raw`\ `)).toEqual([])
  expect(await find('मीरा')).toEqual([])
  expect((await find('x'.repeat(200))).length).toBe(0)
})

it('counts a search that finds very many up to a tenth of the rest, and pages through it in order', async () => {
  await database.pool.query(
    `insert into users (firebase_uid, email, display_name, role, created_at)
     select 'many' || i, 'many' || i || '@example.com', 'Crowd ' || i, case when i % 2 = 0 then 'seller' else 'basic_user' end,
       now() - i * interval '1 second' from generate_series(1, 2500) i`,
  )
  const { rows, total } = await find({ sort: 'newest', search: 'crowd' }, { limit: 3, offset: 3 })
  expect([rows.map(({ display_name }) => display_name), total]).toEqual([['Crowd 4', 'Crowd 5', 'Crowd 6'], 1_000])
  expect((await find({ sort: 'newest', search: 'crowd', role: 'seller' }, { limit: 2, offset: 0 })).rows).toMatchObject(
    [{ display_name: 'Crowd 2' }, { display_name: 'Crowd 4' }],
  )
  expect((await find({ sort: 'newest', search: 'crowd 25' })).total).toBe(12)
  expect((await find({ sort: 'newest' }, { limit: 5, offset: 10_000 })).rows).toEqual([])
})
