/** The SQL of what the engine leaves behind for notices (migration 0053): taken in the transaction that makes notices of it. */

import { sql } from 'kysely'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { errorMessageFor, workflowNameFor } from '#server/areas/runs/executions/visible-steps.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'

export interface Cause {
  kind: 'run_failed' | 'wait_opened' | 'wait_closed' | 'waits_gone'
  execution_id: ExecutionId
  wait_id: string | null
}

export async function hasCauses(db: Queryable): Promise<boolean> {
  const found = await db.selectFrom('notice_causes').select('id').limit(1).execute()
  return found.length > 0
}

/**
 * Takes the oldest out of the table. One process at a time, so that the end of a wait is never seen before its beginning.
 * @returns null while another process does it
 */
export async function takeCauses(tx: Queryable, limit: number): Promise<Cause[] | null> {
  const { rows: lock } = await sql<{
    held: boolean
  }>`select pg_try_advisory_xact_lock(${LOCKS.runNotices}) as held`.execute(tx)
  if (lock[0]?.held !== true) return null
  const { rows } = await sql<Cause>`
    delete from notice_causes where id in (select id from notice_causes order by id limit ${limit})
    returning kind, execution_id, wait_id`.execute(tx)
  return rows
}

const nameOf = sql`coalesce(s.name, a.name, ${workflowNameFor('owner')})`
const joins = sql`left join workflows w on w.id = e.workflow_id left join agents a on a.id = e.agent_id
  left join services s on s.id = e.service_id`

export interface FailureRow {
  owner_id: UserId
  group_key: string
  count: number
  /** The newest of them, with what it says. */
  execution_id: ExecutionId
  name: string | null
  message: string | null
}

/** Failed runs by owner and by what failed: a service, else an agent, else a workflow. */
export async function findFailures(db: Queryable, ids: readonly ExecutionId[]): Promise<FailureRow[]> {
  const { rows } = await sql<FailureRow>`
    select distinct on (owner_id, group_key) owner_id, group_key, execution_id, name, message,
      (count(*) over (partition by owner_id, group_key))::int as count
    from (
      select e.owner_id, e.id as execution_id, ${nameOf} as name, ${errorMessageFor('owner')} as message, e.finished_at,
        'failed:' || coalesce('service:' || e.service_id, 'agent:' || e.agent_id, 'workflow:' || e.workflow_id) as group_key
      from executions e ${joins}
      where e.id = any(${sql.val(ids)}::uuid[]) and e.status = 'failed' and e.owner_id is not null
    ) failed
    order by owner_id, group_key, finished_at desc nulls last, execution_id desc`.execute(db)
  return rows
}

export interface WaitRow {
  id: string
  owner_id: UserId
  execution_id: ExecutionId
  type: 'approval' | 'form' | 'account'
  title: string | null
  name: string | null
  /** The account of the author that is waited for; null where anything else is. */
  credential: string | null
  author_id: UserId | null
}

/** Those of the waits that a person still has to answer. */
export async function findOpenWaits(db: Queryable, ids: readonly string[]): Promise<WaitRow[]> {
  const { rows } = await sql<WaitRow>`
    select x.id, e.owner_id, e.id as execution_id, x.wait ->> 'type' as type, x.wait ->> 'title' as title, ${nameOf} as name,
      x.wait ->> 'credential' as credential, w.owner_id as author_id
    from execution_waits x join executions e on e.id = x.execution_id ${joins}
    where x.id = any(${sql.val(ids)}::uuid[]) and x.resolved_at is null
      and (e.owner_id is not null or x.wait ->> 'credential' is not null)
      and e.status in ('queued', 'running', 'waiting', 'paused')
    order by x.id`.execute(db)
  return rows
}

/** Accounts of authors that nothing waits for any more, of those that these waits were for. */
export async function findAccountsWithoutWaits(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ credential: string }>`
    select distinct x.wait ->> 'credential' as credential from execution_waits x
    where x.id = any(${sql.val(ids)}::uuid[]) and x.wait ->> 'type' = 'account' and x.wait ->> 'credential' is not null
      and not exists (
        select from execution_waits o where o.wait ->> 'type' = 'account' and o.resolved_at is null
          and o.wait ->> 'credential' = x.wait ->> 'credential')`.execute(db)
  return rows.map(({ credential }) => credential)
}

/** The waits of executions, answered or not. */
export async function findWaitsOf(db: Queryable, executions: readonly ExecutionId[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from execution_waits where execution_id = any(${sql.val(executions)}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}
