/** The SQL of hand-overs: the newest one of each conversation. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { ConversationId } from '#contract/runs/conversations.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** That something changed in a conversation is announced on this channel with its id, when it commits. */
export const CHANGES = 'chowk_chats'

export type HandedOverBy = 'visitor' | 'agent' | 'owner'

/** @param made `taken_by` null where nobody has it yet: its person waits from now on */
export async function saveHandOver(
  tx: Queryable,
  id: ConversationId,
  made: { asked_by: HandedOverBy; reason: string; taken_by: UserId | null },
): Promise<void> {
  const isWaiting = made.taken_by === null
  await sql`
    insert into chat_handovers as h (conversation_id, state, asked_by, reason, taken_by, waiting_since)
    values (${id}, ${isWaiting ? 'waiting' : 'taken'}, ${made.asked_by}, ${made.reason}, ${made.taken_by},
      case when ${isWaiting}::boolean then now() end)
    on conflict (conversation_id) do update set state = excluded.state, asked_by = excluded.asked_by, reason = excluded.reason,
      taken_by = excluded.taken_by, waiting_since = excluded.waiting_since`.execute(tx)
}

export async function setTaken(tx: Queryable, id: ConversationId, by: UserId): Promise<void> {
  await sql`update chat_handovers set state = 'taken', taken_by = ${by} where conversation_id = ${id}`.execute(tx)
}

export async function setReturned(tx: Queryable, id: ConversationId): Promise<void> {
  await sql`
    update chat_handovers set state = 'returned', taken_by = null, waiting_since = null where conversation_id = ${id}`.execute(
    tx,
  )
}

/** Their wait began with the first message that has no answer. */
export async function noteWaiting(tx: Queryable, id: ConversationId): Promise<void> {
  await sql`
    update chat_handovers set waiting_since = coalesce(waiting_since, now())
    where conversation_id = ${id} and state <> 'returned'`.execute(tx)
}

/** Wakes who follows the conversation, when the transaction commits. */
export async function announce(tx: Queryable, id: ConversationId): Promise<void> {
  await sql`select pg_notify(${CHANGES}, ${id}::text)`.execute(tx)
}

export async function findServiceName(db: Queryable, id: ConversationId): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select s.name from conversations c join services s on s.id = c.service_id where c.id = ${id}`.execute(db)
  return rows[0]?.name ?? ''
}

export async function deleteNotices(tx: Queryable, group: string): Promise<void> {
  await sql`delete from notifications where kind = 'chat_waiting' and group_key = ${group}`.execute(tx)
}
