/** The SQL of what went wrong for good: items that started nothing, and subscriptions that could not be ended at their service. */
import { sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { Watched } from '#server/areas/connectors/connectors.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** A subscription that is left at its service is shown for so long. */
const SHOWN_DAYS = 30
const MOST_SHOWN = 10

/** Gives up ending it at the service. It receives nothing any more, and its secret is gone. @returns false when it was already */
export async function leaveSubscription(tx: Queryable, id: string, why: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update app_triggers set left_at = now(), error = ${why}, taken_until = null, key_id = null, wrapped_key = null, sealed = null
    where id = ${id} and state = 'ending' and left_at is null`.execute(tx)
  return numAffectedRows === 1n
}

export interface NotEndedRow {
  watched: Watched
  token: string
  reason: string
  at: Date
}

/** Subscriptions of a workflow that its services may still have, the newest first. */
export async function findNotEnded(db: Queryable, owner: UserId, workflow: WorkflowId): Promise<NotEndedRow[]> {
  const { rows } = await sql<NotEndedRow>`
    select a.watched, a.token, coalesce(a.error, '') as reason, a.left_at as at
    from app_triggers a join workflow_triggers t on t.id = a.trigger_id
    where t.workflow_id = ${workflow} and a.owner_id = ${owner} and a.left_at is not null
    order by a.left_at desc limit ${MOST_SHOWN}`.execute(db)
  return rows
}

export interface NotStartedRow {
  reason: string
  count: number
  at: Date
}

/** Items of the last days that started no run, by reason, the newest first. */
export async function findNotStarted(db: Queryable, owner: UserId, workflow: WorkflowId): Promise<NotStartedRow[]> {
  const { rows } = await sql<NotStartedRow>`
    select i.error as reason, count(*)::int as count, max(i.done_at) as at
    from app_trigger_items i join app_triggers a on a.id = i.app_trigger_id join workflow_triggers t on t.id = a.trigger_id
    where t.workflow_id = ${workflow} and a.owner_id = ${owner}
      and i.done_at is not null and i.execution_id is null and i.error is not null
    group by i.error order by at desc limit ${MOST_SHOWN}`.execute(db)
  return rows
}

/** @returns how many were removed */
export async function forgetLeft(db: Queryable, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from app_triggers where id in (
      select a.id from app_triggers a where a.left_at < now() - make_interval(days => ${SHOWN_DAYS})
        and not exists (select from app_trigger_items i where i.app_trigger_id = a.id and i.done_at is null) limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
