/** The SQL of changes of data tables that wait for their workflow. They are written down where rows change. */
import { sql } from 'kysely'
import type { UserId, WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import { actsForWorkflows } from '#server/areas/workflows/workflows.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface TurnRow {
  trigger_id: string
  owner_id: UserId
  workflow_id: WorkflowId
  workflow_name: string
  config: unknown
  draft_config: unknown
  /** What runs; null where nothing is published. */
  version_id: WorkflowVersionId | null
  attempts: number
  /** Whether changes start the published workflow. */
  starts: boolean
  /** Whether a change is waited for that tries the draft. */
  listens: boolean
}

/**
 * Takes the trigger whose owner, and which itself, was served longest ago; for a minute, so that one process at a time starts what waits
 * for it.
 */
export async function takeTurn(db: Queryable): Promise<TurnRow | null> {
  const { rows } = await sql<TurnRow>`
    with due as materialized (
      select q.trigger_id, q.served_at, max(q.served_at) over (partition by q.owner_id) as owner_served_at
      from table_triggers q join workflow_triggers t on t.id = q.trigger_id join users u on u.id = q.owner_id
      where q.next_at <= now() and (q.taken_until is null or q.taken_until < now()) and t.paused_at is null and ${actsForWorkflows}
        and exists (select from table_changes c where c.trigger_id = q.trigger_id)
    ), one as (
      select q.trigger_id from table_triggers q join due d on d.trigger_id = q.trigger_id
      where q.taken_until is null or q.taken_until < now()
      order by d.owner_served_at nulls first, d.served_at nulls first limit 1 for update of q skip locked
    ), taken as (
      update table_triggers q set taken_until = now() + interval '1 minute', served_at = now()
      from one where q.trigger_id = one.trigger_id returning q.*
    )
    select q.trigger_id, q.owner_id, t.workflow_id, w.name as workflow_name, t.config, t.draft_config, q.attempts,
      production_version(w.id) as version_id,
      t.enabled and w.archived_at is null and w.owner_id = q.owner_id as starts,
      t.draft_enabled and coalesce(t.listens_until > now(), false) and w.archived_at is null and w.owner_id = q.owner_id as listens
    from taken q join workflow_triggers t on t.id = q.trigger_id join workflows w on w.id = t.workflow_id`.execute(db)
  return rows[0] ?? null
}

/** Runs that changes have started and that a worker has, or will take. What waits for a person or a time is none. */
export async function countUnderWay(db: Queryable, trigger: string): Promise<number> {
  const { rows } = await sql<{ under_way: number }>`
    select count(*)::int as under_way from table_trigger_runs r join executions e on e.id = r.execution_id
    where r.trigger_id = ${trigger} and e.status in ('queued', 'running')`.execute(db)
  return rows[0]?.under_way ?? 0
}

export interface NewRun {
  execution_id: string
  trigger_id: string
  /** The workflows whose runs led to it. */
  chain: readonly WorkflowId[]
  /** The last change that belongs to it. */
  upto: string
}

/** Before it is started, so that what it changes is known as its own. @returns the last change of it, as it was stored first */
export async function keepRun(db: Queryable, { execution_id, trigger_id, chain, upto }: NewRun): Promise<string> {
  const { rows } = await sql<{ upto: string }>`
    insert into table_trigger_runs as r (execution_id, trigger_id, chain, upto)
    values (${execution_id}, ${trigger_id}, ${sql.val([...chain])}::uuid[], ${upto}::bigint)
    on conflict (execution_id) do update set upto = r.upto returning upto::text`.execute(db)
  return rows[0]?.upto ?? upto
}

/** @param upto the last one; null for all of them */
export async function removeChanges(
  db: Queryable,
  { trigger, test, upto }: { trigger: string; test: boolean; upto: string | null },
): Promise<void> {
  await sql`
    delete from table_changes where trigger_id = ${trigger} and test = ${test}
      and (${upto}::bigint is null or id <= ${upto}::bigint)`.execute(db)
}

export interface TurnEnd {
  in_s: number
  /** Why the oldest change could not start a run; null where it could. */
  error: string | null
}

export async function endTurn(db: Queryable, trigger: string, { in_s, error }: TurnEnd): Promise<void> {
  await sql`
    update table_triggers set taken_until = null, next_at = now() + make_interval(secs => ${in_s}), error = ${error},
      attempts = case when ${error === null} then 0 else attempts + 1 end
    where trigger_id = ${trigger}`.execute(db)
}

/** The draft has been tried. @param run null where it could not be started, for the reason `code` */
export async function noteTest(
  tx: Queryable,
  trigger: string,
  { run, code }: { run: string | null; code: string | null },
): Promise<void> {
  await sql`
    with heard as (update workflow_triggers set listens_until = null where id = ${trigger}),
      gone as (delete from table_changes where trigger_id = ${trigger} and test)
    insert into trigger_calls (trigger_id, test, code, execution_id) values (${trigger}, true, ${code}, ${run}::uuid)`.execute(
    tx,
  )
}

/** Removes what waits for a workflow that has another trigger by now, and runs that change nothing any more. */
export async function tidy(db: Queryable): Promise<void> {
  await sql`
    with unwanted as (
      delete from table_changes c using workflow_triggers t join workflows w on w.id = t.workflow_id
      where t.id = c.trigger_id and (w.archived_at is not null
        or case when c.test then not t.draft_enabled or coalesce(t.listens_until < now(), true) else not t.enabled end)
    )
    delete from table_trigger_runs r where r.created_at < now() - interval '1 day'
      and not exists (select from executions e where e.id = r.execution_id and e.finished_at is null)`.execute(db)
}

/** What the owner of a workflow sees of it. */
export async function findWaiting(
  db: Queryable,
  workflow: WorkflowId,
): Promise<{ waiting: number; waiting_reason: string | null }> {
  const { rows } = await sql<{ waiting: number; waiting_reason: string | null }>`
    select (select count(*)::int from table_changes c where c.trigger_id = q.trigger_id and not c.test) as waiting,
      q.error as waiting_reason
    from table_triggers q join workflow_triggers t on t.id = q.trigger_id
    where t.workflow_id = ${workflow} and t.type = 'table'`.execute(db)
  return rows[0] ?? { waiting: 0, waiting_reason: null }
}

/** The draft is tried with the next change until then. @returns null where the draft has no such trigger */
export async function setListening(
  db: Queryable,
  owner: UserId,
  { workflow, for_s }: { workflow: WorkflowId; for_s: number | null },
): Promise<{ until: Date | null } | null> {
  const { rows } = await sql<{ until: Date | null }>`
    update workflow_triggers t set listens_until = now() + make_interval(secs => ${for_s}::float8) from workflows w
    where w.id = t.workflow_id and w.id = ${workflow} and w.owner_id = ${owner} and w.archived_at is null
      and t.type = 'table' and t.draft_enabled returning t.listens_until as until`.execute(db)
  return rows[0] ?? null
}
