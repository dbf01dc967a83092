/** Outgoing mail, looked at by the super admin. */

import type { MailId, Outbox, OutboxMail, OutboxMessage, OutboxQuery } from '#contract/admin/outbox.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from '#server/platform/mail/mail.store.ts'
import { retryAbility } from './mail.policy.ts'

export interface OutboxDeps {
  db: Database
  /** Whether a mail server is named in the configuration. */
  setUp: boolean
}

function present(row: store.MailRow, setUp: boolean): OutboxMail {
  return {
    id: row.id as MailId,
    to: row.to_address,
    subject: row.subject,
    status: row.status,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    next_attempt_at: setUp && row.status === 'queued' && !row.is_held ? row.next_attempt_at.toISOString() : null,
    sent_at: row.sent_at?.toISOString() ?? null,
    last_error: row.last_error,
    abilities: { retry: retryAbility(row.status, setUp, row.is_held) },
  }
}

const message = (row: store.MailRow, setUp: boolean): OutboxMessage => ({
  ...present(row, setUp),
  text: row.body,
  reply_to: row.reply_to,
})

/** Newest first. */
export async function listOutbox(
  { db, setUp }: OutboxDeps,
  _grant: Grant<'outbox.read'>,
  query: OutboxQuery,
): Promise<Outbox> {
  const { rows, total } = await store.findMails(db, query)
  const { limit, offset } = query
  return { items: rows.map((row) => present(row, setUp)), total, limit, offset, set_up: setUp }
}

/** @throws not_found */
export const readMail = (deps: OutboxDeps, _grant: Grant<'outbox.read'>, id: MailId): Promise<OutboxMessage> =>
  findMessage(deps, id)

async function findMessage({ db, setUp }: OutboxDeps, id: MailId): Promise<OutboxMessage> {
  const row = await store.findMail(db, id)
  if (!row) throw new AppError('not_found')
  return message(row, setUp)
}

/**
 * Makes it due now, for another day. A mail that is just being sent is left to that.
 * @throws not_found, illegal_transition (sent already, or no mail server is set up)
 */
export async function retryMail(
  deps: OutboxDeps,
  grant: Grant<'outbox.retry', UserId>,
  id: MailId,
): Promise<OutboxMessage> {
  const found = await findMessage(deps, id)
  const { allowed, reason } = found.abilities.retry
  if (!allowed) throw new AppError('illegal_transition', reason === null ? {} : { message: reason })
  await deps.db.transaction().execute(async (tx) => {
    await store.makeDue(tx, id)
    const details = { status: found.status, attempts: found.attempts }
    await insertAudit(tx, { actor_id: grant.on, action: grant.action, target_id: id, reason: null, details })
  })
  return findMessage(deps, id)
}
