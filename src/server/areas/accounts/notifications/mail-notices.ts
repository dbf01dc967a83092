/** Mails what stays unread for a minute to those who want it mailed and whose address is proven. */

import type { Database } from '#server/platform/database/database.ts'
import { type ChoreLog, repeat } from '#server/platform/jobs/chore.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { quoted } from '#server/platform/mail/words.ts'
import { type DueMail, takeDueMail } from './settings.store.ts'

/** Whoever is looking at the page has read it by then. */
const AFTER_S = 60
const LOOK_EVERY_MS = 10_000
const AT_ONCE = 100
/** As many characters as a notice has. */
const MOST_MESSAGE = 500

export interface MailNoticesOptions {
  db: Database
  /** Where links lead, without a trailing slash. */
  publicUrl: string
  brandName: string
  log: ChoreLog
}

/** What others wrote, and the names they gave, are read in the product, not in a mail that comes from us. */
const OWN_WORDS: { [Kind in string]?: { title?: string; message: string } } = {
  role_request: { message: 'Their reason stands on your dashboard.' },
  workflow_shared: {
    title: 'You are asked to join a workflow',
    message: 'Who asks, and for which one, you see there.',
  },
  agent_review: { title: 'A version of an agent waits for a review', message: 'Which one, you see there.' },
  agent_changed: { title: 'An agent you use has changed', message: 'What is new, its price among it, you see there.' },
  followed_seller: {
    title: 'A seller you follow has published something',
    message: 'Who, and what is new, you see there.',
  },
  run_failed: { message: 'What went wrong you see there.' },
  approval: { message: 'What is asked you see there.' },
  refund: { message: 'What was said, and the day to answer by, you see there.' },
  review: { message: 'What was written you see there.' },
  review_report: { message: 'What was written, and why it was reported, you see there.' },
  mention: { title: 'You are named or answered in a comment', message: 'What was said you see there.' },
}

/** What is left of others' words are names in titles, and the reasons that admins and banks gave: never more than a line, and no link. */
function wordsOf({ kind, title, message }: DueMail) {
  const own = OWN_WORDS[kind]
  return { title: own?.title ?? quoted(title), message: own?.message ?? quoted(message, MOST_MESSAGE) }
}

function mailOf(due: DueMail, { publicUrl, brandName }: MailNoticesOptions): { subject: string; text: string } {
  const { title, message } = wordsOf(due)
  const times = due.count > 1 ? ` (${due.count} times)` : ''
  const text = [
    `${title}${times}`,
    ...(message ? ['', message] : []),
    '',
    'Open it:',
    `${publicUrl}${due.href}`,
    '',
    'Choose what is mailed to you:',
    `${publicUrl}/settings?section=notifications`,
    '',
    brandName,
  ].join('\n')
  return { subject: `${brandName}: ${title}`, text }
}

/**
 * Queues the mail of what is due, in the transaction that takes it: each once.
 * @returns how many were queued
 */
export async function mailDueNotices(options: MailNoticesOptions, after_s: number = AFTER_S): Promise<number> {
  return options.db.transaction().execute(async (tx) => {
    const due = await takeDueMail(tx, after_s, AT_ONCE)
    for (const one of due) await queueMail(tx, { to: one.email, ...mailOf(one, options) })
    return due.length
  })
}

/** Looks for what is due all the time. @returns stops it, after what is under way */
export const sweepNoticeMail = (options: MailNoticesOptions): (() => Promise<void>) =>
  repeat('notices could not be mailed', LOOK_EVERY_MS, () => mailDueNotices(options), options.log)
