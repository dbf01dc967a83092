/** What people write to the firm: kept, mailed to the operator, acknowledged. */
import { randomInt } from 'node:crypto'
import { PLANS } from '#contract/billing/plans.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { joined, say } from '#contract/phrases/phrases.ts'
import type { Company } from '#contract/platform/company.ts'
import type { ContactMessage } from '#contract/platform/contact.ts'
import { type ContactTopic, TOPIC_NAMES } from '#contract/platform/contact-topics.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { type Mail, queueMail } from '#server/platform/mail/mail.ts'
import { quoteLine, quoteLines } from '#server/platform/mail/quote-text.ts'
import { queueTemplatedMail, type TemplatedMail } from '#server/platform/mail/templated-mail.ts'
import { enforceRateLimit, rateLimitFor, type Sender } from '#server/platform/rate-limits/rate-limits.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import { readCompany } from '#server/platform/settings/company.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import type { Language } from '#shared/language.ts'
import { findMessagesOf, insertMessage, type NewMessage } from './contact.store.ts'

export interface Office {
  /** Gets what is written, and the answers to acknowledgements. */
  support_email: string
  brand: ReadBrand
}

/** Without letters and digits that are mistaken for one another when read out (Crockford's base 32, without U). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const block = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const newReference = () => `C-${block()}-${block()}`

const planName = (id: string | null) => PLANS.find((plan) => plan.id === id)?.name ?? null

function toOperator(message: NewMessage, topic: string, { support_email }: Office): Mail {
  const plan = planName(message.plan)
  return {
    to: support_email,
    subject: `${topic}: ${quoteLine(message.name)} (${message.reference})`,
    text: [
      `Topic: ${topic}`,
      ...(plan ? [`Plan: ${plan}`] : []),
      `From: ${quoteLine(message.name)} <${message.email}>`,
      `Account: ${message.user_id ?? 'none, a visitor'}`,
      `Reference: ${message.reference}`,
      '',
      quoteLines(message.message),
    ].join('\n'),
    reply_to: message.email,
  }
}

/** Holds nothing that was typed: or the form would send anybody's words to anybody's address. */
function toSender(
  message: NewMessage,
  topic: (typeof TOPIC_NAMES)[ContactTopic],
  { support_email, brand }: Office,
  { firm, language }: { firm: Company; language: Language | null },
): TemplatedMail {
  const { email, reference } = message
  return {
    to: email,
    kind: 'contact_reply',
    values: { brand: brand().name, reference },
    body: joined(
      [
        say(
          'We’ve received your message about “{topic}”. Its reference is {reference}. Please mention it if you write about the same matter again.',
          { topic: say(topic), reference },
        ),
        say('We’ll reply by email. Our office hours: {hours}.', { hours: firm.support_hours }),
        say('If you didn’t contact us, someone entered your address by mistake. You don’t need to do anything.'),
        firm.name,
      ],
      '\n\n',
    ),
    reply_to: support_email,
    language,
  }
}

interface Writing {
  message: ContactMessage
  sender: Sender
  office: Office
  /** That the sender has chosen in their browser; null for none. */
  language: Language | null
}

/**
 * Stores the message and queues both mails in one transaction.
 * @returns the reference under which it is known
 * @throws AppError too_many_requests (per sender and per e-mail address, so many an hour)
 */
export async function writeToFirm(
  db: Database,
  grant: Grant<'contact.write'>,
  { message: given, sender, office, language }: Writing,
): Promise<{ reference: string }> {
  const { topic, name, email, message } = given
  const reference = newReference()
  const stored: NewMessage = {
    id: uuidv7(),
    reference,
    topic,
    plan: topic === 'sales' ? (given.plan ?? null) : null,
    name,
    email,
    message,
    user_id: grant.by.type === 'user' ? grant.by.id : null,
  }
  const { contact_messages_per_hour: max } = await readLimits(db)
  await db.transaction().execute(async (tx) => {
    await enforceRateLimit(tx, [
      rateLimitFor('contact sender', sender, max),
      { name: 'contact address', subject: email, max },
    ])
    await insertMessage(tx, stored)
    await queueMail(tx, toOperator(stored, TOPIC_NAMES[topic], office))
    const firm = await readCompany(tx)
    await queueTemplatedMail(tx, toSender(stored, TOPIC_NAMES[topic], office, { firm, language }))
  })
  return { reference }
}

/** What a person wrote to the firm, for support. */
export async function listMessagesOf(db: Queryable, id: UserId, slice: { limit: number; offset: number }) {
  const { rows, total } = await findMessagesOf(db, id, slice)
  return { items: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })), total }
}
