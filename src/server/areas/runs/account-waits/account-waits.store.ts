/** The SQL of steps that wait until an account is connected again. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

/**
 * Waits that may end: the account is ready again, or it is gone and the step can only say so. Where a buyer lent another account meanwhile,
 * that one counts.
 */
export async function findEndedAccountWaits(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from execution_waits w join executions e on e.id = w.execution_id
    left join lent_accounts l on l.user_id = e.owner_id and l.agent_id = e.agent_id and l.slot = w.wait ->> 'slot'
    where w.wait ->> 'type' = 'account' and w.resolved_at is null
      and e.status in ('queued', 'running', 'waiting', 'paused')
      and not exists (
        select from credentials c where c.status <> 'ready'
          and c.id = coalesce(l.credential_id, (w.wait ->> 'credential')::uuid))
    order by w.created_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
