/** The SQL of what one person's runs were. They are few enough to be read as they are. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Span } from './period.ts'

export interface UsageRow {
  day: string
  slug: string | null
  name: string | null
  runs: number
  failed: number
  cost_paise: number
}

/** The newest `most` runs of a period by day of India and agent; those of one's own workflows have no agent. */
export async function findUsage(db: Queryable, owner: UserId, { from, to }: Span, most: number): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    with newest as materialized (
      select (e.created_at at time zone 'Asia/Kolkata')::date as day, e.agent_id, e.status, e.cost_paise from executions e
      where e.owner_id = ${owner} and e.parent_id is null
        and e.created_at >= ${from}::timestamp at time zone 'Asia/Kolkata'
        and e.created_at < (${to}::timestamp + interval '1 day') at time zone 'Asia/Kolkata'
      order by e.created_at desc limit ${most}
    )
    select n.day::text as day, a.slug, a.name, count(*) as runs, count(*) filter (where n.status = 'failed') as failed,
      sum(n.cost_paise) as cost_paise
    from newest n left join agents a on a.id = n.agent_id group by n.day, a.id order by n.day, a.name`.execute(db)
  return rows
}
