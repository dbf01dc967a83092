/** Notices: telling people what happened, and what they have read of it. */

import type { Notice, NoticeKind } from '#contract/accounts/notices.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { type Phrase, verbatim } from '#contract/phrases/phrases.ts'
import { isViewed } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './notifications.store.ts'

export interface Telling {
  kind: NoticeKind
  title: Phrase
  message: Phrase
  /** A path of the product. */
  href: string
  /** Notices of one group are counted in one row while it is unread, and `settleNotices` marks them read together. */
  group?: string
}

const MOST_TITLE = 200
const MOST_MESSAGE = 500

/** What people wrote may be of any length and hold what the database does not store. */
function clip(text: string, most: number): string {
  const characters = [...text.replaceAll('\0', '').toWellFormed().trim()]
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
}

/** What the admins of an installation read, which is in English. */
export type AdminTelling = Omit<Telling, 'title' | 'message'> & Record<'title' | 'message', Phrase | string>

const phraseOf = (words: Phrase | string): Phrase => (typeof words === 'string' ? verbatim(words) : words)

/** A phrase as it is stored: its Hindi only where it is another text. */
function stored(phrase: Phrase, most: number): { en: string; hi: string | null } {
  const [en, hi] = [clip(phrase.en, most), clip(phrase.hi, most)]
  return { en, hi: hi === en ? null : hi }
}

/** A notice as it is stored, to be written with others. */
export function noticeFor(user_id: UserId, telling: Telling, count = 1): store.NewNotice {
  const [title, message] = [stored(telling.title, MOST_TITLE), stored(telling.message, MOST_MESSAGE)]
  return {
    user_id,
    kind: telling.kind,
    title: title.en,
    title_hi: title.hi,
    message: message.en,
    message_hi: message.hi,
    href: telling.href,
    group_key: telling.group ?? null,
    count,
  }
}

/** The same notice for all users that a query returns. */
export function noticeForMany(people: store.ForMany['people'], telling: Telling): store.ForMany {
  const { user_id: _, ...notice } = noticeFor('' as UserId, telling)
  return { ...notice, people }
}

/**
 * Writes notices in the caller's transaction and keeps the newest 200 of each user.
 * @param many further recipients, in one statement however many they are; not those of the list
 */
export async function writeNotices(
  db: Queryable,
  notices: readonly store.NewNotice[],
  many: store.ForMany | null = null,
): Promise<void> {
  if (notices.length === 0 && many === null) return
  await store.insertNotices(db, notices, many)
  const users = [...new Set(notices.map(({ user_id }) => user_id))]
  await store.pruneNotices(db, users, SERVER_LIMITS.notices_kept, many)
}

/**
 * Notifies users in the caller's transaction: they are notified if and only if it commits.
 * @param to one person, every admin and super admin, or every super admin; of those only active ones
 */
export async function notify(
  db: Queryable,
  ...[to, said]: [to: UserId, telling: Telling] | [to: 'admins' | 'super_admins', telling: AdminTelling]
): Promise<void> {
  const telling: Telling = { ...said, title: phraseOf(said.title), message: phraseOf(said.message) }
  const groups = { admins: 'admin', super_admins: 'super_admin' } as const
  const people = to in groups ? await store.findAdmins(db, groups[to as keyof typeof groups]) : [to as UserId]
  await writeNotices(
    db,
    people.map((id) => noticeFor(id, telling)),
  )
}

/** The task of these groups of notices is done: people who haven't read them no longer need to. */
export async function settleNotices(db: Queryable, groups: readonly string[]): Promise<void> {
  if (groups.length > 0) await store.markGroupsRead(db, groups)
}

export const presentNotice = ({ seq: _, happened_at, read_at, ...row }: store.NoticeRow): Notice => ({
  ...row,
  happened_at: happened_at.toISOString(),
  read_at: read_at === null ? null : new Date(read_at).toISOString(),
})

/** Their messages may quote what went into a run, or what others wrote. */
const QUOTING: readonly Notice['kind'][] = ['run_failed', 'approval', 'mention']
const withoutQuotes = (notice: Notice): Notice => (QUOTING.includes(notice.kind) ? { ...notice, message: '' } : notice)

/** Whose notices are read: the account’s, and those of the member who acts for it that are about it. */
export const readingOf = ({ by, on }: Grant<'notice.own', UserId>): store.Reading => ({
  owner: on,
  member: by.type === 'user' ? (by.workspace?.person_id ?? null) : null,
})

/** The notices, newest first. */
export async function listNotices(
  db: Queryable,
  grant: Grant<'notice.own', UserId>,
  page: { limit: number; offset: number },
) {
  const { rows, total, unread } = await store.findNotices(db, readingOf(grant), page)
  const items = rows.map(presentNotice)
  return { items: isViewed(grant.by) ? items.map(withoutQuotes) : items, total, unread, ...page }
}

/** Marks one read. @returns what is still unread. @throws not_found */
export async function readNotice(db: Queryable, grant: Grant<'notice.own', UserId>, id: string) {
  const reading = readingOf(grant)
  if (!(await store.hasNotice(db, reading, id))) throw new AppError('not_found')
  await store.markRead(db, grant, reading.member, id)
  return { unread: await store.countUnread(db, reading) }
}

/** Marks all read. @returns what came meanwhile */
export async function readAllNotices(db: Queryable, grant: Grant<'notice.own', UserId>) {
  const reading = readingOf(grant)
  await store.markRead(db, grant, reading.member, null)
  return { unread: await store.countUnread(db, reading) }
}
