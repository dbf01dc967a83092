/** What is asked before an account is deleted: what would go, and what still runs; and afterwards: what began meanwhile. */
import { sql } from 'kysely'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { isDeleted } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { agentsUsedByOthers, holdsContents, unusedAgents } from './erase.store.ts'
import type { Person } from './person.ts'

export async function findOpenRuns(db: Queryable, { id }: Person): Promise<ExecutionId[]> {
  const { rows } = await sql<{ id: ExecutionId }>`
    select id from executions where owner_id = ${id} and status in ('queued', 'running', 'waiting', 'paused')`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/**
 * Accounts deleted in the last day that have runs again: a request that was admitted before the deletion may have started one during it.
 * A run is written within an hour of its start, or is still under way.
 * @param user that one alone; all of them when absent
 */
export async function findUnfinished(db: Queryable, user?: UserId): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select u.id from users u
    where ${isDeleted} and u.updated_at > now() - interval '1 day' ${user ? sql`and u.id = ${user}` : sql``} and exists (
      select from executions e where e.owner_id = u.id and (e.status in ('queued', 'running', 'waiting', 'paused')
        or greatest(e.created_at, e.finished_at) > u.updated_at - interval '1 hour' and (e.agent_id is null or ${holdsContents}
          or exists (select from journal j where j.execution_id = e.id)))
      union all select from charges c where c.buyer_id = u.id and c.kind = 'trial' and c.trial_key <> 'deleted'
        and c.status in ('settled', 'released'))
    order by u.updated_at limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

export interface Counts {
  workflows: number
  services: number
  runs: number
  open_runs: number
  files: number
  api_keys: number
  agents_kept: number
  agents_removed: number
}

export async function countAll(db: Queryable, id: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from workflows where owner_id = ${id} and archived_at is null) as workflows,
      (select count(*)::int from services where owner_id = ${id}) as services,
      (select count(*)::int from executions where owner_id = ${id} and parent_id is null) as runs,
      (select count(*)::int from executions where owner_id = ${id} and parent_id is null
        and status in ('queued', 'running', 'waiting', 'paused')) as open_runs,
      (select count(*)::int from files where owner_id = ${id}) as files,
      (select count(*)::int from api_keys where owner_id = ${id}) as api_keys,
      (select count(*)::int from (${agentsUsedByOthers(id)}) a) as agents_kept,
      (select count(*)::int from (${unusedAgents(id)}) a) as agents_removed`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('The count query returned no row')
  return counts
}
