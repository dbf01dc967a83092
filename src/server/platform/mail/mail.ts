/**
 * Outgoing mail. `queueMail` writes it with the change it reports, in the caller's transaction: it is sent if and only
 * if that transaction commits. `sender.ts` sends it; while no mail server is set up it waits in the outbox of the super
 * admin.
 */
import { fieldError } from '#contract/core/errors.ts'
import { UNSEEN } from '#contract/core/names.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import * as store from './mail.store.ts'
import { toOneLine } from './quote-text.ts'

export interface Mail {
  to: string
  subject: string
  /** Plain text. Put links between spaces or line ends; the HTML version is made from this. */
  text: string
  reply_to?: string
  attachments?: store.Attachment[]
  /** A UUID: a mail that has it already is not queued again. */
  id?: string
  /** The run that sends it, or that it tells of: it goes with the data of the run. */
  execution_id?: string
  /** The account that run belongs to: nothing is sent for one that is blocked. */
  owner_id?: UserId
}

/** One address and nothing else: no name, no list, nothing that could end a header line. RFC 5321 allows 254 characters. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,189}$/u

/** @throws AppError invalid_input (`email`) for what is no single address */
export function parseAddress(text: string): string {
  const address = text.trim()
  if (!ADDRESS.test(address) || UNSEEN.test(address)) throw fieldError('email', 'Please enter a valid email address')
  return address
}

/**
 * Queues one mail in the caller's transaction.
 * @throws AppError invalid_input when `to` or `reply_to` is no single address
 */
export async function queueMail(db: Queryable, mail: Mail): Promise<void> {
  await store.insertMail(db, {
    id: mail.id ?? uuidv7(),
    to_address: parseAddress(mail.to),
    subject: toOneLine(mail.subject),
    // Postgres stores neither NUL nor half a character; the other controls mean nothing in a mail.
    body: mail.text.replace(/[^\P{Cc}\t\n]/gu, '').toWellFormed(),
    reply_to: mail.reply_to === undefined ? null : parseAddress(mail.reply_to),
    attachments: mail.attachments ?? null,
    execution_id: mail.execution_id ?? null,
    owner_id: mail.owner_id ?? null,
  })
}
