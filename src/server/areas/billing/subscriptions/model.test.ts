/**
 * Everything people and time can do to a subscription, in any order, against what machine.ts promises: only its moves happen, there is at
 * most one that has not ended, what was paid is held to the day, and the books sum to what was paid and not given back.
 */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Billing, SubscriptionStatus } from '#contract/billing/subscriptions.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { mayManageOwnAccount } from '#server/areas/accounts/users/users.policy.ts'
import { sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import type { PaidOrder } from '#server/areas/billing/orders/purpose.ts'
import { findPlanLimits } from '#server/areas/billing/plan-limits/plan-limits.ts'
import { runRenewals } from '#server/areas/billing/renewals/renewals.ts'
import { createRecorder } from '#server/platform/analytics/record.ts'
import { DAY_MS } from '#shared/time.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { TEST_FIRM } from '#test/support/firm.ts'
import { payPlan } from '#test/support/plans.ts'
import { LONG } from '#test/support/scale.ts'
import { insertUser } from '#test/support/users.ts'
import { planPurpose } from './plan-order.ts'
import { MOVES } from './status-machine.ts'
import { findLive, type SubscriptionRow } from './subscriptions.store.ts'
import { cancelSubscription, changeSubscription, resumeSubscription, startTrial } from './subscriptions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type Doing =
  | { do: 'trial' }
  | { do: 'pay' | 'change'; plan_id: string; billing: Billing }
  | { do: 'cancel' | 'resume' }
  | { do: 'back'; part: number }
  | { do: 'wait'; days: number }

const plan_id = fc.constantFrom('starter', 'professional', 'enterprise')
const billing = fc.constantFrom<Billing>('monthly', 'yearly')
const doing: fc.Arbitrary<Doing> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Doing>({ do: 'trial' }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), plan_id, billing }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), plan_id, billing }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'resume' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('back' as const), part: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 2, 6, 9, 26, 40) }) },
)

class Walk {
  now = new Date('2026-01-31T08:00:00Z')
  user: UserId
  orders: { order: PaidOrder; back: number }[] = []
  clock = () => this.now
  constructor(user: UserId) {
    this.user = user
  }
  get grant() {
    const { user: id } = this
    return mayManageOwnAccount({
      type: 'user',
      id,
      role: 'basic_user',
      permissions: new Set(),
      email: '',
      display_name: '',
      session_id: null,
    })
  }
  live = () => findLive(database.db, this.user)

  async wait(days: number): Promise<void> {
    for (let day = 0; day < days; day++) {
      this.now = new Date(this.now.getTime() + DAY_MS)
      const before = await this.live()
      await runRenewals({
        db: database.db,
        gateway: null,
        firm: TEST_FIRM,
        publicUrl: 'http://x',
        askProof: false,
        secret: '',
        brand: readTestBrand,
        log: { warn: (detail) => expect(detail).toBeUndefined() },
        record: createRecorder(null),
        now: this.clock,
      })
      expectMove(before, await this.live())
    }
  }

  async back(part: number): Promise<void> {
    const last = this.orders.at(-1)
    if (!last) return
    const left = last.order.amount_paise - last.back
    const paise = part === 4 ? left : Math.min(left, Math.ceil(last.order.amount_paise / part))
    if (paise === 0) return
    const key = `${last.order.id}:${last.back}`
    await database.db.transaction().execute((tx) => planPurpose.takeBack(tx, last.order, { key, paise }, this.now))
    last.back += paise
  }

  async act(step: Exclude<Doing, { do: 'wait' | 'back' }>): Promise<void> {
    const { db } = database
    if (step.do === 'trial')
      await startTrial(db, this.grant, { plan_id: 'starter', billing: 'monthly', askProof: false }, this.now)
    else if (step.do === 'pay')
      this.orders.push({
        order: await payPlan(database, this.user, { plan_id: step.plan_id, billing: step.billing }, this.clock),
        back: 0,
      })
    else {
      const live = await this.live()
      if (live === null) return
      const { plan_id, billing } = { plan_id: 'starter', billing: 'monthly' as Billing, ...step }
      if (step.do === 'cancel') await cancelSubscription(db, this.grant, live.id, this.now)
      else if (step.do === 'resume') await resumeSubscription(db, this.grant, live.id, this.now)
      else await changeSubscription(db, this.grant, { id: live.id, plan_id, billing }, this.now)
    }
  }

  /** A refusal has a name and changes nothing. */
  async take(step: Doing): Promise<void> {
    if (step.do === 'wait') return this.wait(step.days)
    const before = await this.live()
    try {
      await (step.do === 'back' ? this.back(step.part) : this.act(step))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      expect(['illegal_transition', 'payment_required']).toContain(error.code)
      expect(await this.live()).toEqual(before)
      return
    }
    expectMove(before, await this.live())
  }

  async expectRight(): Promise<void> {
    const live = await this.live()
    const held = await findPlanLimits(database.db, this.user, this.now)
    expect(held.plan?.id ?? null).toBe(live !== null && live.access_until > this.now ? live.plan_id : null)
    if (live !== null) {
      expect(live.period_end > live.period_start && live.access_until >= live.period_end).toBe(true)
      expect(live.paid_paise).toBeLessThanOrEqual(Math.max(live.monthly_paise, live.yearly_paise))
    }
  }
}

function expectMove(before: SubscriptionRow | null, after: SubscriptionRow | null): void {
  if (before === null || (after !== null && after.id !== before.id)) return
  const status: SubscriptionStatus = after?.status ?? 'ended'
  if (status !== before.status) expect(Object.values(MOVES[before.status])).toContain(status)
  // What is paid is never shortened but by what is given back, a larger plan, or leaving a payment open.
  if (after !== null && after.status === before.status && after.paid_order_id === before.paid_order_id)
    expect(after.period_end).toEqual(before.period_end)
}

const booked = async () => {
  const kinds = new Map((await sumKinds(database.db)).map(({ kind, paise }) => [kind, paise]))
  return { sold: (kinds.get('plans') ?? 0) + (kinds.get('gst_payable') ?? 0), gst: kinds.get('gst_payable') ?? 0 }
}

it('holds whatever is done in whatever order', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(doing, { minLength: 4, maxLength: 14 }), async (steps) => {
      const start = await booked()
      const walk = new Walk(await insertUser(database))
      for (const step of steps) {
        await walk.take(step)
        await walk.expectRight()
      }
      const end = await booked()
      const paid = walk.orders.reduce((sum, { order, back }) => sum + order.amount_paise - back, 0)
      expect(end.sold - start.sold).toBe(paid)
      if (paid === 0) expect(end.gst - start.gst).toBe(0)
    }),
    { numRuns: LONG ? 12 : 6 },
  )
})
