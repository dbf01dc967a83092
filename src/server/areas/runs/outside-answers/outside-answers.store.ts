/** The SQL of approvals that are shown and answered outside of the product. */
import { sql } from 'kysely'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { nameIn } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface AskedRow {
  wait_id: string
  execution_id: ExecutionId
  owner_id: UserId | null
  /** The agent or workflow that asks. */
  asked_by: string | null
  /** Null where the run is a person’s own. */
  workspace: string | null
  /** The beginning of addresses in its workspace. */
  within: string
  is_over: boolean
  is_answered: boolean
  approved: boolean | null
  /** Who answered, by their account or by the name that a link was made for. */
  answered_by: UserId | null
  answered_by_name: string | null
}

export async function findAsked(db: Queryable, wait: string): Promise<AskedRow | null> {
  const { rows } = await sql<AskedRow>`
    select x.id as wait_id, x.execution_id, e.owner_id, coalesce(a.name, f.name) as asked_by,
      case when w.id is not null then o.display_name end as workspace, coalesce('/w/' || w.slug, '') as within,
      e.status not in ('queued', 'running', 'waiting', 'paused') or coalesce(x.until <= now(), false) as is_over,
      x.resolved_at is not null and x.resolution ->> 'type' = 'approval' as is_answered,
      (x.resolution ->> 'approved')::boolean as approved, x.resolved_by as answered_by,
      coalesce(${nameIn('p', sql`e.owner_id`)}, x.resolution ->> 'by') as answered_by_name
    from execution_waits x join executions e on e.id = x.execution_id left join users o on o.id = e.owner_id
      left join workspaces w on w.id = e.owner_id left join agents a on a.id = e.agent_id
      left join workflows f on f.id = e.workflow_id left join users p on p.id = x.resolved_by
    where x.id = ${wait} and x.wait ->> 'type' = 'approval'`.execute(db)
  return rows[0] ?? null
}
