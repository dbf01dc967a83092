/** Plans of people in tests. */
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
