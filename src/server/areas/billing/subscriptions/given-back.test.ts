/** Plans whose money goes back, in whatever order it came. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import type { PaidOrder } from '#server/areas/billing/orders/purpose.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { orderPlan, payPlan } from '#test/support/plans.ts'
import { insertUser } from '#test/support/users.ts'
import { planPurpose } from './plan-order.ts'
import { findLive } from './subscriptions.store.ts'

let database: TestDatabase
let user: UserId
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  user = await insertUser(database)
})
afterAll(() => database.drop())

const pay = (plan_id: string, billing: 'monthly' | 'yearly' = 'yearly') => payPlan(database, user, { plan_id, billing })
const giveBack = async (order: PaidOrder, paise = order.amount_paise) => {
  await database.db.transaction().execute((tx) => planPurpose.takeBack(tx, order, { key: `${paise}`, paise }))
  await database.pool.query('update orders set refunded_paise = refunded_paise + $2 where id = $1', [order.id, paise])
}
const left = async (order: PaidOrder) => {
  const { rows } = await database.pool.query('select refunded_paise::int as paise from orders where id = $1', [
    order.id,
  ])
  return database.db.transaction().execute((tx) => planPurpose.leftOf(tx, order, rows[0].paise))
}
const live = () => findLive(database.db, user)

describe('money that an upgrade took off its price', () => {
  it('is not given back as well', async () => {
    const first = await pay('starter')
    expect(await left(first)).toBe(first.amount_paise)
    await pay('professional')
    expect(await left(first)).toBe(0)
  })

  it('ends the plan when the bank takes all of it, and counts for no further upgrade when it takes a part', async () => {
    const first = await pay('starter')
    await pay('professional')
    const before = await live()
    await giveBack(first, 100_000)
    expect(await live()).toMatchObject({ plan_id: 'professional', paid_paise: (before?.paid_paise ?? 0) - 100_000 })
    await giveBack(first, first.amount_paise - 100_000)
    expect(await live()).toBeNull()
  })

  it('is not touched by a refund of what was used up before', async () => {
    const half = new Date(Date.now() - 182 * 86_400_000)
    const first = await payPlan(database, user, { plan_id: 'starter', billing: 'yearly' }, () => half)
    await pay('professional')
    const before = await live()
    const used = await left(first)
    expect(used).toBeGreaterThan(0)
    await giveBack(first, used)
    expect(await live()).toEqual(before)
  })

  it('pays no upgrade that was ordered before it went back', async () => {
    const first = await pay('starter')
    const ordered = await orderPlan(database, user, { plan_id: 'professional', billing: 'yearly' })
    await giveBack(first, first.amount_paise - 100)
    const paid = database.db.transaction().execute((tx) => planPurpose.fulfil(tx, ordered))
    await expect(paid).rejects.toMatchObject({ code: 'illegal_transition' })
    expect(await live()).toMatchObject({ plan_id: 'starter' })
  })
})

describe('an upgrade that is given back', () => {
  it('leaves the plan that was paid before it, which can then be given back, too', async () => {
    const first = await pay('starter')
    const before = await live()
    const second = await pay('professional')
    await giveBack(second)
    expect(await live()).toEqual(before)
    expect(await left(first)).toBe(first.amount_paise)
    await giveBack(first)
    expect(await live()).toBeNull()
  })

  it('of an upgrade leaves that upgrade', async () => {
    await pay('starter', 'monthly')
    await pay('starter')
    const before = await live()
    const third = await pay('professional')
    await giveBack(third)
    expect(await live()).toEqual(before)
  })

  it('leaves nothing of a plan whose own money is back', async () => {
    const first = await pay('starter')
    const second = await pay('professional')
    await giveBack(first, first.amount_paise - 1)
    await giveBack(second)
    expect(await live()).toMatchObject({ plan_id: 'starter', paid_paise: 1 })
    await giveBack(first, 1)
    expect(await live()).toBeNull()
  })
})
