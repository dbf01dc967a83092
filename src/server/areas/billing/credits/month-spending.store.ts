/** The SQL of what a month cost an account. */
import { type RawBuilder, sql } from 'kysely'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { nameIn } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { costOfCharge } from './caps.store.ts'

export interface Span {
  account: UserId
  from: Date
  until: Date
}

/** Runs that are still stored, and what runs cost, also of those that were deleted: a row of `who`, `runs` and `paise` for each. */
const used = ({ account, from, until }: Span, run: RawBuilder<unknown>, charge: RawBuilder<unknown>) => sql`
  select ${run} as who, 1 as runs, 0 as paise from executions
  where owner_id = ${account} and parent_id is null and created_at >= ${from} and created_at < ${until}
  union all
  select ${charge}, 0, ${costOfCharge} from charges
  where buyer_id = ${account} and status <> 'released' and created_at >= ${from} and created_at < ${until}`

export interface MemberSpendingRow {
  user_id: UserId | null
  name: string | null
  role: WorkspaceRole | null
  runs: number
  spent_paise: number
  month_cap_paise: number | null
}

/** All members of a workspace, those who were and spent something, and a row without a name for what no member started. Most spent first. */
export async function findSpendingByMember(db: Queryable, span: Span): Promise<MemberSpendingRow[]> {
  const { rows } = await sql<MemberSpendingRow>`
    with used as (${used(span, sql`started_by`, sql`member_id`)}), people as (
      select who, sum(runs)::int as runs, sum(paise)::float8 as paise from used group by who
      union all
      select m.user_id, 0, 0 from workspace_members m
      where m.workspace_id = ${span.account} and not exists (select from used s where s.who = m.user_id)
    )
    select p.who as user_id, ${nameIn('u', sql`${span.account}::uuid`)} as name, m.role, p.runs, p.paise as spent_paise,
      m.month_cap_paise::float8 as month_cap_paise
    from people p left join users u on u.id = p.who
      left join workspace_members m on m.workspace_id = ${span.account} and m.user_id = p.who
    order by p.paise desc, p.runs desc, lower(u.display_name), p.who`.execute(db)
  return rows
}

export interface ServiceSpendingRow {
  service_id: string | null
  name: string | null
  runs: number
  spent_paise: number
}

/** The most spent first, each with the sums of all that there are. A service that was removed has no name. */
export async function findSpendingByService(
  db: Queryable,
  span: Span,
  limit: number,
): Promise<(ServiceSpendingRow & { all_runs: number; all_paise: number })[]> {
  const { rows } = await sql<ServiceSpendingRow & { all_runs: number; all_paise: number }>`
    with used as (${used(span, sql`service_id`, sql`service_id`)})
    select t.who as service_id, s.name, sum(t.runs)::int as runs, sum(t.paise)::float8 as spent_paise,
      (sum(sum(t.runs)) over ())::int as all_runs, (sum(sum(t.paise)) over ())::float8 as all_paise
    from used t left join services s on s.id = t.who
    group by t.who, s.name order by spent_paise desc, runs desc, s.name, t.who limit ${limit}`.execute(db)
  return rows
}
