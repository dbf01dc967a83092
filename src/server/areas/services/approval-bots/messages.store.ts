/** The SQL of messages about approvals: one for each question and place, sent once, and changed as often as what it says does. */
import { type RawBuilder, sql } from 'kysely'
import { rolesWith, type WorkspaceRight } from '#contract/accounts/workspace-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { ApprovalBotKind } from '#contract/services/approval-bot-values.ts'
import type { ApprovalBotId } from '#contract/services/approval-bots.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { BotSettings } from './kind.ts'

export async function hasBots(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select from approval_bots where connected_at is not null limit 1`.execute(db)
  return rows.length > 0
}

const roles = (right: WorkspaceRight) => sql`any(${sql.val(rolesWith(right))}::text[])`

/** What nobody answered for so long is no news to anyone. */
const NEWS = sql`interval '30 days'`

/**
 * Questions that are open: each to the person who is assigned or who started the run, if they may answer, otherwise to all who may; once it escalates, to
 * whom the workspace names, or to its owners and admins; and to the channel of the bot. Only what was asked, or escalated, since they
 * connected. A row is the right to send the message.
 */
export async function queueQuestions(db: Queryable): Promise<void> {
  await sql`
    with asked as (
      select x.id as wait_id, x.created_at as asked_at, e.owner_id, w.id is not null as in_workspace,
        m.at as escalated_at, coalesce(n.user_id, s.user_id) as meant_for,
        case when t.escalate_to is not null and r.user_id is not null then t.escalate_to end as named
      from execution_waits x join executions e on e.id = x.execution_id
        left join workspaces w on w.id = e.owner_id
        left join review_settings t on t.owner_id = w.id
        left join workspace_members s on s.workspace_id = w.id and s.user_id = e.started_by and s.role = ${roles('review')}
        left join workspace_members n on n.workspace_id = w.id and n.user_id = x.assignee_id and n.role = ${roles('review')}
        left join workspace_members r on r.workspace_id = w.id and r.user_id = t.escalate_to and r.role = ${roles('review')}
        left join review_reminders m on m.execution_id = x.execution_id and m.subject = 'wait:' || x.id and m.step = 'escalated'
      where x.resolved_at is null and x.created_at > now() - ${NEWS} and x.wait ->> 'type' = 'approval'
        and (x.until is null or x.until > now()) and e.status in ('running', 'waiting', 'paused')
        and exists (select from approval_bots b where b.owner_id = e.owner_id and b.connected_at is not null)
    ),
    meant as (
      select b.id as bot_id, a.wait_id, k.id as contact_id, k.address, false as in_channel
      from asked a join approval_bots b on b.owner_id = a.owner_id and b.connected_at is not null
        join approval_contacts k on k.bot_id = b.id
        left join workspace_members p on p.workspace_id = a.owner_id and p.user_id = k.person_id
      where (not a.in_workspace and k.person_id = a.owner_id and a.asked_at >= k.created_at)
        or (a.asked_at >= k.created_at and p.role = ${roles('review')} and coalesce(a.meant_for = k.person_id, true))
        or (a.escalated_at >= k.created_at and p.role = ${roles('review')}
          and case when a.named is null then p.role = ${roles('manage')} else a.named = k.person_id end)
      union all
      select b.id, a.wait_id, null, b.settings ->> 'channel', true
      from asked a join approval_bots b on b.owner_id = a.owner_id
      where b.connected_at <= a.asked_at and b.settings ->> 'channel' <> ''
    )
    insert into approval_messages (bot_id, wait_id, is_question, contact_id, address, in_channel)
    select bot_id, wait_id, true, contact_id, address, in_channel from meant d
    where not exists (
      select from approval_messages q where q.wait_id = d.wait_id and q.bot_id = d.bot_id and q.address = d.address)
    on conflict do nothing`.execute(db)
}

/** A few words to a person, perhaps in a channel where others don’t see them. */
export async function insertWords(
  db: Queryable,
  {
    bot_id,
    address,
    visible_to,
    words,
  }: { bot_id: ApprovalBotId; address: string; visible_to: string | null; words: string },
): Promise<void> {
  await sql`
    insert into approval_messages (bot_id, is_question, address, visible_to, words)
    values (${bot_id}, false, ${address}, ${visible_to}, ${words})`.execute(db)
}

export interface MessageRow extends Sealed {
  id: string
  bot_id: ApprovalBotId
  kind: ApprovalBotKind
  owner_id: UserId
  settings: BotSettings
  wait_id: string | null
  is_question: boolean
  in_channel: boolean
  contact_id: string | null
  person_id: UserId | null
  address: string
  visible_to: string | null
  words: string
  place: string | null
  external_id: string | null
  has_buttons: boolean
  attempts: number
}

const message = sql`q.id, q.bot_id, b.kind, b.owner_id, b.settings, b.key_id, b.wrapped_key, b.sealed, q.wait_id, q.is_question, q.in_channel,
  q.contact_id, k.person_id, q.address, q.visible_to, q.words, q.place, q.external_id, q.has_buttons, q.attempts`
const joins = sql`join approval_bots b on b.id = q.bot_id left join approval_contacts k on k.id = q.contact_id`

async function readAll(db: Queryable, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MessageRow>`
    select ${message} from approval_messages q ${joins} where q.id = any(${sql.val(ids)}::uuid[])`.execute(db)
  return rows
}

export async function findMessage(db: Queryable, bot_id: ApprovalBotId, id: string): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    select ${message} from approval_messages q ${joins} where q.id = ${id} and q.bot_id = ${bot_id}`.execute(db)
  return rows[0] ?? null
}

const canAct = (owner: RawBuilder<unknown>) => sql`exists (
  select from users u where u.id = ${owner} and u.status <> 'deactivated'
    and (u.status <> 'blocked' or coalesce(u.blocked_until <= now(), false)))`

/** What is due to be sent. Marked before it is, so that one whose sender dies is known to be in doubt. */
export async function takeWaiting(db: Queryable, limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<{ id: string }>`
    update approval_messages set state = 'sending', sending_since = now(), attempts = attempts + 1 where id in (
      select q.id from approval_messages q join approval_bots b on b.id = q.bot_id and b.connected_at is not null
      where q.state = 'waiting' and q.due_at <= now() and ${canAct(sql`b.owner_id`)}
      order by q.due_at limit ${limit} for update of q skip locked)
    returning id`.execute(db)
  return readAll(
    db,
    rows.map(({ id }) => id),
  )
}

/**
 * Messages that no longer say what is true: the question was answered, ended or is gone, its reader disconnected, or personal data is
 * masked now. Who takes one has it for a minute.
 */
export async function takeOutdated(db: Queryable, limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<{ id: string }>`
    update approval_messages set due_at = now() + interval '1 minute', attempts = attempts + 1 where id in (
      select q.id from approval_messages q join approval_bots b on b.id = q.bot_id and b.connected_at is not null
        left join execution_waits x on x.id = q.wait_id left join executions e on e.id = x.execution_id
      where q.state = 'sent' and q.is_question and not q.is_closed and q.due_at <= now()
        and (x.id is null or e.id is null or x.resolved_at is not null or x.until <= now()
          or e.status not in ('queued', 'running', 'waiting', 'paused') or e.owner_id is distinct from b.owner_id
          or (q.contact_id is null and not q.in_channel)
          or (not q.is_masked and exists (select from data_policies d where d.account_id = b.owner_id and d.mask_lists)))
      order by q.due_at limit ${limit} for update of q skip locked)
    returning id`.execute(db)
  return readAll(
    db,
    rows.map(({ id }) => id),
  )
}

export interface Said {
  is_masked: boolean
  has_buttons: boolean
  is_closed: boolean
}

/** Sent, with what it says. */
export async function noteSent(
  db: Queryable,
  id: string,
  { place, external_id, said }: { place: string; external_id: string; said: Said },
): Promise<void> {
  await sql`
    update approval_messages set state = 'sent', place = ${place}, external_id = ${external_id}, is_masked = ${said.is_masked},
      has_buttons = ${said.has_buttons}, is_closed = ${said.is_closed}, attempts = 0, due_at = now(), error = null
    where id = ${id} and state in ('sending', 'unknown')`.execute(db)
}

/** What it says since it was changed there. */
export async function noteUpdated(db: Queryable, id: string, said: Said): Promise<void> {
  await sql`
    update approval_messages set is_masked = ${said.is_masked}, has_buttons = ${said.has_buttons}, is_closed = ${said.is_closed},
      attempts = 0, due_at = now(), error = null where id = ${id}`.execute(db)
}

/** What a press tells of a message whose sending was in doubt. */
export async function learnPlace(db: Queryable, id: string, place: string, external_id: string): Promise<void> {
  await sql`
    update approval_messages set state = 'sent', place = ${place}, external_id = ${external_id}, has_buttons = true, due_at = now()
    where id = ${id} and external_id is null and state in ('sending', 'unknown')`.execute(db)
}

export async function finish(
  db: Queryable,
  id: string,
  { state, error }: { state: 'failed' | 'dropped'; error: string | null },
): Promise<void> {
  await sql`
    update approval_messages set state = ${state}, error = ${error}, words = '' where id = ${id} and state = 'sending'`.execute(
    db,
  )
}

export async function retryLater(db: Queryable, id: string, seconds: number, error: string): Promise<void> {
  await sql`
    update approval_messages set state = case state when 'sending' then 'waiting' else state end, error = ${error},
      due_at = now() + make_interval(secs => ${seconds}) where id = ${id}`.execute(db)
}

/** Sent, but by a process that did not write down how that ended: perhaps it arrived, so it is never sent again. */
export async function markUnknown(db: Queryable, seconds: number): Promise<void> {
  await sql`
    update approval_messages set state = 'unknown'
    where state = 'sending' and sending_since < now() - make_interval(secs => ${seconds})`.execute(db)
}

/** Messages of a bot that still ask, newest first. */
export async function findAsking(db: Queryable, bot_id: ApprovalBotId, limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${message} from approval_messages q ${joins}
    where q.bot_id = ${bot_id} and q.state = 'sent' and q.is_question and not q.is_closed
    order by q.created_at desc limit ${limit}`.execute(db)
  return rows
}

/** Those that ask nothing any more. @returns how many were deleted */
export async function deleteOld(db: Queryable, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from approval_messages where id in (
      select q.id from approval_messages q where q.created_at < now() - ${days} * interval '1 day'
        and (q.is_closed or not q.is_question or q.state in ('failed', 'dropped', 'unknown'))
      order by q.created_at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
