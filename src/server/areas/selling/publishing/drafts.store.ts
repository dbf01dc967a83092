/** SQL of drafts and their versions. The caller was checked to be the agent's seller or a reviewer. */
import { sql } from 'kysely'
import type {
  AgentId,
  AgentVersionId,
  FileId,
  UserId,
  WorkflowId,
  WorkflowVersionId,
} from '#contract/core/primitives.ts'
import { isShownTo } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface DraftRow {
  workflow_id: WorkflowId
  content: unknown
}

export async function findDraft(db: Queryable, agent: AgentId): Promise<DraftRow | null> {
  const { rows } = await sql<DraftRow>`
    select workflow_id, content from agent_drafts where agent_id = ${agent}`.execute(db)
  return rows[0] ?? null
}

export async function storeDraft(
  db: Queryable,
  agent: AgentId,
  { workflow_id, content }: { workflow_id: WorkflowId; content: object },
): Promise<void> {
  await sql`
    insert into agent_drafts (agent_id, workflow_id, content)
    values (${agent}, ${workflow_id}, ${JSON.stringify(content)}::jsonb)
    on conflict (agent_id) do update set content = excluded.content, updated_at = now()`.execute(db)
}

/** What lists show of a draft that was never public. */
export async function storeDraftListing(
  db: Queryable,
  agent: AgentId,
  shown: {
    name: string
    tagline: string
    description: string
    category: string | null
    more_categories: readonly string[]
    icon: string
    tags: readonly string[]
    price_type: string
    price_paise: number
    trial_runs: number
  },
): Promise<void> {
  await sql`update agents set name = ${shown.name}, tagline = ${shown.tagline}, description = ${shown.description},
    category_slug = coalesce(${shown.category}, category_slug),
    more_categories = array_remove(${shown.more_categories}::text[], coalesce(${shown.category}, category_slug)), icon = ${shown.icon}, tags = ${shown.tags}::text[],
    price_type = ${shown.price_type}, price_paise = ${shown.price_paise}, trial_runs = ${shown.trial_runs}, updated_at = now()
    where id = ${agent}`.execute(db)
}

/** The workflow as it is drawn now. */
export async function findWorkflowNow(db: Queryable, owner: UserId, id: WorkflowId): Promise<unknown> {
  const { rows } = await sql<{ document: unknown }>`
    select document from workflows where id = ${id} and owner_id = ${owner} and archived_at is null`.execute(db)
  return rows[0]?.document ?? null
}

/** The stored version with this content; null when it was never run or published. */
export async function findVersionWith(
  db: Queryable,
  workflow: WorkflowId,
  hash: string,
): Promise<WorkflowVersionId | null> {
  const { rows } = await sql<{ id: WorkflowVersionId }>`
    select id from workflow_versions where workflow_id = ${workflow} and content_hash = ${hash}`.execute(db)
  return rows[0]?.id ?? null
}

export interface VersionRow {
  id: AgentVersionId
  number: number
  workflow_version_id: WorkflowVersionId
  workflow_id: WorkflowId
  workflow_version: number
  document: unknown
  input_schema: unknown
  output_schema: unknown
  view: string
  samples: unknown
  permissions: unknown
  listing: unknown
  details: unknown
  price_type: string
  price_paise: number
  trial_runs: number
  changelog: string
  content_hash: string
  published_at: Date | null
  runs: number
  succeeded: number
  median_ms: number | null
  services: number
  /** Of the seller's test cases: as it was submitted, and as its newest run came out. */
  score: number | null
  tested: number | null
}

const figures = sql`(select count(*)::int from services s where s.agent_version_id = v.id) as services,
  (select o.score from agent_submissions o where o.version_id = v.id and o.status = 'approved'
    order by o.decided_at desc limit 1)::float8 as score,
  (select e.score from workflow_evaluations e where e.workflow_version_id = v.workflow_version_id
    and e.status = 'done' order by e.created_at desc limit 1)::float8 as tested`
const columns = sql`v.id, v.number, v.workflow_version_id, w.workflow_id, w.number as workflow_version, w.document, v.input_schema,
  v.output_schema, v.view, v.samples, v.permissions, v.listing, v.details, v.price_type, v.price_paise, v.trial_runs, v.changelog,
  v.content_hash, v.published_at, m.runs, m.succeeded, m.median_ms, ${figures}`
/** What was measured of this version alone: of its newest finished runs. */
const MEASURED = 500
const measured = sql`cross join lateral (
  select count(*)::int as runs, (count(*) filter (where e.status = 'succeeded'))::int as succeeded,
    round(percentile_cont(0.5) within group (order by extract(epoch from e.finished_at - coalesce(e.started_at, e.created_at)) * 1000)
      filter (where e.status = 'succeeded'))::int as median_ms
  from (select x.* from executions x where x.agent_id = v.agent_id and x.agent_version_id = v.id and x.parent_id is null
    and x.trigger <> 'bench' and x.status in ('succeeded', 'failed') order by x.created_at desc limit ${MEASURED}) e
) m`

/** A version as lists name it, without what it holds: a workflow may have megabytes. */
export type VersionLine = Pick<
  VersionRow,
  | 'id'
  | 'number'
  | 'workflow_version'
  | 'price_type'
  | 'price_paise'
  | 'changelog'
  | 'content_hash'
  | 'published_at'
  | 'runs'
  | 'services'
  | 'score'
  | 'tested'
>

/** The public ones, the newest first. */
export async function findVersions(db: Queryable, agent: AgentId): Promise<VersionLine[]> {
  const { rows } = await sql<VersionLine>`
    select v.id, v.number, w.number as workflow_version, v.price_type, v.price_paise, v.changelog, v.content_hash, v.published_at,
      m.runs, ${figures}
    from agent_versions v join workflow_versions w on w.id = v.workflow_version_id ${measured}
    where v.agent_id = ${agent} and v.published_at is not null order by v.number desc limit 100`.execute(db)
  return rows
}

/** The public one of this number. */
export async function findPublic(db: Queryable, agent: AgentId, number: number): Promise<VersionRow | null> {
  const { rows } = await sql<VersionRow>`
    select ${columns} from agent_versions v join workflow_versions w on w.id = v.workflow_version_id ${measured}
    where v.agent_id = ${agent} and v.number = ${number} and v.published_at is not null`.execute(db)
  return rows[0] ?? null
}

/** Also one that is not public. */
export async function findVersion(db: Queryable, id: AgentVersionId): Promise<VersionRow | null> {
  const { rows } = await sql<VersionRow>`
    select ${columns} from agent_versions v join workflow_versions w on w.id = v.workflow_version_id ${measured}
    where v.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The newest, public or not. */
export async function findNewest(db: Queryable, agent: AgentId): Promise<VersionRow | null> {
  const { rows } = await sql<{ id: AgentVersionId }>`
    select id from agent_versions where agent_id = ${agent} order by number desc limit 1`.execute(db)
  return rows[0] ? findVersion(db, rows[0].id) : null
}

/** Names of configured models. */
export async function findModelNames(db: Queryable, owner: UserId): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name || ' (' || model || ')' as name from models where owner_id = ${owner}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface SampleFileRow {
  id: FileId
  name: string
  bytes: number
}

export async function findFiles(db: Queryable, owner: UserId, ids: readonly string[]): Promise<SampleFileRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SampleFileRow>`
    select id, name, bytes from files f
    where owner_id = ${owner} and id = any(${ids}::uuid[]) and ${isShownTo(owner)}`.execute(db)
  return rows
}

/** Test cases of the seller's own. */
export async function countCases(db: Queryable, workflow: WorkflowId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from workflow_cases where workflow_id = ${workflow}`.execute(db)
  return rows[0]?.count ?? 0
}
