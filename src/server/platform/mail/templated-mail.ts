/** Mail in the words that the operator chose: the one place where subject, introduction and closing are put around what is ours. */
import { fillWords, MAIL_KINDS, type MailKind, type MailWords } from '#contract/admin/mail-template-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readSetting } from '#server/platform/settings/settings.ts'
import { type Mail, queueMail } from './mail.ts'
import { findRecipients } from './recipients.store.ts'

export interface TemplatedMail extends Pick<Mail, 'to' | 'reply_to'> {
  kind: MailKind
  /** Of the placeholders of its kind, and of `brand`; what others wrote is one line of text (`quoteLine`). */
  values: Readonly<Record<string, string>>
  /** What stays as it is: links, sums, legal notices. Paragraphs have an empty line between them. */
  body: string
}

/** Kinds that the members of a workspace get who pay for it; owners and admins get all. */
const ABOUT_MONEY: ReadonlySet<MailKind> = new Set(['plan', 'receipt', 'refund'])

/** @param words of the operator; what is shipped applies where there are none */
export function composeMail(
  { kind, values, body }: Pick<TemplatedMail, 'kind' | 'values' | 'body'>,
  words: MailWords = MAIL_KINDS[kind],
): { subject: string; text: string } {
  const parts = [fillWords(words.intro, values), body, fillWords(words.closing, values)]
  return {
    subject: fillWords(words.subject, values),
    text: parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('\n\n'),
  }
}

/**
 * Queues it in the caller's transaction, in the words as they are now. What is written to a workspace goes to the members it concerns.
 * @throws AppError invalid_input when `to` or `reply_to` is no single address
 */
export async function queueTemplatedMail(tx: Queryable, mail: TemplatedMail): Promise<void> {
  const templates = await readSetting(tx, 'mail_templates')
  const { reply_to, kind } = mail
  const text = composeMail(mail, templates[kind])
  for (const to of await findRecipients(tx, mail.to, ABOUT_MONEY.has(kind) ? 'pay' : 'manage'))
    await queueMail(tx, { to, ...(reply_to !== undefined && { reply_to }), ...text })
}
