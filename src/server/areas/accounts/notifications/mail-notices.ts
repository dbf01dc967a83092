/** Mails what stays unread for a minute to those who want it mailed and whose address is proven. */

import { fillWords } from '#contract/admin/mail-template-values.ts'
import { changed, joined, type Phrase, say, translated } from '#contract/phrases/phrases.ts'
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
const OWN_WORDS: { [Kind in string]?: { title?: Phrase; message: Phrase } } = {
  role_request: { message: say('Their reason is on your dashboard.') },
  workflow_shared: {
    title: say('Something was shared with you'),
    message: translated('Open {brand} to see what it is and who shared it.'),
  },
  agent_review: {
    title: say('An agent version is waiting for review'),
    message: translated('Open {brand} to see which one.'),
  },
  agent_changed: {
    title: say('An agent you use has changed'),
    message: translated('Open {brand} to see what’s new, including price changes.'),
  },
  followed_seller: {
    title: say('A seller you follow has published something'),
    message: translated('Open {brand} to see who and what’s new.'),
  },
  run_failed: { message: translated('Open {brand} to see what went wrong.') },
  approval: { message: translated('Open {brand} to see the question.') },
  refund: { message: translated('Open {brand} to see the details and the deadline.') },
  review: { message: translated('Open {brand} to read it.') },
  report: { message: translated('Open {brand} to see the report.') },
  review_report: { message: translated('Open {brand} to see the review and the report.') },
  transfer: {
    title: say('Something was offered to you, or moved'),
    message: translated('Open {brand} to see what it is.'),
  },
  mention: {
    title: say('You’re mentioned in a comment, or got a reply'),
    message: translated('Open {brand} to read it.'),
  },
}

/** What is left of others' words are names in titles, and the reasons that admins and banks gave: never more than a line, and no link. */
function wordsOf({ kind, title, title_hi, message, message_hi }: DueMail, brand: string) {
  const own = OWN_WORDS[kind]
  return {
    title: own?.title ?? changed({ en: title, hi: title_hi ?? title }, quoteLine),
    message: own
      ? changed(own.message, (text) => fillWords(text, { brand }))
      : changed({ en: message, hi: message_hi ?? message }, (text) => quoteLine(text, MOST_MESSAGE)),
  }
}

/** The run that a notice leads to. */
const RUN_IN_ADDRESS = /\/(?:runs\/|review\?open=)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function mailOf(due: DueMail, { publicUrl, brand }: MailNoticesOptions): TemplatedMail {
  const { name } = brand()
  const { title, message } = wordsOf(due, name)
  const execution_id = RUN_IN_ADDRESS.exec(due.href)?.[1]
  return {
    to: due.email,
    ...(execution_id !== undefined && { execution_id }),
    kind: 'notification',
    values: { brand: name, title },
    body: joined(
      [
        due.count > 1 ? say('{title} ({count} times)', { title, count: due.count }) : title,
        ...(message.en ? [message] : []),
        joined([say('Open it:'), `${publicUrl}${due.href}`], '\n'),
        joined([say('Choose which emails you get:'), `${publicUrl}/settings?section=notifications`], '\n'),
      ],
      '\n\n',
    ),
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
