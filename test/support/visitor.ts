/** What somebody without an account leaves behind, known by an email address alone. */
import { queueMail } from '#server/platform/mail/mail.ts'
import type { TestDatabase } from './database.ts'

/** The account of this address has shown that it reads its mail. */
export const confirmAddress = ({ pool }: TestDatabase, email: string) =>
  pool.query('update auth."user" set "emailVerified" = true where email = $1', [email])

/** A message over the contact form, the mail about it and its acknowledgement. */
export async function writeAsVisitor({ db, pool }: TestDatabase, email: string): Promise<void> {
  await pool.query(
    `insert into contact_messages (id, reference, topic, name, email, message)
     values (uuidv7(), left(md5($1), 8), 'help', 'Visitor', $1, 'Private')`,
    [email],
  )
  await queueMail(db, { to: 'support@chowk.example', subject: 'Help', text: `From ${email}`, reply_to: email })
  await queueMail(db, { to: email, subject: 'We have your message', text: 'Thank you.' })
}

/** How many messages and mails still name the address. */
export async function leftOf({ pool }: TestDatabase, email: string): Promise<number> {
  const { rows } = await pool.query<{ left: number }>(
    `select (select count(*)::int from contact_messages where email = $1)
       + (select count(*)::int from mails where strpos(body, $1) > 0 or to_address = $1) as left`,
    [email],
  )
  return rows[0]?.left ?? 0
}
