/** The SQL of reminders and escalations. A row of `review_reminders` is the right to send one: who inserts it sends, in the same transaction. */
import { type RawBuilder, sql } from 'kysely'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { REVIEW_ESCALATION } from '#contract/runs/review-queue-values.ts'
import { nameIn } from '#server/areas/accounts/accounts.ts'
import { isAssigned } from '#server/areas/runs/decisions/reviews.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export type Step = 'reminded' | 'escalated'

/** In one transaction. */
const AT_ONCE = 50
/** What is older was overlooked for good: nobody is told about it after an upgrade. */
const newerThan = (column: RawBuilder<unknown>) =>
  sql`${column} > now() - make_interval(days => ${REVIEW_ESCALATION.days})`

const after = sql`make_interval(mins => coalesce(t.escalate_after_minutes, ${REVIEW_ESCALATION.usual_minutes}::int))`

interface Place {
  execution_id: ExecutionId
  owner_id: UserId
  document: string
  /** The beginning of addresses in its workspace. */
  within: string
  escalate_to: UserId | null
}

export interface DueRow extends Place {
  due_at: Date
  assignee_id: UserId | null
  assignee: string | null
}

/** Documents that are due and not signed off: for a reminder of who is assigned, or what goes to others in a workspace. */
export async function takeDue(tx: Queryable, step: Step): Promise<DueRow[]> {
  const due =
    step === 'reminded'
      ? sql`r.due_at <= now() and p.id is not null`
      : sql`r.due_at + ${after} <= now() and w.id is not null`
  const { rows } = await sql<DueRow>`
    with due as (
      select r.execution_id, 'due:' || extract(epoch from r.due_at)::bigint as subject, r.owner_id, coalesce(e.title, a.name, 'a document') as document,
        coalesce('/w/' || w.slug, '') as within, t.escalate_to, r.due_at, p.id as assignee_id, ${nameIn('p', sql`r.owner_id`)} as assignee
      from run_reviews r join executions e on e.id = r.execution_id left join agents a on a.id = e.agent_id
        left join workspaces w on w.id = r.owner_id left join review_settings t on t.owner_id = r.owner_id
        left join users p on ${isAssigned('p')}
      where r.due_at is not null and r.signed_off_at is null and r.owner_id is not null and ${newerThan(sql`r.due_at`)} and ${due}
        and not exists (select from review_reminders m where m.execution_id = r.execution_id
          and m.subject = 'due:' || extract(epoch from r.due_at)::bigint and m.step = ${step})
      order by r.due_at limit ${AT_ONCE}
    ),
    taken as (
      insert into review_reminders (execution_id, subject, step) select execution_id, subject, ${step} from due
      on conflict do nothing returning execution_id, subject
    )
    select due.execution_id, owner_id, document, within, escalate_to, due_at, assignee_id, assignee
    from due join taken t on t.execution_id = due.execution_id and t.subject = due.subject order by due_at`.execute(tx)
  return rows
}

export interface AskedRow extends Place {
  title: string
  asked_at: Date
  assignee_id: UserId | null
  started_by: UserId | null
}

/** What runs of workspaces have asked people for as long as the workspace sets, and twice as long. */
export async function takeAsked(tx: Queryable, step: Step): Promise<AskedRow[]> {
  const times = step === 'reminded' ? 1 : 2
  const { rows } = await sql<AskedRow>`
    with due as (
      select x.execution_id, 'wait:' || x.id as subject, e.owner_id, coalesce(e.title, a.name, 'a document') as document, '/w/' || w.slug as within,
        t.escalate_to, coalesce(x.wait ->> 'title', '') as title, x.created_at as asked_at, x.assignee_id, e.started_by
      from execution_waits x join executions e on e.id = x.execution_id join workspaces w on w.id = e.owner_id
        left join agents a on a.id = e.agent_id left join review_settings t on t.owner_id = e.owner_id
      where x.resolved_at is null and x.wait ->> 'type' in ('approval', 'form') and (x.until is null or x.until > now())
        and e.status in ('running', 'waiting', 'paused') and ${newerThan(sql`x.created_at`)}
        and x.created_at + ${times}::int * ${after} <= now()
        and not exists (select from review_reminders m where m.execution_id = x.execution_id and m.subject = 'wait:' || x.id and m.step = ${step})
      order by x.created_at limit ${AT_ONCE}
    ),
    taken as (
      insert into review_reminders (execution_id, subject, step) select execution_id, subject, ${step} from due
      on conflict do nothing returning execution_id, subject
    )
    select due.execution_id, owner_id, document, within, escalate_to, title, asked_at, assignee_id, started_by
    from due join taken t on t.execution_id = due.execution_id and t.subject = due.subject order by asked_at`.execute(
    tx,
  )
  return rows
}

export interface SettingsRow {
  escalate_after_minutes: number
  escalate_to: UserId | null
  name: string | null
}

export async function findSettings(db: Queryable, owner: UserId): Promise<SettingsRow | null> {
  const { rows } = await sql<SettingsRow>`
    select t.escalate_after_minutes, t.escalate_to, ${nameIn('u', sql`t.owner_id`)} as name
    from review_settings t left join users u on u.id = t.escalate_to where t.owner_id = ${owner}`.execute(db)
  return rows[0] ?? null
}

export async function saveSettings(
  tx: Queryable,
  owner: UserId,
  { minutes, person }: { minutes: number; person: UserId | null },
): Promise<void> {
  await sql`
    insert into review_settings as t (owner_id, escalate_after_minutes, escalate_to) values (${owner}, ${minutes}, ${person})
    on conflict (owner_id) do update set escalate_after_minutes = excluded.escalate_after_minutes, escalate_to = excluded.escalate_to`.execute(
    tx,
  )
}
