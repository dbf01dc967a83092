/** Plans of people in tests. */
import { randomUUID } from 'node:crypto'
import type { UserId } from '#contract/core/primitives.ts'
import type { PaidOrder } from '#server/areas/billing/orders/purpose.ts'
import { planPurpose } from '#server/areas/billing/subscriptions/plan-order.ts'
import type { TestDatabase } from './database.ts'

interface HeldPlan {
  plan?: 'starter' | 'professional' | 'enterprise'
  billing?: 'monthly' | 'yearly'
  /** Of the period; now when absent. */
  from?: Date
}

/** Gives somebody a paid plan, without a payment: `enterprise` has no limits. @returns the id of the subscription */
export async function givePlan(
  { pool }: Pick<TestDatabase, 'pool'>,
  user: string,
  { plan = 'enterprise', billing = 'monthly', from = new Date() }: HeldPlan = {},
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into subscriptions (user_id, plan_id, version_id, billing, status, anchor_at, period_start, period_end, access_until, paid_paise)
     select $1, v.plan_id, v.id, $3, 'active', $4, $4, $4::timestamptz + length, $4::timestamptz + length + interval '24 days',
       case $3 when 'monthly' then v.monthly_paise else v.yearly_paise end
     from plan_versions v, lateral (select case $3 when 'monthly' then interval '1 month' else interval '1 year' end as length) l
     where v.plan_id = $2 order by v.number desc limit 1 returning id`,
    [user, plan, billing, from],
  )
  return rows[0]?.id ?? ''
}

/** Buys a plan as the gateway's word would: priced, ordered, paid and handed over, at the time of the clock. @returns the id of the order */
export async function payPlan(
  { db, pool }: Pick<TestDatabase, 'db' | 'pool'>,
  user: UserId,
  choice: { plan_id: string; billing?: 'monthly' | 'yearly' },
  clock: () => Date = () => new Date(),
): Promise<PaidOrder> {
  const order = await orderPlan({ db, pool }, user, choice, clock)
  await db.transaction().execute((tx) => planPurpose.fulfil(tx, order, clock()))
  return order
}

/** The same until it is paid. */
export async function orderPlan(
  { db, pool }: Pick<TestDatabase, 'db' | 'pool'>,
  user: UserId,
  choice: { plan_id: string; billing?: 'monthly' | 'yearly' },
  clock: () => Date = () => new Date(),
): Promise<PaidOrder> {
  const { title, amount_paise, subject } = await planPurpose.quote(db, user, choice, clock())
  const id = randomUUID()
  await pool.query(
    `insert into orders (id, user_id, purpose, subject, title, amount_paise, state_code, billing_name, gateway, receipt, status)
     values ($1, $2, 'plan', $3, $4, $5, '29', 'Somebody', 'test', $6, 'paid')`,
    [id, user, JSON.stringify(subject), title, amount_paise, id.replaceAll('-', '')],
  )
  return {
    id,
    user_id: user,
    subject,
    title,
    amount_paise,
    off_paise: 0,
    state_code: '29',
    gstin: null,
    paid_at: clock(),
  }
}
