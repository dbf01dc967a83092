/**
 * Sends what is queued. Every process runs one of these; together they send each mail once, as far as SMTP can tell.
 *
 *   queued ──taken: attempts + 1, due again after the lease──▶ queued ──┬─ accepted ─▶ sent
 *                                                                       ├─ refused for good ─▶ failed
 *                                                                       └─ anything else ─▶ queued, after a pause; failed after a day
 *
 * A process that dies between taking and telling leaves the mail to the next attempt when the lease has run out. The Message-ID
 * stays the same, so a server that has taken it already can tell. Without a mail server nothing is taken: each mail is named
 * once in the log and waits in the outbox.
 */

import { setTimeout } from 'node:timers/promises'
import { ATTEMPT_MS, type MailGateway, MailRefused } from '#server/gateways/mail.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { pauseAfter } from '#server/platform/pause-after.ts'
import * as store from './mail.store.ts'

/** Mails one process sends at a time. */
const AT_ONCE = 5
/** Longer than an attempt can take. */
const LEASE_S = (2 * ATTEMPT_MS) / 1000
const KEPT_DAYS = 30
const FIRST_PAUSE_S = 30
const LONGEST_PAUSE_S = 3600
const MOST_REASON = 500
/** Leaves the database to other jobs: the next turn continues with a backlog. */
const INDEX_FOR_MS = 30_000
/** Mails per statement. A long one takes up to 0.4 s. */
const INDEXED_AT_ONCE = 20
const TELL_TIMES = 10
const TELL_PAUSE_MS = 3000

export interface SenderOptions {
  db: Database
  /** Null while no mail server is set up. */
  gateway: MailGateway | null
  log: WarningLog
  /** The bytes of a file that goes with a mail. */
  readFile?: (file_id: string) => Promise<Buffer>
}

/** Seconds until the next attempt, after this many: 30, 60, 120 and so on, at most an hour. */
export const retryDelaySeconds = (attempts: number): number =>
  pauseAfter(attempts, { first: FIRST_PAUSE_S, longest: LONGEST_PAUSE_S })

/** One line that a person reads in the outbox. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, MOST_REASON)

/** An address in a subject could be a secret one. */
const loggable = (subject: string): string => subject.replace(/\w+:\/\/\S+/g, '(link)')

/** Writes what became of an attempt, also over a database that is away for a moment: forgetting it would send the mail again. */
export async function writeThroughOutage(work: () => Promise<void>): Promise<void> {
  for (let left = TELL_TIMES; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !isOutage(error)) throw error
      await setTimeout(TELL_PAUSE_MS, undefined, { ref: false })
    }
  }
}

async function sendOne(
  { db, log, readFile }: SenderOptions,
  gateway: MailGateway,
  mail: store.TakenMail,
): Promise<void> {
  const { id, attempts, to_address: to, subject, body: text, reply_to, message_id } = mail
  const attached = async () => {
    if (!mail.attachments) return {}
    if (!readFile) throw new Error('This mail sender cannot attach files')
    const read = mail.attachments.map(async ({ file_id, name, mime }) => ({
      name,
      mime,
      bytes: await readFile(file_id),
    }))
    return { attachments: await Promise.all(read) }
  }
  const sending = attached().then((more) => gateway.send({ to, subject, text, reply_to, message_id, ...more }))
  const failure: unknown = await sending.then(
    () => null,
    (error: unknown) => error ?? new Error('unknown'),
  )
  if (failure === null) return writeThroughOutage(() => store.markSent(db, id, attempts))
  const reason = reasonOf(failure)
  const final = failure instanceof MailRefused
  await writeThroughOutage(() =>
    store.markTried(db, id, attempts, { reason, final, pause_s: retryDelaySeconds(attempts) }),
  )
  log.warn({ mail: id, attempts, reason }, 'a mail could not be sent')
}

/**
 * One look: everything that is due, or named in the log when there is no mail server. A mail whose server hangs at a stop comes back
 * when the lease has run out.
 */
export async function sendDue(options: SenderOptions, signal?: AbortSignal): Promise<void> {
  const { db, gateway, log } = options
  if (gateway === null) {
    for (const { to_address, subject } of await store.takeUnnoted(db))
      log.warn(
        { to: to_address.slice(to_address.lastIndexOf('@') + 1), subject: loggable(subject) },
        'mail is not set up: a message waits in the outbox (/admin/outbox)',
      )
    return
  }
  await store.giveUpOverdue(db)
  while (!signal?.aborted) {
    const taken = await store.takeDue(db, { limit: AT_ONCE, lease_s: LEASE_S, domain: gateway.domain })
    if (taken.length === 0) return
    await Promise.all(taken.map((mail) => sendOne(options, gateway, mail)))
  }
}

/** Deletes mail that was sent, or written and never sent, long ago. */
export const deleteOldMail = (db: Database): Promise<void> => store.removeOld(db, KEPT_DAYS)

/** Notes what mails from before name, so that deleting an account does not read them all; the next turn continues with a backlog. */
export async function indexMails(db: Database, signal: AbortSignal): Promise<void> {
  const until = Date.now() + INDEX_FOR_MS
  while ((await store.noteNames(db, INDEXED_AT_ONCE)) === INDEXED_AT_ONCE && Date.now() < until && !signal.aborted);
}
