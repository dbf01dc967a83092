/** What somebody paid for runs and agents, in the copy of their data and in its deletion. Books are kept: see money.store.ts. */
import { sql } from 'kysely'
import { type Step, step } from './erase-step.ts'
import { all, type PersonalList, row } from './personal-list.store.ts'

export const PAID_RUN_LISTS: readonly PersonalList[] = [
  {
    file: 'paid-runs.json',
    about: 'What your runs of other people’s agents cost, and what you let them cost',
    tables: ['public.charges', 'public.credit_settings'],
    query: ({ id }) =>
      row(
        sql`t.execution_id, t.agent_id, t.kind, t.price_paise, t.status, t.reason, t.created_at, t.ended_at,
          (select json_build_object('run', s.run_cap_paise, 'day', s.day_cap_paise, 'low', s.low_paise) from credit_settings s
            where s.user_id = t.buyer_id) as caps_paise`,
        sql`from charges t where t.buyer_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'purchases.json',
    about: 'Agents you bought for a month or for good',
    tables: ['public.purchases'],
    query: ({ id }) => row(all, sql`from purchases t where t.buyer_id = ${id} order by t.created_at`),
  },
]

export const PAID_RUN_STEPS: readonly Step[] = [
  // Runs under way were cancelled before, which gave their charges back. Purchases belong to orders, which are books.
  step(
    ['public.charges'],
    ({ id }) => sql`update charges set trial_key = 'deleted' where buyer_id = ${id} and kind = 'trial'`,
  ),
  step(
    ['public.purchases'],
    ({ id }) => sql`update purchases set revoked_at = coalesce(revoked_at, now()) where buyer_id = ${id}`,
  ),
  step(['public.credit_settings'], ({ id }) => sql`delete from credit_settings where user_id = ${id}`),
]
