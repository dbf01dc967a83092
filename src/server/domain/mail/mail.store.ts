/** The SQL of outgoing mail. */
import type { Queryable } from '#server/database/database.ts'

export interface NewMail {
  id: string
  to_address: string
  subject: string
  body: string
  reply_to: string | null
}

export async function insertMail(db: Queryable, mail: NewMail): Promise<void> {
  await db.insertInto('mails').values(mail).execute()
}
