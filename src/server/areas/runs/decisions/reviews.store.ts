/** The SQL of reviews: the findings of a run, who reads them, and the sign-offs that close its document. */
import { sql } from 'kysely'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import type { Reading } from '#contract/runs/decision-values.ts'
import { nameIn } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { StoredFinding } from './findings.ts'

export interface ReviewRow {
  execution_id: ExecutionId
  owner_id: UserId | null
  findings: StoredFinding[] | null
  finding_count: number
  last_number: number
  reading: Reading
  second_needed: boolean
  decided_count: number
  revision: number
  signed_off_at: Date | null
  assignee_id: UserId | null
  assignee: string | null
  due_at: Date | null
  assignment_number: number
  /** Of its service; false for a run of none. */
  needs_all: boolean
}

/** Who was assigned, as long as they belong to the account. @param user the name of the table of users */
export const isAssigned = (
  user: 'a' | 'p',
) => sql`${sql.ref(user)}.id = r.assignee_id and (${sql.ref(user)}.id = r.owner_id or exists (
  select from workspace_members m where m.workspace_id = r.owner_id and m.user_id = ${sql.ref(user)}.id))`

const columns = sql`r.execution_id, r.owner_id, r.findings, r.finding_count, r.last_number, r.reading, r.second_needed, r.decided_count,
  r.revision, r.signed_off_at, a.id as assignee_id, ${nameIn('a', sql`r.owner_id`)} as assignee, r.due_at, r.assignment_number,
  coalesce(s.sign_off_needs_all, false) as needs_all`
const joined = sql`run_reviews r join executions e on e.id = r.execution_id left join services s on s.id = e.service_id
  left join users a on ${isAssigned('a')}`

export async function findReview(db: Queryable, id: ExecutionId): Promise<ReviewRow | null> {
  const { rows } = await sql<ReviewRow>`select ${columns} from ${joined} where r.execution_id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Until the transaction ends, nobody else decides about its findings. */
export async function lockReview(tx: Queryable, id: ExecutionId): Promise<ReviewRow | null> {
  // First: a statement that waits for the row would join it with the person who was assigned before.
  await sql`select from run_reviews where execution_id = ${id} for update`.execute(tx)
  return findReview(tx, id)
}

export interface ReviewableRow {
  view: string | null
  status: string
  payload_removed_at: Date | null
  /** Per cent of the documents of its service; 0 for a run of a person, where there is nobody else to read it. */
  second_reader_share: number
}

export async function findReviewable(db: Queryable, id: ExecutionId): Promise<ReviewableRow | null> {
  const { rows } = await sql<ReviewableRow>`
    select av.view, e.status, e.payload_removed_at, case when u.kind = 'workspace' then s.second_reader_share else 0 end as second_reader_share
    from executions e left join agent_versions av on av.id = e.agent_version_id left join services s on s.id = e.service_id
      left join users u on u.id = e.owner_id
    where e.id = ${id}`.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...row, second_reader_share: row.second_reader_share ?? 0 }
}

export interface ReadRow {
  id: ExecutionId
  findings: readonly StoredFinding[]
  lowest_confidence: number | null
  second_needed: boolean
}

/** Keeps what was read, and that nothing is left to read. Does nothing for a run that is gone, or that was read meanwhile. */
export async function insertReviews(db: Queryable, read: readonly ReadRow[]): Promise<void> {
  if (read.length === 0) return
  await sql`
    with read as (
      select * from jsonb_to_recordset(${JSON.stringify(read)}::jsonb)
        as x (id uuid, findings jsonb, lowest_confidence real, second_needed boolean)
    ),
    gone as (delete from unread_results u using read r where u.execution_id = r.id)
    insert into run_reviews (execution_id, owner_id, finished_at, service_id, in_queue, findings, finding_count, lowest_confidence,
      second_needed)
    select e.id, e.owner_id, coalesce(e.finished_at, e.created_at), e.service_id,
      e.parent_id is null and e.trigger <> 'bench' and e.test is null, r.findings, jsonb_array_length(r.findings), r.lowest_confidence,
      r.second_needed
    from read r join executions e on e.id = r.id where e.payload_removed_at is null
    on conflict (execution_id) do nothing`.execute(db)
}

export async function noteDecided(
  tx: Queryable,
  id: ExecutionId,
  { last_number, decided_count }: { last_number: number; decided_count: number },
): Promise<void> {
  await sql`
    update run_reviews set last_number = ${last_number}, decided_count = ${decided_count}
    where execution_id = ${id}`.execute(tx)
}

/** @param to the reading that follows, with what is decided in it; the person it was assigned to has done their part */
export async function noteSignedOff(
  tx: Queryable,
  id: ExecutionId,
  to: { reading: Reading; closed: boolean; decided_count: number },
): Promise<void> {
  await sql`
    update run_reviews set reading = ${to.reading}, decided_count = ${to.decided_count},
      signed_off_at = case when ${to.closed}::boolean then now() end,
      assignee_id = case when ${to.closed}::boolean then assignee_id end, assignment_number = assignment_number + 1
    where execution_id = ${id}`.execute(tx)
}

export async function reopen(tx: Queryable, id: ExecutionId, by: UserId): Promise<void> {
  await sql`
    update run_sign_offs s set reopened_at = now(), reopened_by = ${by} from run_reviews r
    where r.execution_id = ${id} and s.execution_id = r.execution_id and s.revision = r.revision and s.closed`.execute(
    tx,
  )
  await sql`
    update run_reviews set signed_off_at = null, revision = revision + 1 where execution_id = ${id}`.execute(tx)
}

export interface SignOffRow {
  revision: number
  reading: Reading
  person_id: UserId | null
  person: string | null
  signed_at: Date
  through: number
  decided: number
  findings: number
  closed: boolean
  reopened_at: Date | null
}

/** Oldest first. */
export async function findSignOffs(db: Queryable, id: ExecutionId): Promise<SignOffRow[]> {
  const { rows } = await sql<SignOffRow>`
    select s.revision, s.reading, s.person_id, ${nameIn('u', sql`e.owner_id`)} as person, s.signed_at, s.through, s.decided, s.findings, s.closed,
      s.reopened_at
    from run_sign_offs s join executions e on e.id = s.execution_id left join users u on u.id = s.person_id
    where s.execution_id = ${id} order by s.signed_at, s.id`.execute(db)
  return rows
}

export async function insertSignOff(
  tx: Queryable,
  id: ExecutionId,
  row: Pick<SignOffRow, 'revision' | 'reading' | 'person_id' | 'through' | 'decided' | 'findings' | 'closed'>,
): Promise<void> {
  await sql`
    insert into run_sign_offs (execution_id, revision, reading, person_id, through, decided, findings, closed)
    values (${id}, ${row.revision}, ${row.reading}, ${row.person_id}, ${row.through}, ${row.decided}, ${row.findings}, ${row.closed})`.execute(
    tx,
  )
}
