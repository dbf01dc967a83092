/** The SQL of triggers as their owner and their addresses see them. */
import { sql } from 'kysely'
import type { UserId, WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { TriggerType } from '#contract/workflows/triggers.ts'
import { actsForWorkflows, stepsOpenTo } from '#server/areas/workflows/workflows.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface TriggerRow {
  id: string
  type: TriggerType
  token: string | null
  test_token: string | null
  /** What runs. */
  config: unknown
  enabled: boolean
  draft_config: unknown
  draft_enabled: boolean
  paused_at: Date | null
}

/** @returns null for a foreign or archived workflow */
export async function findTriggers(db: Queryable, owner: UserId, workflow: WorkflowId): Promise<TriggerRow[] | null> {
  const { rows } = await sql<TriggerRow & { id: string | null }>`
    select t.id, t.type, t.token, t.test_token, t.config, t.enabled, t.draft_config,
      coalesce(t.draft_enabled, false) as draft_enabled, t.paused_at
    from workflows w left join workflow_triggers t on t.workflow_id = w.id
    where w.id = ${workflow} and w.owner_id = ${owner} and w.archived_at is null order by t.enabled desc, t.created_at`.execute(
    db,
  )
  return rows.length === 0 ? null : rows.filter((row) => row.id !== null)
}

/**
 * A schedule that continues runs as its policy of missed times says: its next time is kept. @returns whether there is
 * one
 */
export async function setPaused(
  db: Queryable,
  owner: UserId,
  { workflow, type, paused }: { workflow: WorkflowId; type: TriggerType; paused: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update workflow_triggers t set paused_at = ${paused ? sql`coalesce(t.paused_at, now())` : sql`null`}
    from workflows w where w.id = t.workflow_id and w.id = ${workflow} and w.owner_id = ${owner} and w.archived_at is null
      and t.type = ${type} and (t.enabled or t.draft_enabled)`.execute(db)
  return numAffectedRows === 1n
}

export interface AddressRow {
  trigger_id: string
  workflow_id: WorkflowId
  owner_id: UserId
  config: unknown
  version_id: WorkflowVersionId | null
}

const address = sql`t.id as trigger_id, t.workflow_id, w.owner_id, t.config, production_version(w.id) as version_id
    from workflow_triggers t join workflows w on w.id = t.workflow_id and w.archived_at is null
    join users u on u.id = w.owner_id and ${actsForWorkflows}`

/** The workflow behind the address of a form, a chat or a mailbox; none when its owner may not run workflows any more. */
export async function findAddress(db: Queryable, type: TriggerType, token: string): Promise<AddressRow | null> {
  const { rows } = await sql<AddressRow>`
    select ${address} where t.type = ${type} and t.enabled and t.paused_at is null and t.token = ${token}`.execute(db)
  return rows[0] ?? null
}

/** The same by its workflow. */
export async function findAddressOf(
  db: Queryable,
  type: TriggerType,
  workflow: WorkflowId,
): Promise<AddressRow | null> {
  const { rows } = await sql<AddressRow>`
    select ${address} where t.type = ${type} and t.enabled and t.paused_at is null and t.workflow_id = ${workflow}`.execute(
    db,
  )
  return rows[0] ?? null
}

export interface FailureRow {
  execution_id: string
  workflow_id: WorkflowId
  /** What its owner calls it: the name of the agent where they may not look into the workflow. */
  workflow_name: string
  error: unknown
  /** Whether the owner of the run may look into its steps. */
  steps_open: boolean
  finished_at: Date | null
  trigger_workflow_id: WorkflowId
  owner_id: UserId
  config: unknown
  version_id: WorkflowVersionId | null
}

/**
 * Takes failures for a minute, each once however many processes look: the oldest of each owner, then the second oldest of each, and so on.
 * Looks from owner to owner, not at all that wait.
 */
export async function takeFailures(db: Queryable, limit: number): Promise<string[]> {
  const isFree = sql`(f.taken_at is null or f.taken_at < now() - interval '1 minute')`
  const { rows } = await sql<{ execution_id: string }>`
    with recursive owners as (
      (select f.owner_id from failures f order by f.owner_id limit 1)
      union all
      select (select f.owner_id from failures f where f.owner_id > o.owner_id order by f.owner_id limit 1)
      from owners o where o.owner_id is not null
    ), line as (
      select x.* from owners o cross join lateral (
        select f.execution_id, f.created_at, row_number() over (order by f.created_at, f.execution_id) as place
        from failures f where f.owner_id = o.owner_id and ${isFree} order by f.created_at, f.execution_id limit ${limit}) x
      order by x.place, x.created_at, x.execution_id limit ${limit}
    ), taken as (
      update failures set taken_at = now() where execution_id in (
        select f.execution_id from failures f
        where f.execution_id in (select execution_id from line) and ${isFree} for update skip locked
      ) returning execution_id
    )
    select execution_id from line join taken using (execution_id) order by place, created_at, execution_id`.execute(db)
  return rows.map(({ execution_id }) => execution_id)
}

export async function removeFailure(db: Queryable, execution: string): Promise<void> {
  await sql`delete from failures where execution_id = ${execution}`.execute(db)
}

/** A failure with every workflow of the same owner that may want to know; none while that owner may not run workflows. */
export async function findFailureListeners(db: Queryable, execution: string): Promise<FailureRow[]> {
  const { rows } = await sql<FailureRow>`
    select e.id as execution_id, e.workflow_id, case when open.steps then f.name else coalesce(a.name, 'A workflow') end as workflow_name,
      e.error, open.steps as steps_open, e.finished_at, t.workflow_id as trigger_workflow_id, w.owner_id, t.config,
      production_version(w.id) as version_id
    from executions e join workflows f on f.id = e.workflow_id left join agents a on a.id = e.agent_id
    cross join lateral (select ${stepsOpenTo('owner')} as steps) open
    join users u on u.id = e.owner_id and ${actsForWorkflows}
    join workflows w on w.owner_id = e.owner_id and w.archived_at is null and w.id <> e.workflow_id
    join workflow_triggers t on t.workflow_id = w.id and t.type = 'error' and t.enabled and t.paused_at is null
    where e.id = ${execution}`.execute(db)
  return rows
}
