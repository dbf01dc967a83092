/** The SQL of what arrived through channels, and of its turns. */
import { sql } from 'kysely'
import type { Role } from '#contract/core/access.ts'
import type { ExecutionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { ConversationId } from '#contract/runs/conversations.ts'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import type { ChannelKindName } from '#contract/services/channel-values.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ChannelSettings, Incoming, Media } from './kind/kind.ts'

export type MessageState = 'held' | 'waiting' | 'done'

/** @returns its id; null when it arrived before */
export async function insertIncoming(
  tx: Queryable,
  at: { channel_id: string; visitor_id: string; state: MessageState },
  { external_id, thread, text, files, unsupported, sent_at, position, envelope }: Incoming,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into channel_messages (channel_id, visitor_id, external_id, thread, text, media, unsupported, sent_at, position, envelope, state)
    values (${at.channel_id}, ${at.visitor_id}, ${external_id}, ${thread}, ${text},
      ${files.length === 0 ? null : JSON.stringify(files)}::jsonb, ${unsupported}, ${sent_at}, ${position},
      ${envelope === null ? null : JSON.stringify(envelope)}::jsonb, ${at.state})
    on conflict (channel_id, external_id) do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

const day = sql.raw(`date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'`)

/** Messages of a person since midnight in India. */
export async function countToday(db: Queryable, visitor: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from channel_messages where visitor_id = ${visitor} and received_at >= ${day}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** What waited for the person’s consent has its turn now. */
export async function releaseIncoming(tx: Queryable, visitor: string): Promise<void> {
  await sql`
    update channel_messages set state = 'waiting', due_at = now() where visitor_id = ${visitor} and state = 'held'`.execute(
    tx,
  )
}

/** Nothing that has not begun is answered any more. */
export async function dropIncoming(tx: Queryable, visitor: string): Promise<void> {
  await sql`
    update channel_messages set state = 'done' where visitor_id = ${visitor} and state in ('held', 'waiting')`.execute(
    tx,
  )
}

export interface TurnRow extends Sealed {
  id: string
  channel_id: string
  visitor_id: string
  kind: ChannelKindName
  service_id: ServiceId
  owner_id: UserId
  role: Role
  address: string
  /** Empty where deliveries don’t tell it, and nobody has asked yet. */
  name: string
  thread: string
  settings: ChannelSettings
  enabled: boolean
  text: string
  files: Media[]
  unsupported: boolean
  attempts: number
}

/** A process that took a message and died leaves it to others after this time. */
const LEASE = '60 seconds'

const columns = sql`m.id, m.channel_id, m.visitor_id, c.kind, c.service_id, c.owner_id, u.role, coalesce(v.address, '') as address,
  v.name, m.thread, c.settings, c.enabled, m.text, m.unsupported,
  case when m.media is null then '[]'::jsonb when jsonb_typeof(m.media) = 'object' then jsonb_build_array(m.media) else m.media end as files,
  m.attempts, c.key_id, c.wrapped_key, c.sealed`

/** The next message of each person whose turn it is; it is this process’s for a minute. */
export async function takeTurns(db: Queryable, limit: number): Promise<TurnRow[]> {
  const { rows } = await sql<{ id: string }>`
    update channel_messages set due_at = now() + ${LEASE}::interval, attempts = attempts + 1 where id in (
      select m.id from channel_messages m where m.state = 'waiting' and m.due_at <= now()
        and not exists (select from channel_messages b where b.visitor_id = m.visitor_id and b.state in ('waiting', 'answering')
          and (b.sent_at, b.position, b.seq) < (m.sent_at, m.position, m.seq))
      order by m.due_at limit ${limit} for update of m skip locked)
    returning id`.execute(db)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const found = await sql<TurnRow>`
    select ${columns} from channel_messages m join channels c on c.id = m.channel_id join users u on u.id = c.owner_id
      join chat_visitors v on v.id = m.visitor_id
    where m.id = any(${sql.val(ids)}::uuid[])`.execute(db)
  return found.rows
}

export async function setState(tx: Queryable, id: string, state: 'answering' | 'done'): Promise<void> {
  await sql`update channel_messages set state = ${state} where id = ${id}`.execute(tx)
}

/** It is this message’s turn again later. */
export async function postpone(db: Queryable, id: string, seconds: number): Promise<void> {
  await sql`
    update channel_messages set due_at = now() + make_interval(secs => ${seconds}) where id = ${id} and state = 'waiting'`.execute(
    db,
  )
}

/** Where a message is in its conversation, and what answers it. */
export interface AnsweredRow {
  conversation_id: ConversationId | null
  execution_id: ExecutionId | null
  /** Null where its chat is gone. */
  seq: string | null
}

export interface EndedRow extends AnsweredRow {
  id: string
  channel_id: string
  visitor_id: string
  owner_id: UserId
  role: Role
  kind: ChannelKindName
  thread: string
  text: string
  /** Null where the run could not be started, or its chat is gone. */
  status: ExecutionStatus | null
}

/** Messages whose run has ended, or will never begin. */
export async function findEnded(db: Queryable, limit: number): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    select m.id, m.channel_id, m.visitor_id, c.owner_id, u.role, c.kind, m.thread, m.text, q.conversation_id, q.execution_id,
      q.seq::text as seq, e.status
    from channel_messages m join channels c on c.id = m.channel_id join users u on u.id = c.owner_id
    left join conversation_messages q on q.key = m.id and q.role = 'person'
      and q.conversation_id in (select v.id from conversations v where v.visitor_id = m.visitor_id)
    left join executions e on e.id = q.execution_id
    where m.state = 'answering' and (e.finished_at is not null or q.error is not null or q.id is null or q.execution_id is null)
    order by m.seq limit ${limit}`.execute(db)
  return rows
}

/** What ended long ago: WhatsApp repeats a delivery for a week, others for less. @returns how many were deleted */
export async function deleteOldIncoming(db: Queryable, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from channel_messages where id in (
      select id from channel_messages where received_at < now() - ${days} * interval '1 day' and state in ('done', 'held')
      order by received_at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
