import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { insertUser } from '#test/support/users.ts'
import type { Posting } from './accounts.ts'
import { findDrift, sumKinds } from './ledger.store.ts'
import { balanceOf, platformBalance, postToLedger } from './ledger.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const topUp = (owner: Awaited<ReturnType<typeof insertUser>>, paise: number, key = `top:${owner}`): Posting => ({
  key,
  kind: 'top_up',
  cause: { type: 'order', id: key },
  lines: [
    { account: 'gateway', paise: -paise },
    { account: 'credits', owner, paise },
  ],
})

const inTransaction = (posting: Posting) => database.db.transaction().execute((tx) => postToLedger(tx, posting))

it('moves money between accounts, once per key', async () => {
  const buyer = await insertUser(database)
  const before = await platformBalance(database.db, 'gateway')
  const first = await inTransaction(topUp(buyer, 50_000))
  const again = await inTransaction(topUp(buyer, 50_000))
  expect(first.posted).toBe(true)
  expect(again).toEqual({ id: first.id, posted: false })
  expect(await balanceOf(database.db, 'credits', buyer)).toBe(50_000)
  expect(await platformBalance(database.db, 'gateway')).toBe(before - 50_000)
})

it('refuses a key that stands for other money', async () => {
  const buyer = await insertUser(database)
  await inTransaction(topUp(buyer, 100))
  await expect(inTransaction(topUp(buyer, 200))).rejects.toThrow('stands for other money')
  expect(await balanceOf(database.db, 'credits', buyer)).toBe(100)
})

it('lets 200 spend at a time exactly what is there', async () => {
  const buyer = await insertUser(database)
  await inTransaction(topUp(buyer, 5_000))
  const spent = await Promise.allSettled(
    Array.from({ length: 200 }, (_, n) =>
      inTransaction({
        key: `hold:${buyer}:${n}`,
        kind: 'hold',
        cause: { type: 'run', id: `${n}` },
        lines: [
          { account: 'credits', owner: buyer, paise: -100 },
          { account: 'credits_held', owner: buyer, paise: 100 },
        ],
      }),
    ),
  )
  expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  for (const one of spent)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'insufficient_credits' })
  expect(await balanceOf(database.db, 'credits', buyer)).toBe(0)
  expect(await balanceOf(database.db, 'credits_held', buyer)).toBe(5_000)
})

it.each([
  [
    'does not sum to zero',
    [
      { account: 'gateway', paise: -100 },
      { account: 'commission', paise: 99 },
    ],
  ],
  [
    'is not whole paise',
    [
      { account: 'gateway', paise: -0.5 },
      { account: 'commission', paise: 0.5 },
    ],
  ],
  [
    'is beyond what a number holds',
    [
      { account: 'gateway', paise: -1e21 },
      { account: 'commission', paise: 1e21 },
    ],
  ],
  [
    'moves nothing',
    [
      { account: 'gateway', paise: 0 },
      { account: 'commission', paise: 0 },
    ],
  ],
  ['has no entries', []],
] as const)('posts nothing that %s', async (_, lines) => {
  const posting = {
    key: `bad:${lines.length}:${lines[0]?.paise}`,
    kind: 'test',
    cause: { type: 'test', id: '1' },
    lines,
  }
  await expect(inTransaction(posting as Posting)).rejects.toThrow()
  const { rowCount } = await database.pool.query('select 1 from ledger_transactions where key = $1', [posting.key])
  expect(rowCount).toBe(0)
})

it.each([
  'update ledger_entries set paise = paise + 1',
  'delete from ledger_entries',
  'truncate ledger_entries cascade',
  `update ledger_transactions set note = 'x'`,
  'delete from ledger_transactions',
])('refuses %s', async (statement) => {
  await expect(database.pool.query(statement)).rejects.toMatchObject({ code: 'CH500' })
})

it('refuses entries past the one door', async () => {
  const buyer = await insertUser(database)
  const { id } = await inTransaction(topUp(buyer, 100))
  const add = `insert into ledger_entries (transaction_id, line, account_id, paise)
    select $1, 10 + n, (select min(id) from ledger_accounts), case n when 1 then 5 else -5 end from generate_series(1, 2) n`
  await expect(database.pool.query(add, [id])).rejects.toMatchObject({ code: 'CH501' })
})

it('keeps balances that are the sums of the entries, and all of them zero together', async () => {
  expect(await findDrift(database.db)).toEqual([])
  expect((await sumKinds(database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
})
