/** The SQL of what runs cost an account day by day. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { costOfCharge } from './caps.store.ts'
import type { Span } from './month-spending.store.ts'

/** @param member whose runs alone count; null for all */
const charged = ({ account, from, until }: Span, member: UserId | null) => sql`
  buyer_id = ${account} and status <> 'released' and created_at >= ${from} and created_at < ${until}
    and (${member}::uuid is null or member_id = ${member}::uuid)`

export interface DayRow {
  /** As in 2026-11-30, in India. */
  day: string
  /** The service, or the agent of runs outside of services; null for all that are not among the `most`. */
  part: string | null
  paise: number
}

/** A row for each day and part that cost something. @param most parts that are told apart: those that cost most */
export async function findDays(db: Queryable, span: Span, member: UserId | null, most: number): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with spent as (
      select to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, coalesce(service_id, agent_id) as part,
        sum(${costOfCharge})::float8 as paise
      from charges where ${charged(span, member)} group by 1, 2
    ), top as (select part from spent group by part having sum(paise) > 0 order by sum(paise) desc, part limit ${most})
    select s.day, t.part, sum(s.paise)::float8 as paise from spent s left join top t on t.part = s.part
    group by 1, 2 having sum(s.paise) > 0 order by 1`.execute(db)
  return rows
}

export async function sumSpent(db: Queryable, span: Span, member: UserId | null): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(${costOfCharge}), 0)::float8 as paise from charges where ${charged(span, member)}`.execute(db)
  return rows[0]?.paise ?? 0
}

export interface PartRow {
  id: string
  kind: 'service' | 'agent'
  /** Null for a service that was removed. */
  name: string | null
}

/** Services and agents by their ids. A service that was removed is not among them. */
export async function findParts(db: Queryable, ids: readonly string[]): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select id, 'service' as kind, name from services where id = any(${sql.val(ids)}::uuid[])
    union all select id, 'agent', name from agents where id = any(${sql.val(ids)}::uuid[])`.execute(db)
  return rows
}
