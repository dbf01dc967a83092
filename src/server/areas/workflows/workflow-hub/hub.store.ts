/** The SQL of the hub. Every statement names the owner: a foreign workflow is not found. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import { HUB_RUNS, type HubQuery } from '#contract/workflows/workflow-hub.ts'
import { readableBy, roleIn } from '#server/areas/workflows/workflows/members.store.ts'
import {
  liveVersion,
  type NewestRun,
  newestRuns,
  type SummaryRow,
} from '#server/areas/workflows/workflows/workflows.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { containing } from '#server/platform/database/like.ts'

export interface HubRow {
  id: WorkflowId
  name: string
  description: string
  revision: number
  folder: string
  role: 'owner' | 'editor' | 'viewer'
  published: number | null
  archived_at: Date | null
  created_at: Date
  updated_at: Date
  runs: NewestRun[]
  agents: { slug: string; name: string; status: string }[]
  services: number
}

const lastRun = (column: 'status' | 'created_at', user: UserId) => sql`(select e.${sql.ref(column)} from executions e
  where e.workflow_id = w.id and e.owner_id = ${user} order by e.created_at desc limit 1)`

/** Folders are the owner's. */
const folderFor = (user: UserId) => sql`case when w.owner_id = ${user} then w.folder else '' end`

const soldAs = sql`exists (select from agents a join agent_versions v on v.agent_id = a.id
  join workflow_versions x on x.id = v.workflow_version_id where x.workflow_id = w.id and a.status = 'published')`

const live = sql`exists (select from workflow_publications p where p.workflow_id = w.id and p.ended_at is null)`

const VIEWS: Record<HubQuery['view'], (user: UserId) => RawBuilder<unknown>> = {
  all: readableBy,
  published: (user) => sql`${readableBy(user)} and (${live} or ${soldAs})`,
  failing: (user) => sql`${readableBy(user)} and ${lastRun('status', user)} = 'failed'`,
  archived: (user) => sql`w.owner_id = ${user} and w.archived_at is not null and w.deleted_at is null`,
}

const SORTS: Record<HubQuery['sort'], (user: UserId) => RawBuilder<unknown>> = {
  changed: () => sql`w.updated_at desc, w.id`,
  name: () => sql`lower(w.name), w.id`,
  run: (user) => sql`${lastRun('created_at', user)} desc nulls last, w.updated_at desc, w.id`,
}

const isAgent = sql`w.document -> 'nodes' @> '[{"type": "chat_trigger"}, {"type": "ai_agent"}]'`

function conditions(owner: UserId, { search, folder, view, shape }: HubQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [VIEWS[view](owner)]
  const text = search?.trim()
  if (text) {
    const like = containing(text)
    parts.push(sql`(w.name ilike ${like} or w.description ilike ${like} or ${folderFor(owner)} ilike ${like})`)
  }
  if (shape === 'agent') parts.push(isAgent)
  if (folder !== undefined) parts.push(sql`${folderFor(owner)} = ${folder}`)
  return sql.join(parts, sql` and `)
}

export async function findHub(
  db: Queryable,
  owner: UserId,
  query: HubQuery,
): Promise<{ rows: HubRow[]; total: number }> {
  const where = conditions(owner, query)
  const [page, counted] = await Promise.all([
    sql<HubRow>`
      select w.id, w.name, w.description, w.revision, ${folderFor(owner)} as folder, w.archived_at, w.created_at, w.updated_at, ${roleIn(owner)} as role,
        ${liveVersion} as published,
        ${newestRuns(owner, HUB_RUNS)} as runs,
        (select coalesce(jsonb_agg(distinct jsonb_build_object('slug', a.slug, 'name', a.name, 'status', a.status)), '[]')
          from agents a join agent_versions v on v.agent_id = a.id join workflow_versions x on x.id = v.workflow_version_id
          where x.workflow_id = w.id and a.seller_id = ${owner} and a.status not in ('archived', 'private')) as agents,
        (select count(*)::int from agents f join services s on s.agent_id = f.id
          where f.follows_workflow_id = w.id and s.owner_id = ${owner}) as services
      from workflows w where ${where} order by ${SORTS[query.sort](owner)} limit ${query.limit} offset ${query.offset}`.execute(
      db,
    ),
    sql<{ count: number }>`select count(*)::int as count from workflows w where ${where}`.execute(db),
  ])
  return { rows: page.rows, total: counted.rows[0]?.count ?? 0 }
}

/** The draft of one workflow on a page; null when it is gone meanwhile. */
export async function findDocument(db: Queryable, id: WorkflowId): Promise<unknown> {
  const { rows } = await sql<{ document: unknown }>`select document from workflows where id = ${id}`.execute(db)
  return rows[0]?.document ?? null
}

export interface FolderRow {
  name: string
  count: number
}

/** Sorted by name; '' contains workflows outside of all folders. */
export async function findFolders(db: Queryable, owner: UserId): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    select name, count(*)::int as count from (select ${folderFor(owner)} as name from workflows w where ${readableBy(owner)}) f
    group by name order by lower(name), name`.execute(db)
  return rows
}

export async function countArchived(db: Queryable, owner: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from workflows where owner_id = ${owner} and archived_at is not null
      and deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Also one that is archived. Locked until the transaction ends. */
export async function lockAny(
  db: Queryable,
  owner: UserId,
  id: WorkflowId,
): Promise<{ archived: boolean; mine: number } | null> {
  const { rows } = await sql<{ archived: boolean; mine: number }>`
    select w.archived_at is not null as archived,
      (select count(*)::int from workflows o where o.owner_id = ${owner} and o.archived_at is null) as mine
    from workflows w where w.id = ${id} and w.owner_id = ${owner} and w.deleted_at is null for update`.execute(db)
  return rows[0] ?? null
}

/** Undefined fields stay. Its folder does not affect its behaviour: `updated_at` is left unchanged. */
export async function storeArrangement(
  db: Queryable,
  id: WorkflowId,
  change: { name?: string | undefined; folder?: string | undefined; archived?: boolean | undefined },
): Promise<SummaryRow | null> {
  const archived = change.archived ?? null
  const { rows } = await sql<SummaryRow>`
    update workflows set name = coalesce(${change.name ?? null}, name), folder = coalesce(${change.folder ?? null}, folder),
      archived_at = case when ${archived}::boolean is null then archived_at
        when ${archived}::boolean then coalesce(archived_at, now()) end
    where id = ${id}
    returning id, name, description, revision, (outline -> 'nodes')::int as nodes, created_at, updated_at`.execute(db)
  return rows[0] ?? null
}

export async function renameFolder(db: Queryable, owner: UserId, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update workflows set folder = ${to} where owner_id = ${owner} and folder = ${from}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface CopiedRow {
  name: string
  description: string
  document: unknown
  folder: string
}

export async function findToCopy(db: Queryable, owner: UserId, id: WorkflowId): Promise<CopiedRow | null> {
  const { rows } = await sql<CopiedRow>`
    select name, description, document, folder from workflows
    where id = ${id} and owner_id = ${owner} and archived_at is null`.execute(db)
  return rows[0] ?? null
}

/** Names of the owner's workflows that begin like this one. */
export async function findNamesLike(db: Queryable, owner: UserId, start: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from workflows where owner_id = ${owner} and archived_at is null and starts_with(name, ${start})`.execute(
    db,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Stored with a workflow in addition to its document: folder, samples, documentation and open slots. */
export async function copyWorkflowExtras(db: Queryable, from: WorkflowId, to: WorkflowId): Promise<void> {
  await sql`update workflows t set folder = f.folder, samples = f.samples, docs = f.docs, slots = f.slots, template = f.template
    from workflows f where t.id = ${to} and f.id = ${from}`.execute(db)
}
