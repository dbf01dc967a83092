/** The SQL of outgoing mail. */
import { sql } from 'kysely'
import type { MailStatus, OutboxQuery } from '#contract/admin/outbox.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { isDeleted, mayNotAct } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface Attachment {
  file_id: string
  name: string
  mime: string
}

export interface NewMail {
  id: string
  to_address: string
  subject: string
  body: string
  reply_to: string | null
  /** Files that go with it. */
  attachments?: Attachment[] | null
  /** The run that sends it. */
  execution_id?: string | null
  /** The account that run belongs to. */
  owner_id?: UserId | null
}

export async function insertMail(db: Queryable, mail: NewMail): Promise<void> {
  const { attachments = null, execution_id = null, owner_id = null, ...row } = mail
  await db
    .insertInto('mails')
    .values({
      ...row,
      attachments: attachments && JSON.stringify(attachments),
      execution_id: execution_id && sql`case when is_of_bench(${execution_id}) then ${execution_id}::uuid end`,
      run_id: execution_id,
      owner_id,
    })
    // The same mail of the same step of a run: once.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export interface TakenMail extends NewMail {
  attempts: number
  message_id: string
}

/** Whether the run of the mail `m` belongs to an account that is blocked, deactivated or deleted: it is not sent then. */
const isHeld = sql<boolean>`exists (
  select from users u where u.id = m.owner_id and (${mayNotAct} or ${isDeleted}))`

/**
 * Takes what is due, for `lease_s` seconds, past what other processes are just taking. What runs of a blocked account wrote stays where
 * it is: its text is the account's, its sender the operator.
 */
export async function takeDue(
  db: Queryable,
  { limit, lease_s, domain }: { limit: number; lease_s: number; domain: string },
): Promise<TakenMail[]> {
  const { rows } = await sql<TakenMail>`
    update mails set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${lease_s}),
      taken_until = now() + make_interval(secs => ${lease_s}),
      message_id = coalesce(message_id, '<' || id || '@' || ${domain}::text || '>')
    where id in (
      select id from mails m where status = 'queued' and next_attempt_at <= now()
        and not ${isHeld}
      order by next_attempt_at limit ${limit} for update skip locked)
    returning id, to_address, subject, body, reply_to, attachments, attempts, message_id`.execute(db)
  return rows
}

/**
 * `attempt` is the number of the attempt that tells: one whose lease ran out has no say any more. What opens something is kept
 * only as long as it has to be sent.
 */
export async function markSent(db: Queryable, id: string, attempt: number): Promise<void> {
  await sql`
    update mails set status = 'sent', sent_at = now(), last_error = null, taken_until = null,
      body = regexp_replace(body, '([?&]token=)[^\\s&]+', '\\1…', 'g')
    where id = ${id} and attempts = ${attempt} and status = 'queued'`.execute(db)
}

export async function markTried(
  db: Queryable,
  id: string,
  attempt: number,
  { reason, final, pause_s }: { reason: string; final: boolean; pause_s: number },
): Promise<void> {
  await sql`
    update mails set last_error = ${reason}, taken_until = null,
      status = case when ${final} or give_up_at <= now() then 'failed' else 'queued' end,
      next_attempt_at = least(now() + make_interval(secs => ${pause_s}), greatest(give_up_at, now()))
    where id = ${id} and attempts = ${attempt} and status = 'queued'`.execute(db)
}

/** What was due for longer than its time without a last attempt: nobody was there to make it, or its account was blocked. */
export async function giveUpOverdue(db: Queryable): Promise<void> {
  await sql`
    update mails m set status = 'failed',
      last_error = case when ${isHeld} then 'The account whose run wrote this mail is blocked or deleted'
        else coalesce(last_error, 'It could not be sent within a day of being written') end
    where id in (
      select id from mails where status = 'queued' and next_attempt_at <= now() and give_up_at < now() - interval '5 minutes'
      for update skip locked)`.execute(db)
}

/** Mail nobody can send, each once. */
export async function takeUnnoted(db: Queryable): Promise<{ to_address: string; subject: string }[]> {
  const { rows } = await sql<{ to_address: string; subject: string }>`
    update mails set noted_at = now()
    where id in (
      select id from mails where status = 'queued' and noted_at is null order by created_at limit 50 for update skip locked)
    returning to_address, subject`.execute(db)
  return rows
}

/** Also mail of runs whose content was deleted while it was still to be sent. */
export async function removeOld(db: Queryable, days: number): Promise<void> {
  await sql`
    delete from mails where run_id is not null and status <> 'queued'
      and not exists (select from executions e where e.id = mails.run_id and e.payload_removed_at is null)`.execute(db)
  await sql`
    delete from mails where created_at < now() - make_interval(days => ${days})
      and (sent_at is null or sent_at < now() - make_interval(days => ${days}))`.execute(db)
}

export interface MailRow extends NewMail {
  status: MailStatus
  attempts: number
  next_attempt_at: Date
  last_error: string | null
  created_at: Date
  sent_at: Date | null
  /** Not sent while the account whose run wrote it is blocked. */
  is_held: boolean
}

const columns = sql`id, to_address, subject, body, reply_to, status, attempts, next_attempt_at, last_error, created_at, sent_at,
  ${isHeld} as is_held`

export async function findMails(
  db: Queryable,
  { status, limit, offset }: OutboxQuery,
): Promise<{ rows: MailRow[]; total: number }> {
  // Mail that a run of a bench sends is its owner's alone.
  const chosen = sql`from mails m where execution_id is null and (${status ?? null}::text is null or status = ${status ?? null})`
  const [page, count] = await Promise.all([
    sql<MailRow>`select ${columns} ${chosen} order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total ${chosen}`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

export async function findMail(db: Queryable, id: string): Promise<MailRow | null> {
  const { rows } = await sql<MailRow>`select ${columns} from mails m where id = ${id} and execution_id is null`.execute(
    db,
  )
  return rows[0] ?? null
}

/** A failed one gets another day. One that waits is due at once, unless an attempt is under way: that one will tell. */
export async function makeDue(db: Queryable, id: string): Promise<void> {
  await sql`
    update mails set status = 'queued', give_up_at = now() + interval '1 day', next_attempt_at =
      case when taken_until > now() then next_attempt_at else now() end
    where id = ${id} and status in ('queued', 'failed')`.execute(db)
}

/** Notes the names in up to `limit` mails from before they were noted as mails are written (migration 0334). @returns how many */
export async function noteNames(db: Queryable, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update mails set names = mail_keys(to_address, reply_to, subject, body)
    where id in (select id from mails where names is null order by created_at limit ${limit} for update skip locked)`.execute(
    db,
  )
  return Number(numAffectedRows)
}
