/**
 * Mail in the words that the operator chose and in the language of who gets it: the one place where subject, introduction and closing
 * are put around what is ours.
 */
import { fillWords, MAIL_KINDS, type MailKind, type MailWords } from '#contract/admin/mail-template-values.ts'
import { inEach, type Phrase, translated } from '#contract/phrases/phrases.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readSetting } from '#server/platform/settings/settings.ts'
import type { Language } from '#shared/language.ts'
import { type Mail, queueMail } from './mail.ts'
import { findRecipients } from './recipients.store.ts'

export interface TemplatedMail extends Pick<Mail, 'to' | 'reply_to' | 'execution_id'> {
  kind: MailKind
  /** Of the placeholders of its kind, and of `brand`; what others wrote is one line of text (`quoteLine`). */
  values: Readonly<Record<string, string | Phrase>>
  /** What stays as it is: links, sums, legal notices. Paragraphs have an empty line between them. */
  body: Phrase
  /** Of who caused it: for an address whose account has chosen none. English without one. */
  language?: Language | null
}

/** Kinds that the members of a workspace get who pay for it; owners and admins get all. */
const ABOUT_MONEY: ReadonlySet<MailKind> = new Set(['plan', 'receipt', 'refund'])

/** @param words of the operator, who wrote them in one language; what is shipped applies where there are none, and where they are the same */
export function composeMail(
  { kind, values, body }: Pick<TemplatedMail, 'kind' | 'values' | 'body'>,
  words: MailWords = MAIL_KINDS[kind],
): { subject: Phrase; text: Phrase } {
  const filled = (text: string) => {
    const phrase = translated(text)
    return inEach((language) => {
      const said = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : value[language],
      ])
      return fillWords(phrase[language], Object.fromEntries(said))
    })
  }
  const parts = [filled(words.intro), body, filled(words.closing)]
  return {
    subject: filled(words.subject),
    text: inEach((language) =>
      parts
        .map((part) => part[language].trim())
        .filter((part) => part !== '')
        .join('\n\n'),
    ),
  }
}

/**
 * Queues it in the caller's transaction, in the words as they are now. What is written to a workspace goes to the members it concerns,
 * to each in their language.
 * @throws AppError invalid_input when `to` or `reply_to` is no single address
 */
export async function queueTemplatedMail(tx: Queryable, mail: TemplatedMail): Promise<void> {
  const templates = await readSetting(tx, 'mail_templates')
  const { reply_to, execution_id, kind, language: otherwise } = mail
  const { subject, text } = composeMail(mail, templates[kind])
  for (const { email, language } of await findRecipients(tx, mail.to, ABOUT_MONEY.has(kind) ? 'pay' : 'manage')) {
    const spoken = language ?? otherwise ?? 'en'
    const words = { subject: subject[spoken], text: text[spoken] }
    await queueMail(tx, {
      to: email,
      ...(reply_to !== undefined && { reply_to }),
      ...(execution_id !== undefined && { execution_id }),
      ...words,
    })
  }
}
