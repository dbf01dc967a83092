/** SQL of mail preferences, stored in the preferences under `mail`. */
import { sql } from 'kysely'
import { ALWAYS_MAILED } from '#contract/accounts/always-mailed.ts'
import { MAILED_ON_REQUEST, type MailChoice } from '#contract/accounts/notices.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface SettingsRow {
  mail: Partial<Record<MailChoice, boolean>>
  address: string
  is_verified: boolean
}

export async function findSettings(db: Queryable, owner: UserId): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`
    select coalesce(preferences -> 'mail', '{}') as mail, email::text as address, is_verified
    from users where id = ${owner}`.execute(db)
  return rows[0]
}

export async function mergeMailChoices(
  db: Queryable,
  grant: Grant<'notice.own', UserId>,
  mail: SettingsRow['mail'],
): Promise<void> {
  await sql`
    update users set updated_at = now(),
      preferences = jsonb_set(preferences, '{mail}', coalesce(preferences -> 'mail', '{}') || ${JSON.stringify(mail)}::jsonb)
    where id = ${grant.on}`.execute(db)
}

/** Whether a user `u` has a notice `n` mailed. The mails about a plan are written by what changes it, with more in them. */
export const wantsMail = (u: string, n: string) => sql`(${sql.ref(`${n}.kind`)} <> 'plan' and (
  ${sql.ref(`${n}.kind`)} = any(${sql.val(Object.keys(ALWAYS_MAILED))}::text[])
  or coalesce((${sql.ref(`${u}.preferences`)} #>> array['mail', ${sql.ref(`${n}.kind`)}])::boolean,
    ${sql.ref(`${n}.kind`)} <> all(${sql.val([...MAILED_ON_REQUEST])}::text[]))))`

export interface DueMail {
  email: string
  kind: string
  title: string
  title_hi: string | null
  message: string
  message_hi: string | null
  href: string
  count: number
}

/** Takes what is due and still unread, oldest first; a process that takes others' work at the same time takes other rows. */
export async function takeDueMail(tx: Queryable, after_s: number, limit: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    with due as (
      select id from notifications where mail_due and happened_at < now() - make_interval(secs => ${after_s})
      order by happened_at limit ${limit} for update skip locked
    ),
    taken as (update notifications n set mail_due = false from due where n.id = due.id returning n.*)
    select u.email::text as email, t.kind, t.title, t.title_hi, t.message, t.message_hi, coalesce('/w/' || w.slug, '') || t.href as href, t.count
    from taken t join users u on u.id = t.user_id left join workspaces w on w.id = u.id
    where t.read_at is null and u.is_verified and ${wantsMail('u', 't')}
      and (u.status not in ('blocked', 'deactivated') or u.blocked_until <= now())
    order by t.happened_at`.execute(tx)
  return rows
}
