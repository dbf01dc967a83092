/** The SQL of the contact form. */
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
