/** The words of mail as an admin tries them: seen, and sent to themselves. */
import { MAIL_KINDS, MAIL_TEMPLATE, type MailKind, type MailWords } from '#contract/admin/mail-template-values.ts'
import { verbatim } from '#contract/phrases/phrases.ts'
import { renderHtml } from '#server/gateways/mail/html.ts'
import type { MailBrand } from '#server/gateways/mail.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { composeMail } from '#server/platform/mail/templated-mail.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { SettingGrant } from './settings.policy.ts'

interface Draft {
  kind: MailKind
  words: MailWords
}

/** With the values of an example. */
function compose({ kind, words }: Draft, brand: string) {
  const { placeholders, body } = MAIL_KINDS[kind]
  const examples = Object.entries(placeholders as Record<string, { example: string }>)
  const values = { brand, ...Object.fromEntries(examples.map(([name, { example }]) => [name, example])) }
  const { subject, text } = composeMail({ kind, values, body: verbatim(body) }, words)
  return { subject: subject.en, text: text.en }
}

/** As a person sees it: the picture is part of it, as it is part of the mail. */
export function previewMail(draft: Draft, { name, accent, logo }: MailBrand) {
  const { subject, text } = compose(draft, name)
  const picture = logo && `data:image/png;base64,${logo.toString('base64')}`
  return { subject, text, html: renderHtml(text, { name, accent, logo: picture }) }
}

/** Queues it to the admin’s own address. @throws too_many_requests */
export async function sendTestMail(
  { db, brand }: { db: Database; brand: { name: string } },
  { on: admin, action }: SettingGrant<'mail_templates.test'>,
  draft: Draft,
): Promise<{ to: string }> {
  const { subject, text } = compose(draft, brand.name)
  await db.transaction().execute(async (tx) => {
    const limit = rateLimitFor('test mail', { key: admin.id, shared: false }, MAIL_TEMPLATE.tests_per_hour)
    await enforceRateLimit(tx, [limit], 'You’ve sent many test emails')
    await queueMail(tx, { to: admin.email, subject, text })
    await insertAudit(tx, {
      actor_id: admin.id,
      action,
      target_id: uuidOf(['setting', 'mail_templates']),
      reason: null,
      details: { kind: draft.kind },
    })
  })
  return { to: admin.email }
}
