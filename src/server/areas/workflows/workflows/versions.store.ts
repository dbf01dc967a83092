/** SQL of versions and publications. The caller was checked to have access to the workflow. */
import { sql } from 'kysely'
import type { UserId, WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { TriggerType } from '#contract/workflows/triggers.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { liveTrigger } from './listing.store.ts'
import { type Standing, standing } from './workflow-stage.store.ts'

export interface VersionRow {
  id: WorkflowVersionId
  number: number
  name: string | null
  notes: string | null
  nodes: number
  created_at: Date
  created_by: string | null
  published_at: Date | null
  published_by: string | null
  is_live: boolean
  /** It was run in earnest or published. */
  has_run: boolean
  checkpoint: string | null
  checkpoint_at: Date | null
  checkpoint_by: string | null
}

const columns = sql`v.id, v.number, p.name, p.notes, jsonb_array_length(v.document -> 'nodes') as nodes, v.created_at,
  c.display_name as created_by, p.published_at, b.display_name as published_by, coalesce(p.ended_at is null and p.id is not null, false) as is_live,
  not v.trial as has_run, k.name as checkpoint, k.created_at as checkpoint_at, d.display_name as checkpoint_by`
// A version counts as what it was published as last; the publication that runs comes before every other one.
const joins = sql`left join lateral (
    select * from workflow_publications where version_id = v.id order by ended_at is null desc, published_at desc, id desc limit 1
  ) p on true left join users c on c.id = v.created_by left join users b on b.id = p.published_by
  left join lateral (select * from workflow_checkpoints where version_id = v.id order by created_at desc, id desc limit 1) k on true
  left join users d on d.id = k.created_by`
/** Not those that only tests of a part have run. */
const isKept = sql`(not v.trial or exists (select from workflow_checkpoints x where x.version_id = v.id))`

/** Newest first. */
export async function findVersions(
  db: Queryable,
  workflow: WorkflowId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: VersionRow[]; total: number }> {
  const [page, counted] = await Promise.all([
    sql<VersionRow>`select ${columns} from workflow_versions v ${joins} where v.workflow_id = ${workflow} and ${isKept}
      order by v.number desc limit ${limit} offset ${offset}`.execute(db),
    sql<{
      count: number
    }>`select count(*)::int as count from workflow_versions v where v.workflow_id = ${workflow} and ${isKept}`.execute(
      db,
    ),
  ])
  return { rows: page.rows, total: counted.rows[0]?.count ?? 0 }
}

export async function findVersion(
  db: Queryable,
  workflow: WorkflowId,
  which: { number: number; trials: boolean } | { id: WorkflowVersionId },
): Promise<(VersionRow & { document: unknown }) | null> {
  const asked =
    'id' in which ? sql`v.id = ${which.id}` : sql`v.number = ${which.number} and (${which.trials} or ${isKept})`
  const { rows } = await sql<VersionRow & { document: unknown }>`
    select ${columns}, v.document from workflow_versions v ${joins} where v.workflow_id = ${workflow} and ${asked}`.execute(
    db,
  )
  return rows[0] ?? null
}

export interface VersionToRepeat {
  owner_id: UserId
  document: unknown
  /** The workflow's document now, and what members may name in it. */
  draft: unknown
  shared_ids: string[] | null
  /** What runs in the owner's name; null when nothing does. */
  live: unknown
}

export async function findVersionToRepeat(db: Queryable, version: WorkflowVersionId): Promise<VersionToRepeat | null> {
  const { rows } = await sql<VersionToRepeat>`
    select w.owner_id, v.document, w.document as draft, w.shared_ids, l.document as live
    from workflow_versions v join workflows w on w.id = v.workflow_id
      left join workflow_versions l on l.id = production_version(w.id)
    where v.id = ${version}`.execute(db)
  return rows[0] ?? null
}

export interface PublicationRow {
  was_published: boolean
  is_live: boolean
  standing: Standing
  live_trigger: { type: TriggerType; on: boolean } | null
}

export async function findPublication(db: Queryable, workflow: WorkflowId): Promise<PublicationRow> {
  const { rows } = await sql<PublicationRow>`
    select exists (select 1 from workflow_publications where workflow_id = ${workflow}) as was_published,
      exists (select 1 from workflow_publications where workflow_id = ${workflow} and ended_at is null) as is_live,
      ${standing} as standing, ${liveTrigger} as live_trigger
    from workflows w where w.id = ${workflow}`.execute(db)
  return (
    rows[0] ?? { was_published: false, is_live: false, standing: { stage: 'draft', version: null }, live_trigger: null }
  )
}

/** Ends the publication that runs. @returns whether there was one */
export async function endPublication(db: Queryable, workflow: WorkflowId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update workflow_publications set ended_at = now() where workflow_id = ${workflow} and ended_at is null`.execute(db)
  return numAffectedRows === 1n
}

export async function insertPublication(
  db: Queryable,
  row: { workflow: WorkflowId; version: WorkflowVersionId; name: string; notes: string; by: UserId },
): Promise<void> {
  await sql`update workflow_versions set trial = false where id = ${row.version} and trial`.execute(db)
  await sql`insert into workflow_publications (workflow_id, version_id, name, notes, published_by)
    values (${row.workflow}, ${row.version}, ${row.name}, ${row.notes}, ${row.by})`.execute(db)
}

/** Names a version, unless the workflow, whose row must be locked, has `limit` checkpoints. @returns whether it was kept */
export async function insertCheckpoint(
  db: Queryable,
  row: { workflow: WorkflowId; version: WorkflowVersionId; name: string; by: UserId },
  limit: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into workflow_checkpoints (workflow_id, version_id, name, created_by)
    select ${row.workflow}::uuid, ${row.version}::uuid, ${row.name}, ${row.by}::uuid
    where (select count(*) from workflow_checkpoints where workflow_id = ${row.workflow}) < ${limit}`.execute(db)
  if (numAffectedRows !== 1n) return false
  // What has a name is a version to a person, also when only tests have run it.
  await sql`update workflow_versions v set number = (
      select greatest(max(number), 0) + 1 from workflow_versions where workflow_id = ${row.workflow})
    where v.id = ${row.version} and v.number < 0`.execute(db)
  return true
}
