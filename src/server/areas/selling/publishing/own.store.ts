/** The SQL of a seller's own agents. Every statement names the seller: a foreign agent is not found. */
import { type RawBuilder, sql } from 'kysely'
import type { AgentPhase, AgentStatus } from '#contract/agents/agent-states.ts'
import type { AgentId, AgentVersionId, UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface SubmissionRow {
  id: string
  number: number
  status: 'in_review' | 'approved' | 'rejected' | 'withdrawn'
  changelog: string
  score: number | null
  submitted_at: string
  decided_at: string | null
  reason: string | null
}

export interface OwnRow {
  id: AgentId
  slug: string
  seller_id: UserId
  name: string
  tagline: string
  description: string
  category_slug: string
  more_categories: string[]
  icon: string
  tags: string[]
  status: AgentStatus
  status_note: string
  maintenance: boolean
  notice: string
  notice_at: Date | null
  phase: AgentPhase
  price_type: string
  price_paise: number
  trial_runs: number
  current_version_id: AgentVersionId | null
  published_at: Date | null
  updated_at: Date
  /** Of the public version. */
  number: number | null
  runs: number | null
  succeeded: number | null
  median_ms: number | null
  users_30d: number | null
  measured_at: Date | null
  services: number
  workflow_id: WorkflowId | null
  workflow_name: string | null
  submission: SubmissionRow | null
  ever_published: boolean
}

/** What the newest of its workflows is: of the draft, else of the newest version. */
const workflowOf = sql`coalesce(d.workflow_id, (select w.workflow_id from agent_versions v
  join workflow_versions w on w.id = v.workflow_version_id where v.agent_id = a.id order by v.number desc limit 1))`

export const submissionJson = (
  from: RawBuilder<unknown>,
) => sql`json_build_object('id', ${from}.id, 'number', ${from}.number, 'status', ${from}.status,
  'changelog', coalesce(${from}.snapshot ->> 'changelog', ''), 'score', ${from}.score, 'submitted_at', ${from}.submitted_at,
  'decided_at', ${from}.decided_at, 'reason', ${from}.reason)`

const phase = sql`case when a.status = 'published' and exists (select from agent_submissions o
  where o.agent_id = a.id and o.status = 'in_review') then 'updating' else a.status end`

const own = sql`a.id, a.slug, a.seller_id, a.name, a.tagline, a.description, a.category_slug, a.more_categories, a.icon, a.tags, a.status,
  a.status_note, a.maintenance, a.notice, a.notice_at, ${phase} as phase, a.price_type, a.price_paise, a.trial_runs, a.current_version_id, a.published_at,
  greatest(a.updated_at, d.updated_at) as updated_at,
  (select v.number from agent_versions v where v.id = a.current_version_id and v.published_at is not null) as number,
  s.runs, s.succeeded, s.median_ms, s.users_30d, s.measured_at,
  (select count(*)::int from services x where x.agent_id = a.id) as services,
  w.id as workflow_id, w.name as workflow_name,
  (select ${submissionJson(sql`o`)} from agent_submissions o where o.agent_id = a.id order by o.submitted_at desc, o.id desc limit 1) as submission,
  exists (select from agent_versions v where v.agent_id = a.id and v.published_at is not null) as ever_published`
const joins = sql`left join agent_drafts d on d.agent_id = a.id left join agent_stats s on s.agent_id = a.id
  left join workflows w on w.id = ${workflowOf} and w.owner_id = a.seller_id and w.archived_at is null`

export async function findOwnPage(
  db: Queryable,
  seller: UserId,
  { phase: wanted, limit, offset }: { phase?: AgentPhase | undefined; limit: number; offset: number },
): Promise<{ rows: OwnRow[]; total: number }> {
  const which = sql`a.seller_id = ${seller} and a.status <> 'private' and (${wanted ?? null}::text is null or ${phase} = ${wanted ?? null})`
  const [page, counted] = await Promise.all([
    sql<OwnRow>`select ${own} from agents a ${joins} where ${which}
      order by greatest(a.updated_at, d.updated_at) desc, a.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from agents a where ${which}`.execute(db),
  ])
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findOwn(db: Queryable, seller: UserId, id: AgentId): Promise<OwnRow | null> {
  const { rows } = await sql<OwnRow>`
    select ${own} from agents a ${joins} where a.id = ${id} and a.seller_id = ${seller} and a.status <> 'private'`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The same for agent managers, for agents of any seller. */
export async function findAny(db: Queryable, id: AgentId): Promise<OwnRow | null> {
  const { rows } =
    await sql<OwnRow>`select ${own} from agents a ${joins} where a.id = ${id} and a.status <> 'private'`.execute(db)
  return rows[0] ?? null
}

/** Until the transaction ends nobody else changes the state of this agent. */
export async function lockAgent(tx: Queryable, id: AgentId): Promise<void> {
  await sql`select 1 from agents where id = ${id} for no key update`.execute(tx)
}

export async function setStatus(tx: Queryable, id: AgentId, status: AgentStatus, note: string): Promise<void> {
  await sql`update agents set status = ${status}, status_note = ${note}, updated_at = now(),
    is_featured = is_featured and ${status === 'published'} where id = ${id}`.execute(tx)
}

/** A draft that was never public, with everything that hangs on it. */
export async function deleteAgent(tx: Queryable, id: AgentId): Promise<void> {
  await sql`update agents set current_version_id = null where id = ${id}`.execute(tx)
  await sql`delete from agent_versions where agent_id = ${id}`.execute(tx)
  await sql`delete from agents where id = ${id}`.execute(tx)
}
