/** Mails what stays unread for a minute to those who want it mailed and whose address is proven. */

import { fillWords } from '#contract/admin/mail-template-values.ts'
import type { Database } from '#server/platform/database/database.ts'
import { quoteLine } from '#server/platform/mail/quote-text.ts'
import { queueTemplatedMail, type TemplatedMail } from '#server/platform/mail/templated-mail.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
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
  brand: ReadBrand
}

/** What others wrote, and the names they gave, are read in the product, not in a mail that comes from us. */
const OWN_WORDS: { [Kind in string]?: { title?: string; message: string } } = {
  role_request: { message: 'Their reason is on your dashboard.' },
  workflow_shared: {
    title: 'Something was shared with you',
    message: 'Open {brand} to see what it is and who shared it.',
  },
  agent_review: { title: 'An agent version is waiting for review', message: 'Open {brand} to see which one.' },
  agent_changed: {
    title: 'An agent you use has changed',
    message: 'Open {brand} to see what’s new, including price changes.',
  },
  followed_seller: {
    title: 'A seller you follow has published something',
    message: 'Open {brand} to see who and what’s new.',
  },
  run_failed: { message: 'Open {brand} to see what went wrong.' },
  approval: { message: 'Open {brand} to see the question.' },
  refund: { message: 'Open {brand} to see the details and the deadline.' },
  review: { message: 'Open {brand} to read it.' },
  report: { message: 'Open {brand} to see the report.' },
  review_report: { message: 'Open {brand} to see the review and the report.' },
  mention: { title: 'You’re mentioned in a comment, or got a reply', message: 'Open {brand} to read it.' },
}

/** What is left of others' words are names in titles, and the reasons that admins and banks gave: never more than a line, and no link. */
function wordsOf({ kind, title, message }: DueMail, brand: string) {
  const own = OWN_WORDS[kind]
  return {
    title: own?.title ?? quoteLine(title),
    message: own ? fillWords(own.message, { brand }) : quoteLine(message, MOST_MESSAGE),
  }
}

function mailOf(due: DueMail, { publicUrl, brand }: MailNoticesOptions): TemplatedMail {
  const { name } = brand()
  const { title, message } = wordsOf(due, name)
  const times = due.count > 1 ? ` (${due.count} times)` : ''
  return {
    to: due.email,
    kind: 'notification',
    values: { brand: name, title },
    body: [
      `${title}${times}`,
      ...(message ? [message] : []),
      `Open it:\n${publicUrl}${due.href}`,
      `Choose which emails you get:\n${publicUrl}/settings?section=notifications`,
    ].join('\n\n'),
  }
}

/**
 * Queues the mail of what is due, in the transaction that takes it: each once.
 * @returns how many were queued
 */
export async function queueDueNoticeMail(options: MailNoticesOptions, after_s: number = AFTER_S): Promise<number> {
  return options.db.transaction().execute(async (tx) => {
    const due = await takeDueMail(tx, after_s, AT_ONCE)
    for (const one of due) await queueTemplatedMail(tx, mailOf(one, options))
    return due.length
  })
}
