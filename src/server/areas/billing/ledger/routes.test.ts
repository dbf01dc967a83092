import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { balanceOf } from './ledger.ts'

const url = '/api/v1/admin/ledger'
let test: TestApp
let boss: Person
beforeAll(async () => {
  test = await createTestApp()
  boss = { ...(await test.person('super_admin')), signed_in_at: new Date() }
  test.know(boss)
})
afterAll(() => test.close())

const list = async (query: Record<string, string>) =>
  (await test.call('GET', `${url}/transactions`, { as: boss, query })).body.data
const reverse = (id: string, as = boss) =>
  test.call('POST', `${url}/transactions/${id}/reverse`, { as, body: { reason: 'Entered twice' } })

it('shows both sides even, and every entry with its cause and its owner', async () => {
  const buyer = await test.person()
  await giveCredits(test.database, buyer.id, 12_345)
  const { body } = await test.call('GET', url, { as: boss })
  expect(body.data.debit_paise).toBe(body.data.credit_paise)
  expect(body.data).toMatchObject({ drift: 0, currency: 'INR' })
  expect(
    body.data.rows.find(({ account }: { account: string }) => account === 'gateway').debit_paise,
  ).toBeGreaterThanOrEqual(12_345)
  const { items, total } = await list({ owner: buyer.id, account: 'credits' })
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({ kind: 'top_up', reverses: null, reversed_by: null })
  expect(items[0].entries).toContainEqual({
    account: 'credits',
    title: 'Credits of a buyer',
    owner: { id: buyer.id, display_name: 'Somebody' },
    paise: 12_345,
  })
  expect((await list({ search: items[0].key })).items[0].id).toBe(items[0].id)
  expect((await list({ search: items[0].cause.id })).total).toBe(1)
  expect((await list({ owner: buyer.id, kind: 'payout' })).total).toBe(0)
})

it('corrects by a transaction of its own, once', async () => {
  const buyer = await test.person()
  await giveCredits(test.database, buyer.id, 500)
  const [{ id }] = (await list({ owner: buyer.id })).items
  const tries = await Promise.all([...Array(10)].map(() => reverse(id)))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await balanceOf(test.database.db, 'credits', buyer.id)).toBe(0)
  const done = tries.find(({ status }) => status === 200)?.body.data
  expect(done).toMatchObject({ kind: 'correction', reverses: id, note: 'Entered twice' })
  expect((await list({ owner: buyer.id })).items.find((one: { id: string }) => one.id === id).reversed_by).toBe(done.id)
  expect((await reverse(done.id)).status).toBe(409)
})

it('takes back nothing that was spent', async () => {
  const buyer = await test.person()
  await giveCredits(test.database, buyer.id, 500)
  const [{ id }] = (await list({ owner: buyer.id })).items
  await giveCredits(test.database, buyer.id, -400)
  const { status, body } = await reverse(id)
  expect([status, body.errors[0].code]).toEqual([402, 'insufficient_credits'])
  expect(await balanceOf(test.database.db, 'credits', buyer.id)).toBe(100)
})

it('is the super admin’s, who has just shown that it is them', async () => {
  const buyer = await test.person()
  await giveCredits(test.database, buyer.id, 500)
  const [{ id }] = (await list({ owner: buyer.id })).items
  expect((await test.call('GET', url, { as: await test.person('admin') })).status).toBe(403)
  test.know({ ...boss, signed_in_at: new Date(Date.now() - 11 * 60_000) })
  expect((await reverse(id)).body.errors[0].code).toBe('confirmation_needed')
  test.know(boss)
  expect((await reverse('00000000-0000-4000-8000-000000000000')).status).toBe(404)
})
