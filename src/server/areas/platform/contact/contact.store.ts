/** The SQL of the contact form. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface NewMessage {
  id: string
  reference: string
  topic: string
  plan: string | null
  name: string
  email: string
  message: string
  user_id: UserId | null
}

export async function insertMessage(db: Queryable, message: NewMessage): Promise<void> {
  await db.insertInto('contact_messages').values(message).execute()
}

export interface SentMessage {
  id: string
  reference: string
  topic: string
  message: string
  created_at: Date
}

/** Written while signed in, or with an address that is known to be theirs; newest first. */
export async function findMessagesOf(
  db: Queryable,
  id: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SentMessage[]; total: number }> {
  const theirs = sql`(m.user_id = ${id} or (m.user_id is null and lower(m.email) = (
    select lower(u.email::text) from users u where u.id = ${id} and u.is_verified)))`
  const [found, counted] = await Promise.all([
    sql<SentMessage>`select m.id, m.reference, m.topic, m.message, m.created_at from contact_messages m where ${theirs}
      order by m.created_at desc, m.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from contact_messages m where ${theirs}`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
