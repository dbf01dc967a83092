/** A payment that a bank disputes, in the books: withheld, given back, lost, and never given back twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf, platformBalance, postToLedger as postLedger } from '#server/areas/billing/ledger/ledger.ts'
import { sendRefunds } from '#server/areas/billing/refunds/send.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { buy, dispute, settleDispute } from '#test/support/at-gateway.ts'

let test: TestApp
let buyer: Person
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.person('admin')
  test.payments.peer.behave({ hold: true })
})
beforeEach(async () => {
  buyer = await test.person()
})
afterAll(async () => {
  expect(await findDrift(test.database.db)).toEqual([])
  expect((await sumKinds(test.database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await test.close()
})

const paying = () => test.payments.on(test.database.db)
const peer = () => test.payments.peer
const credits = () => balanceOf(test.database.db, 'credits', buyer.id)
const due = () => platformBalance(test.database.db, 'refunds_due')
const post = (path: string, body: object, as = buyer) => test.call('POST', path, { as, body })
const look = async (id: string) => (await test.call('GET', `/api/v1/payments/orders/${id}`, { as: buyer })).body.data
const refundOf = async (id: string) =>
  (await test.database.pool.query('select * from refunds where order_id = $1 order by created_at', [id])).rows
const paid = async () => {
  const { order: id, payment } = await buy(test, buyer, { purpose: 'credits', subject: { paise: 50_000 } }, 50_000)
  return { id, payment }
}

describe('a dispute', () => {
  const disputed = () => platformBalance(test.database.db, 'disputed')

  it('that was lost is not given back again, whatever credits there are by then', async () => {
    const { id, payment } = await paid()
    await test.database.db.transaction().execute((tx) =>
      postLedger(tx, {
        key: `spent:${id}`,
        kind: 'correction',
        cause: { type: 'order', id },
        lines: [
          { account: 'credits', owner: buyer.id, paise: -50_000 },
          { account: 'commission', paise: 50_000 },
        ],
      }),
    )
    await settleDispute(test, await dispute(test, payment), 'lost')
    await paid()
    expect((await look(id)).abilities.ask_refund).toEqual({
      allowed: false,
      reason: 'Your bank returned this payment after a dispute.',
    })
    expect((await post('/api/v1/refunds', { order_id: id, reason: 'x' })).status).toBe(409)
    expect(await credits()).toBe(50_000)
  })

  it('withholds the money, and gives it back when it is won', async () => {
    const { id, payment } = await paid()
    const before = await disputed()
    const opened = await dispute(test, payment)
    expect(await disputed()).toBe(before - 50_000)
    expect(await look(id)).toMatchObject({ disputed: true })
    await settleDispute(test, opened, 'under_review')
    await settleDispute(test, opened, 'won')
    await settleDispute(test, opened, 'lost')
    expect(await disputed()).toBe(before)
    expect(await credits()).toBe(50_000)
  })

  it('keeps the seller and the admins from giving the same money back before it is decided', async () => {
    const { id, payment } = await paid()
    const asked = (await post('/api/v1/refunds', { order_id: id, reason: 'Both ways' })).body.data
    const opened = await dispute(test, payment)
    const given = await post('/api/v1/refunds/give', { order_id: id, reason: 'x' }, admin)
    const decided = await post(`/api/v1/refunds/${asked.id}/decide`, { approve: true }, admin)
    expect([given.status, decided.status]).toEqual([409, 409])
    expect(await credits()).toBe(50_000)
    await settleDispute(test, opened, 'won')
    expect((await post(`/api/v1/refunds/${asked.id}/decide`, { approve: true }, admin)).status).toBe(200)
    expect(await credits()).toBe(0)
  })

  it('that is lost takes back what is unspent; the rest is a loss', async () => {
    const { id, payment } = await paid()
    await post('/api/v1/refunds/give', { order_id: id, paise: 20_000, reason: 'x' }, admin)
    await sendRefunds(paying())
    const before = [await disputed(), await platformBalance(test.database.db, 'losses')]
    await settleDispute(test, await dispute(test, payment), 'lost')
    expect(await credits()).toBe(0)
    expect([await disputed(), await platformBalance(test.database.db, 'losses')]).toEqual([
      before[0],
      (before[1] ?? 0) - 20_000,
    ])
    const list = await test.call('GET', '/api/v1/admin/disputes', { as: admin })
    expect(list.body.data.items[0]).toMatchObject({ status: 'lost', loss_paise: 20_000 })
  })

  it.each([
    ['won', 'processed', [50_000]],
    ['lost', 'processed', []],
  ])(
    'keeps a refund that has not left until it is %s, so that nothing goes back twice',
    async (outcome, status, sent) => {
      const { id, payment } = await paid()
      const before = [await due(), await disputed(), await platformBalance(test.database.db, 'losses')]
      await post('/api/v1/refunds/give', { order_id: id, reason: 'x' }, admin)
      const opened = await dispute(test, payment)
      expect(await sendRefunds(paying())).toBe(0)
      await settleDispute(test, opened, outcome)
      await sendRefunds(paying())
      const there = [...peer().state.refunds.values()].filter(({ payment_id }) => payment_id === payment)
      expect(there.map(({ amount }) => amount)).toEqual(sent)
      expect(await refundOf(id)).toMatchObject([{ status, paise: 50_000 }])
      expect([await due(), await disputed(), await platformBalance(test.database.db, 'losses')]).toEqual(before)
    },
  )

  it('of a part settles that part of a refund that has not left', async () => {
    const { id, payment } = await paid()
    await post('/api/v1/refunds/give', { order_id: id, reason: 'x' }, admin)
    await settleDispute(test, await dispute(test, payment, 20_000), 'lost')
    await sendRefunds(paying())
    const there = [...peer().state.refunds.values()].filter(({ payment_id }) => payment_id === payment)
    expect(there.map(({ amount }) => amount)).toEqual([30_000])
    expect(await refundOf(id)).toMatchObject([{ status: 'processed', paise: 50_000, settled_paise: 20_000 }])
  })
})
