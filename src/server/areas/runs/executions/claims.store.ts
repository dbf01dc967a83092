/** The SQL of moving a visitor's run into an account. */
import { sql } from 'kysely'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { OwnerRow } from './executions.store.ts'

export type VisitorRow = Pick<OwnerRow, 'id' | 'status' | 'owner_id' | 'visitor_key' | 'run_token_hash' | 'of_bench'>

/** Locked until the transaction ends, so that of two claims one finds it taken. Null also for a run whose content was deleted after its time. */
export async function lockVisitorRun(tx: Queryable, id: ExecutionId): Promise<VisitorRow | null> {
  const { rows } = await sql<VisitorRow>`
    select e.id, e.status, e.owner_id, e.visitor_key, e.run_token_hash, false as of_bench
    from executions e where e.id = ${id} and e.parent_id is null and e.payload_removed_at is null for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Moves the run, the runs it started and their files, and ends its token. */
export async function moveRun(tx: Queryable, { id, visitor_key }: VisitorRow, to: UserId): Promise<void> {
  await sql`
    with recursive down as (
      select id, input::text as input from executions where id = ${id}
      union all
      select e.id, e.input::text from down join executions e on e.parent_id = down.id
    ),
    moved as (
      update files f set owner_id = ${to}, visitor_key = null, expires_at = null
      where f.visitor_key = ${visitor_key} and (f.expires_at is null or f.expires_at > now())
        and (f.execution_id in (select d.id from down d) or exists (select from down d where strpos(d.input, f.id::text) > 0))
      returning f.bytes
    ),
    counted as (
      insert into storage_used as s (user_id, bytes) select ${to}::uuid, sum(bytes) from moved having count(*) > 0
      on conflict (user_id) do update set bytes = s.bytes + excluded.bytes
    )
    update executions e set owner_id = ${to}, visitor_key = null, run_token_hash = null
    from down d where e.id = d.id`.execute(tx)
}

/** What a visitor decided about the findings of the run, they decided as this person. */
export async function nameDecisions(
  tx: Queryable,
  id: ExecutionId,
  { to, person }: { to: UserId; person: UserId },
): Promise<void> {
  await sql`update run_reviews set owner_id = ${to} where execution_id = ${id}`.execute(tx)
  await sql`
    update run_decisions set person_id = ${person} where execution_id = ${id} and person_id is null`.execute(tx)
}
