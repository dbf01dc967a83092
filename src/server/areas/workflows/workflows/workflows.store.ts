/** The SQL of workflows. Every statement on a draft names who asks: a workflow one has no part in is not found. */
import { sql } from 'kysely'
import type { ExecutionId, UserId, WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import type { TriggerType } from '#contract/workflows/triggers.ts'
import type { WorkflowRole } from '#contract/workflows/workflow-members.ts'
import { actsForWorkflows } from '#server/areas/workflows/steps/acting-owner.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { listedOrder, listedWhere, liveTrigger, type Narrowed } from './listing.store.ts'
import { readableBy, roleIn } from './members.store.ts'
import { type Standing, standing } from './workflow-stage.store.ts'

export interface SummaryRow {
  id: WorkflowId
  name: string
  description: string
  revision: number
  nodes: number
  created_at: Date
  updated_at: Date
}

export interface NewestRun {
  id: ExecutionId
  status: ExecutionStatus
  created_at: string
}

export interface ListedRow extends SummaryRow {
  /** The newest alone. */
  runs: NewestRun[]
  published: number | null
  standing: Standing
  /** From left to right. */
  first: { type: string; title: string }[]
  /** Of all steps that are switched on, each type where it first appears. */
  types: string[]
  live_trigger: { type: TriggerType; on: boolean } | null
}

export interface WorkflowRow extends SummaryRow {
  document: unknown
  /** What the reader is to it. */
  role: WorkflowRole
  hook_token: string | null
  hook_test_token: string | null
}

/** What lists show is kept with the row (`outline`): none of them reads a document. */
const summary = sql`w.id, w.name, w.description, w.revision, (w.outline -> 'nodes')::int as nodes, w.created_at,
  w.updated_at`
const full = sql`${summary}, w.document, t.token as hook_token, t.test_token as hook_test_token`
const hook = sql`left join workflow_triggers t on t.workflow_id = w.id and t.type = 'webhook'`

/** The newest runs of the workflow `w` for its reader, newest first. */
export const newestRuns = (reader: UserId, most: number) => sql`
  (select coalesce(jsonb_agg(r), '[]') from (select e.id, e.status, e.created_at from executions e
    where e.workflow_id = w.id and e.owner_id = ${reader} order by e.created_at desc limit ${most}) r)`

/** The number of the version of the workflow `w` that is live. */
export const liveVersion = sql`
  (select v.number from workflow_publications p join workflow_versions v on v.id = p.version_id
    where p.workflow_id = w.id and p.ended_at is null)`

interface ListedQuery extends Narrowed {
  limit: number
  offset: number
}

export async function findWorkflows(
  db: Queryable,
  owner: UserId,
  { limit, offset, ...query }: ListedQuery,
): Promise<{ rows: ListedRow[]; total: number }> {
  const where = listedWhere(owner, query)
  const { rows } = await sql<ListedRow>`
    select ${summary}, ${newestRuns(owner, 1)} as runs, ${liveVersion} as published, ${liveTrigger} as live_trigger,
      ${standing} as standing,
      w.outline -> 'first' as first, w.outline -> 'types' as types
    from workflows w where ${where} order by ${listedOrder(owner, query)} limit ${limit} offset ${offset}`.execute(db)
  // A page that is not full is the last one.
  if (rows.length < limit && (rows.length > 0 || offset === 0)) return { rows, total: offset + rows.length }
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from workflows w where ${where}`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

/** One's own, or one that is shared with the reader. */
export async function findWorkflow(db: Queryable, reader: UserId, id: WorkflowId): Promise<WorkflowRow | null> {
  const { rows } = await sql<WorkflowRow>`
    select ${full}, ${roleIn(reader)} as role from workflows w ${hook}
    where w.id = ${id} and ${readableBy(reader)}`.execute(db)
  return rows[0] ?? null
}

export interface Draft {
  revision: number
  document: unknown
  owner_id: UserId
  role: WorkflowRole
  /** What members may name (`shared-names.ts`); null for what the document names. */
  shared_ids: string[] | null
}

const draftOf = (reader: UserId, id: WorkflowId) => sql`
  select w.revision, w.document, w.owner_id, w.shared_ids, ${roleIn(reader)} as role from workflows w
  where w.id = ${id} and ${readableBy(reader)}`

/** A viewer finds it, too: `role` says so. */
export async function findDraft(db: Queryable, reader: UserId, id: WorkflowId): Promise<Draft | null> {
  const { rows } = await sql<Draft>`${draftOf(reader, id)}`.execute(db)
  return rows[0] ?? null
}

/** The same, locked until the transaction ends, so that one edit at a time is stored. */
export async function lockWorkflow(db: Queryable, reader: UserId, id: WorkflowId): Promise<Draft | null> {
  const { rows } = await sql<Draft>`${draftOf(reader, id)} for update of w`.execute(db)
  return rows[0] ?? null
}

/** Makes it unless the owner has `limit` already. @returns null at the limit */
export async function insertWorkflow(
  db: Queryable,
  { owner, name, description, document }: { owner: UserId; name: string; description: string; document: string },
  limit: number,
): Promise<WorkflowId | null> {
  const { rows } = await sql<{ id: WorkflowId }>`
    insert into workflows (owner_id, name, description, document)
    select ${owner}::uuid, ${name}, ${description}, ${document}::jsonb
    where (select count(*) from workflows where owner_id = ${owner} and archived_at is null) < ${limit}
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

export async function updateWorkflow(
  db: Queryable,
  id: WorkflowId,
  changes: {
    name?: string | undefined
    description?: string | undefined
    edited?: { document: string; shared_ids: readonly string[] | null }
    revision: number
  },
): Promise<void> {
  const { edited } = changes
  await sql`
    update workflows set name = coalesce(${changes.name ?? null}, name),
      description = coalesce(${changes.description ?? null}, description),
      document = coalesce(${edited?.document ?? null}::jsonb, document),
      shared_ids = case when ${edited !== undefined} then ${edited?.shared_ids ?? null}::uuid[] else shared_ids end,
      revision = ${changes.revision}, updated_at = now() where id = ${id}`.execute(db)
}

export interface EditRow {
  revision: number
  operation: unknown
  inverse: unknown
  /** What the editor says of it; absent for what others send. */
  edit_id?: string | null
  step_id?: string | null
  label?: string
  undoes?: string | null
}

export async function insertOperations(
  db: Queryable,
  { workflow, author, edits }: { workflow: WorkflowId; author: UserId; edits: readonly EditRow[] },
): Promise<void> {
  await sql`
    insert into workflow_operations (workflow_id, revision, operation, inverse, author_id, edit_id, step_id, undoes, label)
    select ${workflow}::uuid, e.revision, e.operation, e.inverse, ${author}::uuid, e.edit_id, e.step_id, e.undoes,
      coalesce(e.label, '')
    from jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as e (
      revision int, operation jsonb, inverse jsonb, edit_id text, step_id text, undoes text, label text)`.execute(db)
}

/** Whether everything in the draft is its owner's own: each revision is one edit, and edits of a deleted account are gone. */
export async function isOwnersDraft(db: Queryable, workflow: WorkflowId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from workflows w where w.id = ${workflow} and w.revision <= (
      select count(*) from workflow_operations o where o.workflow_id = w.id and o.author_id = w.owner_id)`.execute(db)
  return rows.length === 1
}

export interface KeptVersion {
  workflow: WorkflowId
  author: UserId
  document: string
  hash: string
  /** Not run in earnest: nothing takes it for the newest version. */
  trial: boolean
}

/** The version with this content, made if there is none yet. The workflow's row must be locked. */
export async function ensureVersion(
  db: Queryable,
  { workflow, author, document, hash, trial }: KeptVersion,
): Promise<WorkflowVersionId> {
  const { rows } = await sql<{ id: WorkflowVersionId }>`
    with numbers as (
      select greatest(max(number), 0) + 1 as next, least(min(number), 0) - 1 as trial
      from workflow_versions where workflow_id = ${workflow}
    ), made as (
      insert into workflow_versions (workflow_id, number, document, content_hash, created_by, trial, by_member)
      select ${workflow}::uuid, case when ${trial} then numbers.trial else numbers.next end,
        ${document}::jsonb, ${hash}, ${author}::uuid, ${trial}, ${author}::uuid <> w.owner_id
      from numbers join workflows w on w.id = ${workflow}
      where not exists (select 1 from workflow_versions where workflow_id = ${workflow} and content_hash = ${hash})
      returning id
    ), run_in_earnest as (
      update workflow_versions v set trial = false, by_member = v.by_member and w.owner_id <> ${author}::uuid,
        number = case when v.number < 0 then (select next from numbers) else v.number end
      from workflows w
      where v.workflow_id = ${workflow} and w.id = ${workflow} and v.content_hash = ${hash} and not ${trial}
        and (v.trial or (v.by_member and w.owner_id = ${author}::uuid))
    )
    select id from made union all
    select id from workflow_versions where workflow_id = ${workflow} and content_hash = ${hash} limit 1`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The version was neither found nor created')
  return row.id
}

export interface HookRow {
  trigger_id: string
  workflow_id: WorkflowId
  owner_id: UserId
  config: unknown
  /** What runs in earnest: the published version, the newest one where none ever was; null before the first. */
  version_id: WorkflowVersionId | null
  /** Ids of the steps that answer in their own words, in that version and in the draft. */
  responders: string[]
  draft_responders: string[]
}

const respondersOf = (document: 'w' | 'v') => sql`(select coalesce(jsonb_agg(n -> 'id'), '[]')
  from jsonb_array_elements(${sql.ref(`${document}.document`)} -> 'nodes') n where n ->> 'type' = 'respond')`

/** The workflow behind an address; none when its owner may not run workflows any more. @param column which of its two addresses */
export async function findHook(db: Queryable, column: 'token' | 'test_token', token: string): Promise<HookRow | null> {
  const isTest = column === 'test_token'
  const { rows } = await sql<HookRow>`
    select t.id as trigger_id, t.workflow_id, w.owner_id, v.id as version_id, ${isTest ? sql`coalesce(t.draft_config, t.config)` : sql`t.config`} as config,
      ${respondersOf('v')} as responders, ${respondersOf('w')} as draft_responders
    from workflow_triggers t join workflows w on w.id = t.workflow_id and w.archived_at is null
    left join workflow_versions v on v.id = production_version(w.id)
    join users u on u.id = w.owner_id and ${actsForWorkflows}
    where t.type = 'webhook' and ${isTest ? sql`t.draft_enabled` : sql`t.enabled`} and t.paused_at is null and ${sql.ref(`t.${column}`)} = ${token}`.execute(
    db,
  )
  return rows[0] ?? null
}
