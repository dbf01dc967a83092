/** The notices a user also wants by mail. */

import { MAIL_CHOICES, MAILED_ON_REQUEST, type MailChoice, type NoticeSettings } from '#contract/accounts/notices.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findSettings, mergeMailChoices } from './settings.store.ts'

/** Defaults until the user chooses: what waits for them or concerns them, and no news. */
const ON_REQUEST: readonly MailChoice[] = MAILED_ON_REQUEST
const DEFAULTS = Object.fromEntries(MAIL_CHOICES.map((choice) => [choice, !ON_REQUEST.includes(choice)])) as Record<
  MailChoice,
  boolean
>

type Own = Grant<'notice.own', UserId>

/** @throws not_found */
export async function getNoticeSettings(db: Queryable, grant: Own): Promise<NoticeSettings> {
  const row = await findSettings(db, grant.on)
  if (!row) throw new AppError('not_found')
  return { ...row, mail: { ...DEFAULTS, ...row.mail } }
}

/** What is not named stays as it was. @throws not_found */
export async function updateNoticeSettings(
  db: Queryable,
  grant: Own,
  { mail }: { mail: { [Choice in MailChoice]?: boolean | undefined } },
): Promise<NoticeSettings> {
  const chosen = Object.fromEntries(Object.entries(mail).filter(([, value]) => value !== undefined))
  await mergeMailChoices(db, grant, chosen)
  return getNoticeSettings(db, grant)
}
