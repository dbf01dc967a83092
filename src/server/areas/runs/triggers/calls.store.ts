/** The SQL of calls: what came to the addresses of a workflow. */
import { sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** So many are kept of a trigger. */
const KEPT = 20

export interface NewCall {
  trigger: string
  test: boolean
  method: string
  status: number | null
  code: string | null
  /** JSON; null for a refused one. */
  request: string | null
}

/** @returns its id */
export async function insertCall(db: Queryable, call: NewCall): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into trigger_calls (trigger_id, test, method, status, code, request)
      values (${call.trigger}, ${call.test}, ${call.method}, ${call.status}, ${call.code}, ${call.request}::json)
      returning id
    ), old as (
      delete from trigger_calls where id in (
        select id from trigger_calls where trigger_id = ${call.trigger} order by created_at desc offset ${KEPT - 1}
      )
    )
    select id from made`.execute(db)
  return rows[0]?.id ?? ''
}

export async function answerCall(
  db: Queryable,
  id: string,
  { status, code, execution_id }: { status: number; code: string | null; execution_id: string | null },
): Promise<void> {
  await sql`update trigger_calls set status = ${status}, code = ${code}, execution_id = ${execution_id} where id = ${id}`.execute(
    db,
  )
}

export interface CallRow {
  id: string
  type: string
  test: boolean
  method: string | null
  status: number | null
  code: string | null
  execution_id: string | null
  run_status: string | null
  request: unknown
  created_at: Date
}

/** The newest of a workflow: what was noted, and the runs its triggers started. */
export async function findCalls(db: Queryable, owner: UserId, workflow: WorkflowId, limit: number): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select * from (
      select c.id, t.type, c.test, c.method, c.status, c.code, c.execution_id, e.status as run_status, c.request, c.created_at
      from trigger_calls c join workflow_triggers t on t.id = c.trigger_id
      left join executions e on e.id = c.execution_id and e.owner_id = ${owner}
      where t.workflow_id = ${workflow}
      union all
      (select e.id, e.trigger, false, null, null, null, e.id, e.status, null, e.created_at
      from executions e
      where e.workflow_id = ${workflow} and e.owner_id = ${owner} and e.parent_id is null
        and e.trigger in ('webhook', 'schedule', 'form', 'chat', 'email', 'error', 'table')
        and not exists (select 1 from trigger_calls c where c.execution_id = e.id)
      order by e.created_at desc limit ${limit})
    ) found order by created_at desc limit ${limit}`.execute(db)
  return rows
}
