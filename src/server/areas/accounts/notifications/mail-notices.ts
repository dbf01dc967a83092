/** Mails what stays unread for a minute to those who want it mailed and whose address is proven. */

import type { Database } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { quoteLine } from '#server/platform/mail/quote-text.ts'
import { type DueMail, takeDueMail } from './settings.store.ts'

/** A person who is looking at the page has read it by then. */
const AFTER_S = 60
const AT_ONCE = 100
/** As many characters as a notice has. */
const MOST_MESSAGE = 500

export interface MailNoticesOptions {
  db: Database
  /** Where links lead, without a trailing slash. */
  publicUrl: string
  brandName: string
}

/** What others wrote, and the names they gave, are read in the product, not in a mail that comes from us. */
const OWN_WORDS: { [Kind in string]?: { title?: string; message: string } } = {
  role_request: { message: 'Their reason is on your dashboard.' },
  workflow_shared: {
    title: 'You’re invited to a workflow',
    message: 'Open Chowk to see who invited you and to which workflow.',
  },
  agent_review: { title: 'An agent version is waiting for review', message: 'Open Chowk to see which one.' },
  agent_changed: {
    title: 'An agent you use has changed',
    message: 'Open Chowk to see what’s new, including price changes.',
  },
  followed_seller: {
    title: 'A seller you follow has published something',
    message: 'Open Chowk to see who and what’s new.',
  },
  run_failed: { message: 'Open Chowk to see what went wrong.' },
  approval: { message: 'Open Chowk to see the question.' },
  refund: { message: 'Open Chowk to see the details and the deadline.' },
  review: { message: 'Open Chowk to read it.' },
  report: { message: 'Open Chowk to see the report.' },
  review_report: { message: 'Open Chowk to see the review and the report.' },
  mention: { title: 'You’re mentioned in a comment, or got a reply', message: 'Open Chowk to read it.' },
}

/** What is left of others' words are names in titles, and the reasons that admins and banks gave: never more than a line, and no link. */
function wordsOf({ kind, title, message }: DueMail) {
  const own = OWN_WORDS[kind]
  return { title: own?.title ?? quoteLine(title), message: own?.message ?? quoteLine(message, MOST_MESSAGE) }
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
    'Choose which emails you get:',
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
export async function queueDueNoticeMail(options: MailNoticesOptions, after_s: number = AFTER_S): Promise<number> {
  return options.db.transaction().execute(async (tx) => {
    const due = await takeDueMail(tx, after_s, AT_ONCE)
    for (const one of due) await queueMail(tx, { to: one.email, ...mailOf(one, options) })
    return due.length
  })
}
