/** The SQL of the review queue. */
import { type RawBuilder, sql } from 'kysely'
import { rolesWith, type WorkspaceRight } from '#contract/accounts/workspace-values.ts'
import type { AgentId, ExecutionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { Reading } from '#contract/runs/decision-values.ts'
import type { ReviewQueueQuery } from '#contract/runs/review-queue.ts'
import { type QueueAge, type QueueSort, REVIEW_LIMITS } from '#contract/runs/review-queue-values.ts'
import { nameIn } from '#server/areas/accounts/accounts.ts'
import { isAssigned } from '#server/areas/runs/decisions/reviews.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface QueueRow {
  execution_id: ExecutionId
  title: string | null
  agent_id: AgentId | null
  agent_name: string | null
  service_id: ServiceId | null
  service_name: string | null
  finished_at: Date
  findings: number
  decided: number
  lowest_confidence: number | null
  reading: Reading
  revision: number
  assignee_id: UserId | null
  assignee: string | null
  due_at: Date | null
  assignment: number
  comments: number
}

const window = sql`now() - make_interval(days => ${REVIEW_LIMITS.days})`

const AGES: Record<QueueAge, RawBuilder<unknown>> = {
  all: sql`true`,
  day: sql`r.finished_at >= now() - interval '1 day'`,
  week: sql`r.finished_at >= now() - interval '7 days'`,
  older: sql`r.finished_at < now() - interval '7 days'`,
}

const SORTS: Record<QueueSort, RawBuilder<unknown>> = {
  oldest: sql`r.finished_at, r.execution_id`,
  newest: sql`r.finished_at desc, r.execution_id desc`,
  confidence: sql`r.lowest_confidence nulls last, r.finished_at, r.execution_id`,
  due: sql`r.due_at nulls last, r.finished_at, r.execution_id`,
}

interface Whose {
  owner: UserId
  person: UserId
}

/** Documents in the queue of an account: not those that wait for another reader than this person. All of it is in `run_reviews_queue`. */
const queued = ({ owner, person }: Whose) => sql`
  r.owner_id = ${owner} and ${isOpen} and not (r.reading = 'second' and exists (
    select from run_sign_offs o where o.execution_id = r.execution_id and o.reading = 'first' and o.person_id = ${person}))`

/** As the index says it. */
const isOpen = sql`r.in_queue and r.signed_off_at is null and r.finding_count > 0 and r.findings is not null and r.finished_at >= ${window}`

const isMember = sql`(r.assignee_id = r.owner_id or exists (
  select from workspace_members m where m.workspace_id = r.owner_id and m.user_id = r.assignee_id))`

function assigned(assignee: ReviewQueueQuery['assignee'], person: UserId): RawBuilder<unknown> {
  if (assignee === 'anyone') return sql`true`
  if (assignee === 'nobody') return sql`(r.assignee_id is null or not ${isMember})`
  return sql`r.assignee_id = ${assignee === 'me' ? person : assignee} and ${isMember}`
}

const matching = (whose: Whose, { service_id, assignee, age, below }: ReviewQueueQuery) => sql`
  run_reviews r where ${queued(whose)} and ${service_id === undefined ? sql`true` : sql`r.service_id = ${service_id}`}
    and ${assigned(assignee, whose.person)} and ${AGES[age]}
    and ${below === undefined ? sql`true` : sql`r.lowest_confidence < ${below}::float8`}`

export async function findQueue(db: Queryable, whose: Whose, query: ReviewQueueQuery): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    with page as (
      select r.execution_id from ${matching(whose, query)} order by ${SORTS[query.sort]} limit ${query.limit} offset ${query.offset})
    select r.execution_id, e.title, e.agent_id, a.name as agent_name, e.service_id, s.name as service_name, r.finished_at,
      r.finding_count as findings, r.decided_count as decided, r.lowest_confidence, r.reading, r.revision, p.id as assignee_id,
      ${nameIn('p', sql`r.owner_id`)} as assignee, r.due_at, r.assignment_number as assignment,
      (select count(*)::int from run_comments c where c.execution_id = r.execution_id) as comments
    from page join run_reviews r on r.execution_id = page.execution_id join executions e on e.id = r.execution_id
      left join services s on s.id = e.service_id left join agents a on a.id = e.agent_id left join users p on ${isAssigned('p')}
    order by ${SORTS[query.sort]}`.execute(db)
  return rows
}

export async function countQueue(db: Queryable, whose: Whose, query: ReviewQueueQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${matching(whose, query)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Documents in the queue, counted up to 1,000. */
export async function countToReview(db: Queryable, whose: Whose): Promise<number> {
  const { rows } = await sql<{ count: number }>`/* prepare */
    select count(*)::int as count from (select 1 from run_reviews r where ${queued(whose)} limit 1000) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function findQueueServices(db: Queryable, whose: Whose): Promise<{ id: ServiceId; name: string }[]> {
  const { rows } = await sql<{ id: ServiceId; name: string }>`
    select s.id, s.name from services s where s.owner_id = ${whose.owner} and exists (
      select from run_reviews r where r.service_id = s.id and ${queued(whose)})
    order by lower(s.name), s.id limit 200`.execute(db)
  return rows
}

/** Members of a workspace with a right; of a person's own account the person. */
export async function findPeople(
  db: Queryable,
  owner: UserId,
  right: WorkspaceRight,
): Promise<{ id: UserId; name: string }[]> {
  const { rows } = await sql<{ id: UserId; name: string }>`
    select u.id, ${nameIn('u', sql`${owner}`)} as name from users u
    where (u.id = ${owner} and u.kind = 'person') or u.id in (
      select m.user_id from workspace_members m where m.workspace_id = ${owner} and m.role = any(${sql.val(rolesWith(right))}::text[]))
    order by lower(u.display_name), u.id limit 200`.execute(db)
  return rows
}

export async function assign(
  tx: Queryable,
  id: ExecutionId,
  { assignee_id, due_at }: { assignee_id: UserId | null; due_at: string | null },
): Promise<void> {
  await sql`
    update run_reviews set assignee_id = ${assignee_id}, due_at = ${due_at}::timestamptz, assignment_number = assignment_number + 1
    where execution_id = ${id}`.execute(tx)
}

export interface CommentRow {
  id: string
  author_id: UserId | null
  author: string | null
  text: string
  created_at: Date
}

const comment = sql`c.id, c.author_id, ${nameIn('u', sql`(select e.owner_id from executions e where e.id = c.execution_id)`)} as author,
  c.text, c.created_at`

/** Oldest first. */
export async function findComments(
  db: Queryable,
  id: ExecutionId,
  { limit, offset }: { limit: number; offset: number },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${comment} from run_comments c left join users u on u.id = c.author_id
    where c.execution_id = ${id} order by c.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countComments(db: Queryable, id: ExecutionId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from run_comments where execution_id = ${id}`.execute(db)
  return rows[0]?.count ?? 0
}

/** @returns null at the limit */
export async function insertComment(
  tx: Queryable,
  id: ExecutionId,
  { author, text }: { author: UserId; text: string },
): Promise<CommentRow | null> {
  const { rows } = await sql<CommentRow>`
    with made as (
      insert into run_comments (execution_id, author_id, text) select ${id}::uuid, ${author}::uuid, ${text}
      where (select count(*) from run_comments where execution_id = ${id}) < ${REVIEW_LIMITS.comments} returning *)
    select ${comment} from made c left join users u on u.id = c.author_id`.execute(tx)
  return rows[0] ?? null
}

/** How a notice names the document and the person, and where it leads. */
export async function findNames(
  db: Queryable,
  id: ExecutionId,
  person: UserId,
): Promise<{ document: string; person: string; within: string }> {
  const { rows } = await sql<{ document: string; person: string; within: string }>`
    select coalesce(e.title, a.name, 'a document') as document, ${nameIn('u', sql`e.owner_id`)} as person, coalesce('/w/' || w.slug, '') as within
    from executions e left join agents a on a.id = e.agent_id left join workspaces w on w.id = e.owner_id, users u
    where e.id = ${id} and u.id = ${person}`.execute(db)
  return rows[0] ?? { document: 'a document', person: '', within: '' }
}
