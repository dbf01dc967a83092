/** The SQL of versions on their way into the marketplace. */
import { sql } from 'kysely'
import type { Finding } from '#contract/agents/agent-review.ts'
import type { AgentStatus } from '#contract/agents/agent-states.ts'
import type { SampleCheck } from '#contract/agents/publishing.ts'
import type { AgentId, AgentVersionId, UserId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type SubmissionRow, submissionJson } from './own.store.ts'
import type { Snapshot } from './snapshot.ts'

/** The newest first. */
export async function findSubmissions(db: Queryable, agent: AgentId): Promise<SubmissionRow[]> {
  const { rows } = await sql<{ one: SubmissionRow }>`
    select ${submissionJson(sql`o`)} as one from agent_submissions o where o.agent_id = ${agent}
    order by o.submitted_at desc, o.id desc limit 50`.execute(db)
  return rows.map(({ one }) => one)
}

/** Versions that were never public give their number to the next; what reviewers saw of them is kept in their submissions. */
export async function removeUnpublished(tx: Queryable, agent: AgentId): Promise<void> {
  await sql`update agents a set current_version_id = null where a.id = ${agent} and exists (
    select from agent_versions v where v.id = a.current_version_id and v.published_at is null)`.execute(tx)
  await sql`delete from agent_versions where agent_id = ${agent} and published_at is null`.execute(tx)
}

/** @returns its id and number */
export async function insertVersion(
  tx: Queryable,
  agent: AgentId,
  { snapshot: s, hash }: { snapshot: Snapshot; hash: string },
): Promise<{ id: AgentVersionId; number: number }> {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
  const { rows } = await sql<{ id: AgentVersionId; number: number }>`
    insert into agent_versions (agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, permissions,
      listing, details, price_type, price_paise, trial_runs, changelog, content_hash, published_at)
    select ${agent}, coalesce(max(number), 0) + 1, ${s.workflow_version_id}::uuid, ${json(s.input_schema)}, ${json(s.output_schema)}, ${s.view},
      ${json(s.samples)}, ${json(s.permissions)}, ${json(s.listing)}, ${json(s.details)}, ${s.price.type}, ${s.price.paise}::bigint,
      ${s.trial_runs}::int, ${s.changelog}, ${hash}, null
    from agent_versions where agent_id = ${agent}
    returning id, number`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The insert returned no row')
  return row
}

/** Of an agent that was never public the newest version is what its seller sees of it. */
export async function showVersion(tx: Queryable, agent: AgentId, version: AgentVersionId): Promise<void> {
  await sql`update agents set current_version_id = ${version} where id = ${agent} and current_version_id is null`.execute(
    tx,
  )
}

export interface NewSubmission {
  agent: AgentId
  version: AgentVersionId
  number: number
  snapshot: Snapshot & { content_hash: string }
  findings: readonly Finding[]
  samples: readonly SampleCheck[]
  score: number | null
  previous_score: number | null
  acknowledged: boolean
  by: UserId
}

export async function insertSubmission(tx: Queryable, one: NewSubmission): Promise<string> {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
  const { rows } = await sql<{ id: string }>`
    insert into agent_submissions (agent_id, version_id, number, snapshot, findings, sample_results, score, previous_score,
      score_acknowledged, submitted_by)
    values (${one.agent}, ${one.version}, ${one.number}, ${json(one.snapshot)}, ${json(one.findings)}, ${json(one.samples)},
      ${one.score}, ${one.previous_score}, ${one.acknowledged}, ${one.by}) returning id`.execute(tx)
  return rows[0]?.id ?? ''
}

/** Ends what is before the reviewers. @returns false when nothing is */
export async function endOpen(
  tx: Queryable,
  agent: AgentId,
  end: { status: 'approved' | 'rejected' | 'withdrawn'; by: UserId | null; reason: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update agent_submissions set status = ${end.status}, decided_by = ${end.by}, reason = ${end.reason}, decided_at = now()
    where agent_id = ${agent} and status = 'in_review' returning 1`.execute(tx)
  return rows.length > 0
}

/** From now on this version is what is sold. */
export async function publish(
  tx: Queryable,
  agent: AgentId,
  version: AgentVersionId,
  { details, price, trial_runs }: Snapshot,
): Promise<void> {
  await sql`update agent_versions set published_at = now() where id = ${version}`.execute(tx)
  await sql`
    update agents set name = ${details.name}, tagline = ${details.tagline}, description = ${details.description},
      category_slug = ${details.category}, more_categories = ${details.more_categories}::text[], icon = ${details.icon}, tags = ${details.tags}::text[], price_type = ${price.type},
      price_paise = ${price.paise}, trial_runs = ${trial_runs}, current_version_id = ${version}, status = 'published',
      status_note = '', published_at = coalesce(published_at, now()), updated_at = now()
    where id = ${agent}`.execute(tx)
}

export interface QueueRow {
  id: string
  agent_id: AgentId
  version_id: AgentVersionId | null
  number: number
  status: SubmissionRow['status']
  snapshot: unknown
  findings: unknown
  sample_results: unknown
  score: number | null
  previous_score: number | null
  score_acknowledged: boolean
  submitted_at: Date
  decided_at: Date | null
  reason: string | null
  seller_id: UserId
  seller_name: string
  decided_by: UserId | null
  decided_by_name: string | null
  slug: string
  agent_status: AgentStatus
  /** The version that is sold now. */
  current_version_id: AgentVersionId | null
  is_open: boolean
}

const queued = sql`o.id, o.agent_id, o.version_id, o.number, o.status, o.snapshot, o.findings, o.sample_results, o.score::float8 as score,
  o.previous_score::float8 as previous_score, o.score_acknowledged, o.submitted_at, o.decided_at, o.reason, a.seller_id,
  u.display_name as seller_name, o.decided_by, b.display_name as decided_by_name, a.slug, a.status as agent_status,
  a.current_version_id, exists (select from agent_submissions x where x.agent_id = a.id and x.status = 'in_review') as is_open`
const queueJoins = sql`join agents a on a.id = o.agent_id join users u on u.id = a.seller_id left join users b on b.id = o.decided_by`

/** Those that wait the longest first; decided ones the newest first. */
export async function findQueue(
  db: Queryable,
  { status, limit, offset }: { status: SubmissionRow['status']; limit: number; offset: number },
): Promise<{ rows: QueueRow[]; total: number }> {
  const order = status === 'in_review' ? sql`o.submitted_at, o.id` : sql`o.decided_at desc, o.id desc`
  const [page, counted] = await Promise.all([
    sql<QueueRow>`select ${queued} from agent_submissions o ${queueJoins} where o.status = ${status}
      order by ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from agent_submissions where status = ${status}`.execute(db),
  ])
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findSubmission(db: Queryable, id: string): Promise<QueueRow | null> {
  const { rows } =
    await sql<QueueRow>`select ${queued} from agent_submissions o ${queueJoins} where o.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The public version before this one, which a reviewer compares it with. */
export async function findBefore(db: Queryable, agent: AgentId, number: number): Promise<AgentVersionId | null> {
  const { rows } = await sql<{ id: AgentVersionId }>`
    select id from agent_versions where agent_id = ${agent} and number < ${number} and published_at is not null
    order by number desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function findDocumentOf(db: Queryable, version: WorkflowVersionId): Promise<unknown> {
  const { rows } = await sql<{ document: unknown }>`
    select document from workflow_versions where id = ${version}`.execute(db)
  return rows[0]?.document ?? null
}

/** A version in use: in a service, or bought and not expired. */
export interface InUse {
  user_id: UserId
  version_id: AgentVersionId
  /** What it costs them. */
  paise: number
}

/** Who has which versions of an agent at a time. @param except a version that does not count */
export async function findInUse(
  db: Queryable,
  agent: AgentId,
  { except = null, now }: { except?: AgentVersionId | null; now: Date },
): Promise<InUse[]> {
  const { rows } = await sql<InUse>`
    select user_id, version_id, price_of_version(version_id, ${now})::float8 as paise from (
      select owner_id as user_id, agent_version_id as version_id from services where agent_id = ${agent}
      union
      select buyer_id, agent_version_id from purchases
      where agent_id = ${agent} and revoked_at is null and (ends_at is null or ends_at > ${now})
    ) has where version_id is distinct from ${except} order by user_id, version_id`.execute(db)
  return rows
}

/** All users with a version of an agent, each once. */
export const findUsers = async (db: Queryable, agent: AgentId, now = new Date()): Promise<UserId[]> => [
  ...new Set((await findInUse(db, agent, { now })).map(({ user_id }) => user_id)),
]
