/** The SQL of approvals and forms that runs wait for, and of who is asked to answer them. */
import { type RawBuilder, sql } from 'kysely'
import { rolesWith } from '#contract/accounts/workspace-values.ts'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import type { ReviewQueueQuery } from '#contract/runs/review-queue.ts'
import { REVIEW_LIMITS } from '#contract/runs/review-queue-values.ts'
import { nameIn } from '#server/areas/accounts/accounts.ts'
import { asksPerson } from '#server/areas/runs/executions/waits-for-person.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface QuestionRow {
  execution_id: ExecutionId
  wait_id: string
  type: 'approval' | 'form'
  title: string | null
  asked_by: string | null
  at: Date
  until: Date | null
  assignee_id: UserId | null
  assignee: string | null
  assignment: number
}

/** Who was assigned, as long as they may answer: `p` for the wait `w` of the run `e`. */
const joinAssignee = sql`left join users p on p.id = w.assignee_id and (p.id = e.owner_id or exists (
  select from workspace_members m
  where m.workspace_id = e.owner_id and m.user_id = p.id and m.role = any(${sql.val(rolesWith('review'))}::text[])))`

function assigned(assignee: ReviewQueueQuery['assignee'], person: UserId): RawBuilder<unknown> {
  if (assignee === 'anyone') return sql`true`
  if (assignee === 'nobody') return sql`p.id is null`
  return sql`p.id = ${assignee === 'me' ? person : assignee}`
}

const isOpen = sql`e.status in ('running', 'waiting', 'paused') and ${asksPerson('w')}`

/** What runs of an account wait for a person to answer: those that time out first, then the oldest. */
export async function findQuestions(
  db: Queryable,
  { owner, person }: { owner: UserId; person: UserId },
  assignee: ReviewQueueQuery['assignee'],
): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    select e.id as execution_id, w.id as wait_id, w.wait ->> 'type' as type, w.wait ->> 'title' as title,
      coalesce(a.name, f.name) as asked_by, w.created_at as at, w.until, p.id as assignee_id, ${nameIn('p', sql`e.owner_id`)} as assignee,
      w.assignment_number as assignment
    from executions e join execution_waits w on w.execution_id = e.id
      left join agents a on a.id = e.agent_id left join workflows f on f.id = e.workflow_id ${joinAssignee}
    where e.owner_id = ${owner} and ${isOpen} and ${assigned(assignee, person)}
    order by w.until nulls last, w.created_at, w.id limit ${REVIEW_LIMITS.questions}`.execute(db)
  return rows
}

export interface AssignableRow extends Pick<QuestionRow, 'title' | 'assignee_id' | 'assignee' | 'assignment'> {
  owner_id: UserId | null
  is_open: boolean
  /** The beginning of addresses in its workspace. */
  within: string
}

/** What a run asked. Until the transaction ends nobody else assigns it, and no answer is taken. @returns null where no person is asked */
export async function lockQuestion(
  tx: Queryable,
  { execution, wait }: { execution: ExecutionId; wait: string },
): Promise<AssignableRow | null> {
  // First: a statement that waits for the row would join it with the person of before.
  await sql`select from execution_waits where id = ${wait} for no key update`.execute(tx)
  const { rows } = await sql<AssignableRow>`
    select e.owner_id, ${isOpen} and (w.until is null or w.until > now()) as is_open, w.wait ->> 'title' as title,
      p.id as assignee_id, ${nameIn('p', sql`e.owner_id`)} as assignee, w.assignment_number as assignment,
      coalesce('/w/' || s.slug, '') as within
    from execution_waits w join executions e on e.id = w.execution_id left join workspaces s on s.id = e.owner_id ${joinAssignee}
    where w.id = ${wait} and w.execution_id = ${execution} and w.wait ->> 'type' in ('approval', 'form')`.execute(tx)
  return rows[0] ?? null
}

/** @returns the number of the assignment */
export async function assignQuestion(tx: Queryable, wait: string, assignee: UserId | null): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    update execution_waits set assignee_id = ${assignee}, assignment_number = assignment_number + 1
    where id = ${wait} returning assignment_number as number`.execute(tx)
  return rows[0]?.number ?? 0
}

export async function findNameOf(db: Queryable, owner: UserId | null, person: UserId): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${nameIn('u', sql`${owner}::uuid`)} as name from users u where u.id = ${person}`.execute(db)
  return rows[0]?.name ?? ''
}
