/** The SQL of changes of rows that workflows wait for: each is written down in the statement that makes it. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { DataTableId } from '#contract/workflows/data-tables.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Cells } from './cells.ts'

/** A run that changes rows. */
export interface ChangingRun {
  execution: string
  /** The version of the workflow that runs. */
  version: string
}

/** What waits for changes of a table, and the workflows whose runs led to this one. Null: nothing waits. */
export type Noting = { triggers: string[]; tests: boolean[]; chain: WorkflowId[] } | null

/** A longer chain of workflows that start each other starts no further one. */
const LONGEST_CHAIN = 10

/** The workflow that runs, those that called it, and those whose changes started any of them. */
async function findChain(db: Queryable, { execution, version }: ChangingRun): Promise<WorkflowId[]> {
  const { rows } = await sql<{ id: WorkflowId }>`
    with recursive up as (
      select e.id, e.workflow_id, e.parent_id from executions e where e.id = ${execution}
      union all
      select p.id, p.workflow_id, p.parent_id from up join executions p on p.id = up.parent_id
    )
    select workflow_id as id from up
    union select workflow_id from workflow_versions where id = ${version}
    union select unnest(r.chain) from table_trigger_runs r where r.execution_id = ${execution} or r.execution_id in (select id from up)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

interface Listener {
  trigger_id: string
  workflow_id: WorkflowId
  owner_id: UserId
  test: boolean
}

/** Published workflows, and drafts that are tried with the next change, of people who may read the table. */
async function findListeners(db: Queryable, table: DataTableId, owner: UserId): Promise<Listener[]> {
  const { rows } = await sql<Listener>`
    select t.id as trigger_id, t.workflow_id, w.owner_id, t.test from (
      select id, workflow_id, false as test from workflow_triggers
      where type = 'table' and enabled and paused_at is null and config ->> 'table_id' = ${table}::text
      union all
      select id, workflow_id, true from workflow_triggers
      where type = 'table' and listens_until is not null and listens_until > now() and draft_enabled
        and draft_config ->> 'table_id' = ${table}::text
    ) t join workflows w on w.id = t.workflow_id and w.archived_at is null
    where w.owner_id = ${owner} or exists (
      select from data_table_shares s join users u on u.email = s.email where s.table_id = ${table} and u.id = w.owner_id)`.execute(
    db,
  )
  return rows
}

/** To be asked under the lock of the table. A workflow hears of nothing that its own runs led to. */
export async function findNoting(
  tx: Queryable,
  { id, owner_id }: { id: DataTableId; owner_id: UserId },
  run: ChangingRun | null,
): Promise<Noting> {
  const found = await findListeners(tx, id, owner_id)
  if (found.length === 0) return null
  const chain = run === null ? [] : await findChain(tx, run)
  if (chain.length >= LONGEST_CHAIN) return null
  const listeners = found.filter(({ workflow_id }) => !chain.includes(workflow_id))
  if (listeners.length === 0) return null
  const triggers = listeners.map(({ trigger_id }) => trigger_id)
  const owners = listeners.map((one) => one.owner_id)
  await sql`
    insert into table_triggers (trigger_id, owner_id)
    select distinct * from unnest(${sql.val(triggers)}::uuid[], ${sql.val(owners)}::uuid[]) on conflict (trigger_id) do nothing`.execute(
    tx,
  )
  return { triggers, tests: listeners.map(({ test }) => test), chain }
}

/** @param changes `row_id`, `change`, `cells`, `before` and `position` of rows that the statement has changed */
export const noted = (noting: Noting, table: DataTableId, changes: RawBuilder<unknown>): RawBuilder<unknown> =>
  noting === null
    ? sql``
    : sql`, noted as (
      insert into table_changes (trigger_id, table_id, row_id, change, cells, before, chain, test)
      select l.trigger_id, ${table}::uuid, c.row_id, c.change, c.cells, c.before, ${sql.val(noting.chain)}::uuid[], l.test
      from (${changes}) c
      cross join unnest(${sql.val(noting.triggers)}::uuid[], ${sql.val(noting.tests)}::boolean[]) as l (trigger_id, test)
      order by c.position)`

export interface ChangeRow {
  id: string
  row_id: string
  change: 'added' | 'changed' | 'deleted'
  cells: Cells
  before: Cells | null
  chain: WorkflowId[]
  at: Date
  matches: boolean
}

/** The oldest of those that wait. @param where a filter of rows, for the row as it is after the change */
export async function findChanges(
  db: Queryable,
  { trigger, table, test }: { trigger: string; table: DataTableId; test: boolean },
  where: RawBuilder<boolean>,
  limit: number,
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select r.id::text, r.row_id, r.change, r.cells, r.before, r.chain, r.at, ${where} as matches
    from table_changes r where r.trigger_id = ${trigger} and r.table_id = ${table} and r.test = ${test}
    order by r.id limit ${limit}`.execute(db)
  return rows
}
