/** The SQL of the inbox: what its owner chose, and the chats that people lead with their services. */
import { type RawBuilder, sql } from 'kysely'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import type { ChatMessage, ConversationId } from '#contract/runs/conversations.ts'
import type { ChannelKindName } from '#contract/services/channel-values.ts'
import type { InboxMessage } from '#contract/services/inbox.ts'
import type { InboxFilter } from '#contract/services/inbox-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { containing } from '#server/platform/database/like.ts'

export interface SettingsRow {
  enabled: boolean
  display_name: string
  opening: string
  take_back_hours: number | null
}

export async function findSettings(db: Queryable, service: ServiceId): Promise<SettingsRow | null> {
  const { rows } = await sql<SettingsRow>`
    select enabled, display_name, opening, take_back_hours from service_inboxes where service_id = ${service}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function saveSettings(tx: Queryable, service: ServiceId, row: SettingsRow): Promise<void> {
  await sql`
    insert into service_inboxes (service_id, enabled, display_name, opening, take_back_hours)
    values (${service}, ${row.enabled}, ${row.display_name}, ${row.opening}, ${row.take_back_hours})
    on conflict (service_id) do update set enabled = excluded.enabled, display_name = excluded.display_name,
      opening = excluded.opening, take_back_hours = excluded.take_back_hours`.execute(tx)
}

/** How what is said in a chat reaches its visitor. */
export interface ReachRow {
  /** Null where they read it on a page. */
  channel_id: string | null
  channel_kind: ChannelKindName | null
  thread: string
  visitor_id: string
  opted_out: boolean
  /** The door that they came in by is still open. */
  open: boolean
  /** What they wrote last; empty before that. */
  written: string
  /** Whether that was long ago: what is sent now may wait on their channel until they write again. */
  silent: boolean
}

const isOpen = sql`case c.channel
  when 'page' then exists (select from service_pages p where p.service_id = c.service_id and p.enabled)
  when 'widget' then exists (select from service_widgets w where w.service_id = c.service_id and w.enabled)
  else exists (select from channels n where n.id = v.channel_id and n.enabled) end`

export async function findReach(db: Queryable, id: ConversationId): Promise<ReachRow | null> {
  const { rows } = await sql<ReachRow>`
    select v.channel_id, (select n.kind from channels n where n.id = v.channel_id) as channel_kind, c.thread, v.id as visitor_id, v.opted_out_at is not null as opted_out, ${isOpen} as open,
      coalesce((select m.text from conversation_messages m where m.conversation_id = c.id and m.role = 'person'
        order by m.seq desc limit 1), '') as written,
      c.channel = 'whatsapp' and coalesce(v.last_wrote_at < now() - interval '23 hours', false) as silent
    from conversations c join chat_visitors v on v.id = c.visitor_id where c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export interface ChatRow {
  id: ConversationId
  service_id: ServiceId
  service_name: string
  channel: string
  name: string
  address: string | null
  title: string
  handed_over: boolean
  state: 'waiting' | 'taken' | 'returned' | null
  asked_by: 'visitor' | 'agent' | 'owner' | null
  reason: string | null
  waiting_since: Date | null
  unread: number
  last_role: ChatMessage['role'] | null
  last_text: string | null
  updated_at: Date
  open: boolean
  opted_out: boolean
}

const chat = sql`c.id, c.service_id, s.name as service_name, c.channel, v.name, v.address, c.title, c.handed_over, h.state, h.asked_by,
  h.reason, h.waiting_since, l.role as last_role, l.text as last_text, c.updated_at, ${isOpen} as open,
  v.opted_out_at is not null as opted_out,
  case when c.handed_over then (select count(*)::int from conversation_messages u where u.conversation_id = c.id and u.role = 'person'
    and u.replaced_by is null and u.seq > h.read_seq) else 0 end as unread`
const joined = sql`from conversations c join services s on s.id = c.service_id join chat_visitors v on v.id = c.visitor_id
  left join chat_handovers h on h.conversation_id = c.id`
const ofChat = sql`${joined} left join lateral (select m.role, left(m.text, 200) as text from conversation_messages m where m.conversation_id = c.id
    and m.replaced_by is null order by m.seq desc limit 1) l on true`

const FILTERS: { [Filter in InboxFilter]: RawBuilder<unknown> } = {
  waiting: sql`and h.waiting_since is not null`,
  person: sql`and h.state = 'taken'`,
  all: sql``,
}

/** Those that wait first, the longest wait at the top. */
export async function listChats(
  db: Queryable,
  owner: UserId,
  {
    show,
    service_id,
    search,
    limit,
    offset,
  }: { show: InboxFilter; service_id?: ServiceId | undefined; search: string; limit: number; offset: number },
): Promise<{ rows: ChatRow[]; total: number }> {
  const pattern = containing(search)
  const ofService = service_id === undefined ? sql`` : sql`and c.service_id = ${service_id}`
  const found =
    search === ''
      ? sql``
      : sql`and (c.title ilike ${pattern} or v.name ilike ${pattern} or v.address ilike ${pattern}
          or exists (select from conversation_messages f where f.conversation_id = c.id and f.replaced_by is null
            and f.text ilike ${pattern}))`
  const where = sql`where c.owner_id = ${owner} ${FILTERS[show]} ${ofService} ${found}
    and exists (select from conversation_messages m where m.conversation_id = c.id and m.replaced_by is null)`
  const order = sql`order by h.waiting_since nulls last, c.updated_at desc, c.id`
  // The last message is read for the chats of the page alone.
  const { rows } = await sql<ChatRow>`
    select ${chat} ${ofChat} where c.id in (select c.id ${joined} ${where} ${order} limit ${limit} offset ${offset}) ${order}`.execute(
    db,
  )
  const counted = await sql<{ count: number }>`select count(*)::int as count ${joined} ${where}`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

export async function findChat(db: Queryable, owner: UserId, id: ConversationId): Promise<ChatRow | null> {
  const { rows } = await sql<ChatRow>`
    select ${chat} ${ofChat} where c.id = ${id} and c.owner_id = ${owner}`.execute(db)
  return rows[0] ?? null
}

export async function countWaiting(db: Queryable, owner: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversations c join chat_handovers h on h.conversation_id = c.id
    where c.owner_id = ${owner} and h.waiting_since is not null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Services that people can chat with, or have. */
export async function listServices(db: Queryable, owner: UserId): Promise<{ id: ServiceId; name: string }[]> {
  const { rows } = await sql<{ id: ServiceId; name: string }>`
    select s.id, s.name from services s where s.owner_id = ${owner} and (
      exists (select from service_pages p where p.service_id = s.id and p.enabled)
      or exists (select from channels n where n.service_id = s.id and n.enabled)
      or exists (select from service_inboxes i where i.service_id = s.id and i.enabled)
      or exists (select from conversations c where c.service_id = s.id))
    order by s.name, s.id limit 200`.execute(db)
  return rows
}

/** @param through the number of the newest message that was read */
export async function markRead(tx: Queryable, id: ConversationId, through: string): Promise<void> {
  await sql`
    update chat_handovers set read_seq = greatest(read_seq, ${through}::bigint) where conversation_id = ${id}`.execute(
    tx,
  )
}

/** What came after the message that an answer is about waits on. @param after its number */
export async function noteAnswered(tx: Queryable, id: ConversationId, after: string): Promise<void> {
  await sql`
    update chat_handovers set read_seq = greatest(read_seq, ${after}::bigint), waiting_since = (
      select min(m.created_at) from conversation_messages m where m.conversation_id = ${id} and m.role = 'person'
        and m.replaced_by is null and m.seq > ${after}::bigint) where conversation_id = ${id}`.execute(tx)
}

/** The message that a run answers. */
export async function findAsked(
  db: Queryable,
  execution_id: string,
): Promise<{ conversation_id: ConversationId; seq: string; service_id: ServiceId | null } | null> {
  const { rows } = await sql<{ conversation_id: ConversationId; seq: string; service_id: ServiceId | null }>`
    select m.conversation_id, m.seq::text as seq, c.service_id
    from conversation_messages m join conversations c on c.id = m.conversation_id
    where m.execution_id = ${execution_id} and m.role = 'person' and m.replaced_by is null`.execute(db)
  return rows[0] ?? null
}

const due = sql`h.waiting_since is not null and i.take_back_hours is not null and s.status = 'running'
  and h.waiting_since + i.take_back_hours * interval '1 hour' <= now()`
const ofDue = sql`from chat_handovers h join conversations c on c.id = h.conversation_id join services s on s.id = c.service_id
  join service_inboxes i on i.service_id = c.service_id`

/** Chats that nobody has answered for as long as their owner allows. */
export async function findDue(db: Queryable, limit: number): Promise<ConversationId[]> {
  const { rows } = await sql<{ id: ConversationId }>`
    select c.id ${ofDue} where ${due} order by h.waiting_since limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function isDue(tx: Queryable, id: ConversationId): Promise<boolean> {
  const { rows } = await sql`select 1 ${ofDue} where c.id = ${id} and ${due}`.execute(tx)
  return rows.length > 0
}

/** The cause of a part of an answer in the outbox. */
export const causeOf = (message_id: string, part: number): string => `staff ${message_id} ${part}`

/** How answers of persons went on through a channel, by message: of several parts the one that is furthest from being there. */
export async function findDeliveries(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, InboxMessage['delivery']>> {
  const { rows } = await sql<{ id: string; state: NonNullable<InboxMessage['delivery']> }>`
    select distinct on (split_part(o.cause, ' ', 2)) split_part(o.cause, ' ', 2) as id, case o.state when 'sending' then 'waiting'
      else o.state end as state
    from unnest(${sql.val(ids)}::text[]) as m (id) join channel_outbox o on o.cause like 'staff ' || m.id || ' %'
    order by split_part(o.cause, ' ', 2), array_position(array['failed', 'held', 'unknown', 'dropped', 'waiting', 'sending', 'sent'], o.state)`.execute(
    db,
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}
