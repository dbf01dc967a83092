/** A plan that is begun again after days of grace that were used and not paid. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { mayManageOwnAccount } from '#server/areas/accounts/users/users.policy.ts'
import { type RenewalDeps, runRenewals } from '#server/areas/billing/renewals/renewals.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestPayments, type TestPayments } from '#test/support/payments.ts'
import { orderPlan, payPlan } from '#test/support/plans.ts'
import { insertUser } from '#test/support/users.ts'
import { planPurpose } from './plan-order.ts'
import { quotePlan } from './quote.ts'
import { findLive } from './subscriptions.store.ts'
import { cancelSubscription, startTrial } from './subscriptions.ts'

let database: TestDatabase
let payments: TestPayments
let user: UserId
let deps: RenewalDeps
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  payments = await createTestPayments()
  payments.at(new Date('2026-06-01T09:00:00Z'))
  user = await insertUser(database)
  deps = payments.on(database.db)
})
afterEach(() => payments.peer.close())
afterAll(() => database.drop())

const now = () => payments.paying.now()
const starter = { plan_id: 'starter', billing: 'monthly' } as const
const pay = (choice: Parameters<typeof payPlan>[2] = starter) => payPlan(database, user, choice, now)
const grant = () =>
  mayManageOwnAccount({
    type: 'user',
    id: user,
    role: 'basic_user',
    permissions: new Set(),
    email: '',
    display_name: '',
    session_id: null,
  })
async function live() {
  const row = await findLive(database.db, user)
  if (row === null) throw new Error('It has ended')
  return row
}
const cancel = async () => cancelSubscription(database.db, grant(), (await live()).id, now())
/** Day after day. @returns on how many of them they had a plan */
async function wait(days: number): Promise<number> {
  let had = 0
  for (let day = 0; day < days; day++) {
    payments.pass(1440)
    await runRenewals(deps)
    if ((await findLive(database.db, user)) !== null) had++
  }
  return had
}
const periodOf = async () => {
  const { period_start, period_end } = await live()
  return [period_start, period_end].map((date) => date.toISOString().slice(5, 10))
}

describe('days of grace', () => {
  it('are paid by a person who cancels in them and begins again, as by a renewal', async () => {
    await pay()
    await wait(50)
    await cancel()
    const { kind, starts_at, period_end } = await quotePlan(database.db, user, { ...starter, askProof: false }, now())
    await pay()
    expect([kind, starts_at.slice(5, 10), period_end.slice(5, 10)]).toEqual(['start', '07-01', '08-01'])
    expect(await periodOf()).toEqual(['07-01', '08-01'])
  })

  it('never come to more than the last ones, however often a user begins again', async () => {
    let had = 0
    for (let paid = 1; paid <= 6; paid++) {
      await pay(paid % 2 ? starter : { plan_id: 'professional' })
      for (;;) {
        had += await wait(1)
        const { access_until } = await live()
        if (access_until.getTime() - now().getTime() <= 86_400_000) break
      }
      await cancel()
    }
    expect(had).toBeLessThanOrEqual(6 * 31 + 24)
  })

  it('are taken off once, and no day on which there was no plan is', async () => {
    await pay()
    expect(await wait(64)).toBe(53)
    await pay()
    // 24 days were used before; ten without a plan are not paid.
    expect(await periodOf()).toEqual(['07-11', '08-11'])
    await cancel()
    await wait(10)
    await pay()
    const day = now().toISOString().slice(5, 10)
    expect((await periodOf())[0]).toBe(day)
  })

  it('are forgotten after 90 days', async () => {
    await pay()
    await wait(54 + 91)
    await pay()
    expect((await live()).period_start).toEqual(now())
  })

  it('of which nobody asked for a payment are not counted: an account that was blocked could not use them', async () => {
    await pay()
    await wait(20)
    await database.pool.query(`update users set status = 'blocked' where id = $1`, [user])
    await wait(40)
    await database.pool.query(`update users set status = 'active' where id = $1`, [user])
    await pay()
    expect((await live()).period_start).toEqual(now())
  })

  it('are paid by an order for the renewal that is confirmed after the plan ended', async () => {
    await pay()
    await wait(50)
    const order = await orderPlan(database, user, starter, now)
    await wait(10)
    await database.db.transaction().execute((tx) => planPurpose.fulfil(tx, order, now()))
    expect(await periodOf()).toEqual(['07-07', '08-07'])
  })

  it('stay unpaid when what paid them is given back, and when free days come in between', async () => {
    await pay()
    await wait(50)
    await cancel()
    const again = await pay()
    await database.db
      .transaction()
      .execute((tx) => planPurpose.takeBack(tx, again, { key: 'all', paise: again.amount_paise }, now()))
    expect(await findLive(database.db, user)).toBeNull()
    await startTrial(database.db, grant(), { ...starter, askProof: false }, now())
    const { period_end } = await live()
    await pay()
    const used = period_end.getTime() - (await live()).period_start.getTime()
    expect(Math.round(used / 86_400_000)).toBe(20)
  })
})
