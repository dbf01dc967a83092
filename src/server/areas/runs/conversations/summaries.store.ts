/** The SQL of summaries: one covers all messages of its conversation up to `through`. */
import { sql } from 'kysely'
import type { ConversationId } from '#contract/runs/conversations.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { SaidRow } from './conversations.store.ts'

/** More than fall out of a window between two summaries. */
const MOST_SINCE = 200

/** The message that a run answers. */
export interface AskedRow {
  conversation_id: ConversationId
  seq: string
}

export async function findAsked(db: Queryable, execution_id: string): Promise<AskedRow | null> {
  const { rows } = await sql<AskedRow>`
    select m.conversation_id, m.seq::text as seq from conversation_messages m
    where m.execution_id = ${execution_id} and m.role = 'person' and m.replaced_by is null`.execute(db)
  return rows[0] ?? null
}

/** The newest summary of what was said before a message. */
export async function findSummary(
  db: Queryable,
  { conversation_id, seq }: AskedRow,
): Promise<{ text: string; seq: string } | null> {
  const { rows } = await sql<{ text: string; seq: string }>`
    select s.text, m.seq::text as seq from conversation_summaries s join conversation_messages m on m.id = s.through
    where s.conversation_id = ${conversation_id} and m.replaced_by is null and m.seq < ${seq}::bigint
    order by m.seq desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** What was said after `since` and before a message, oldest first; the newest 200. */
export async function findSince(
  db: Queryable,
  { conversation_id, seq }: AskedRow,
  since: string,
): Promise<(SaidRow & { id: string })[]> {
  const { rows } = await sql<SaidRow & { id: string }>`
    select m.id, m.role, m.author, m.text, m.data from conversation_messages m
    where m.conversation_id = ${conversation_id} and m.seq > ${since}::bigint and m.seq < ${seq}::bigint
      and m.replaced_by is null and m.role <> 'notice'
    order by m.seq desc limit ${MOST_SINCE}`.execute(db)
  return rows.reverse()
}

/** Once for each message; not when the message is gone meanwhile. */
export async function insertSummary(
  db: Database,
  { conversation_id }: AskedRow,
  { through, text }: { through: string; text: string },
): Promise<void> {
  await sql`
    insert into conversation_summaries (through, conversation_id, text)
    select m.id, m.conversation_id, ${text} from conversation_messages m
    where m.id = ${through} and m.conversation_id = ${conversation_id} and m.replaced_by is null
    on conflict (through) do nothing`.execute(db)
}
