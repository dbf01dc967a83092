/** The SQL of a person's runs as support sees them: how they went, never what went in or came out. */
import { sql } from 'kysely'
import type { AgentId, ExecutionId, UserId } from '#contract/core/primitives.ts'
import type { ExecutionStatus, Trigger } from '#contract/runs/execution-states.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface PersonRunRow {
  id: ExecutionId
  status: ExecutionStatus
  trigger: Trigger
  agent_id: AgentId | null
  agent_slug: string | null
  agent_name: string | null
  error_code: string | null
  cost_paise: number
  refunded_paise: number
  refundable_paise: number
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

const COUNTED = 10_000

/** Newest first, without what a run started itself, and without private benches, which are their owner's alone. Counted up to 10,000. */
export async function findRunsOf(
  db: Queryable,
  owner: UserId,
  { failed, limit, offset }: { failed: boolean; limit: number; offset: number },
): Promise<{ rows: PersonRunRow[]; total: number }> {
  const which = failed ? sql`e.status = 'failed'` : sql`true`
  const theirs = sql`e.owner_id = ${owner} and e.parent_id is null and e.trigger <> 'bench' and ${which}`
  const [found, counted] = await Promise.all([
    sql<PersonRunRow>`
      select e.id, e.status, e.trigger, e.agent_id, a.slug as agent_slug, a.name as agent_name, e.error ->> 'code' as error_code,
        e.cost_paise::float8 as cost_paise, coalesce(s.refunded_paise, 0)::float8 as refunded_paise, coalesce(s.gross_paise - s.refunded_paise, 0)::float8 as refundable_paise, e.created_at,
        e.started_at, e.finished_at
      from (select e.id from executions e where ${theirs} order by e.created_at desc, e.id desc limit ${limit} offset ${offset}) page
      join executions e on e.id = page.id left join agents a on a.id = e.agent_id left join sales s on s.execution_id = e.id
      order by e.created_at desc, e.id desc`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from (select 1 from executions e where ${theirs} limit ${COUNTED}) counted`.execute(
      db,
    ),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
