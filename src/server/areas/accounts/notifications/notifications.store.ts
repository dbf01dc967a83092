/** The SQL of notices. */
import { type RawBuilder, sql } from 'kysely'
import type { NoticeKind } from '#contract/accounts/notices.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { wantsMail } from './settings.store.ts'

/** A change of a user's notices is announced on this channel with the user's id, when it commits. */
export const CHANNEL = 'chowk_notices'

export interface NewNotice {
  user_id: UserId
  kind: NoticeKind
  title: string
  /** Null where it is the same as in English. */
  title_hi: string | null
  message: string
  message_hi: string | null
  href: string
  group_key: string | null
  count: number
}

/** The same for all users that a query returns, however many they are. */
export interface ForMany extends Omit<NewNotice, 'user_id'> {
  /** Answers `user_id`, each once. */
  people: RawBuilder<{ user_id: UserId }>
}

const forMany = ({ people, kind, title, title_hi, message, message_hi, href, group_key, count }: ForMany) => sql`
  union all select m.user_id, ${kind}, ${title}, ${title_hi}, ${message}, ${message_hi}, ${href}, ${group_key}, ${count}::int
  from (${people}) m where m.user_id not in (select user_id from listed)`

/**
 * Writes notices, at most one per person and group in a call; people in the list are not notified a second time as part
 * of `many`. An unread notice of the same group is counted up. Each gets its own number, and the row that numbers a
 * person's changes stays locked until commit, in the order of ids everywhere; the change is announced then. Deleted
 * accounts get nothing. Mail is queued for users who want it and whose address is verified, at most once an hour per
 * group.
 */
export async function insertNotices(
  db: Queryable,
  notices: readonly NewNotice[],
  many: ForMany | null = null,
): Promise<void> {
  await sql`
    with listed as (
      select * from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n(
        user_id uuid, kind text, title text, title_hi text, message text, message_hi text, href text, group_key text, count int)
    ),
    told as (
      select *, row_number() over (partition by user_id) as place, count(*) over (partition by user_id) as places
      from (select * from listed ${many ? forMany(many) : sql``}) n
    ),
    heads as (
      insert into notification_heads (user_id, seq)
      select u.id, t.places from users u join told t on t.user_id = u.id and t.place = 1 order by u.id
      on conflict (user_id) do update set seq = notification_heads.seq + excluded.seq
      returning user_id, seq, pg_notify(${CHANNEL}, user_id::text)
    )
    insert into notifications (user_id, kind, title, title_hi, message, message_hi, href, group_key, count, seq, mail_due)
    select n.user_id, n.kind, n.title, n.title_hi, n.message, n.message_hi, n.href, n.group_key, n.count,
      h.seq - n.places + n.place,
      u.is_verified and ${wantsMail('u', 'n')} and not exists (
        select 1 from notifications p
        where p.user_id = n.user_id and p.group_key = n.group_key and p.created_at > now() - interval '1 hour')
    from told n join heads h on h.user_id = n.user_id join users u on u.id = n.user_id
    on conflict (group_key, user_id) where read_at is null and group_key is not null do update set
      kind = excluded.kind, title = excluded.title, title_hi = excluded.title_hi, message = excluded.message,
      message_hi = excluded.message_hi, href = excluded.href,
      count = notifications.count + excluded.count, seq = excluded.seq, happened_at = now()`.execute(db)
}

/** Forgets all but each person's newest. */
export async function pruneNotices(
  db: Queryable,
  users: readonly UserId[],
  kept: number,
  many: ForMany | null = null,
): Promise<void> {
  const people = many ? sql` union ${many.people}` : sql``
  await sql`
    delete from notifications where id in (
      select id from (
        select id, row_number() over (partition by user_id order by seq desc, id desc) as place from notifications where user_id in (
          select user_id from notifications where user_id in (select unnest(${sql.val(users)}::uuid[]) ${people})
          group by user_id having count(*) > ${kept})
      ) placed where place > ${kept})`.execute(db)
}

/** The admins who can act now, super admins among them. */
export async function findAdmins(db: Queryable, lowest: 'admin' | 'super_admin'): Promise<UserId[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', lowest === 'admin' ? ['admin', 'super_admin'] : ['super_admin'])
    .where(sql<boolean>`(status not in ('blocked', 'deactivated') or blocked_until <= now())`)
    .execute()
  return rows.map(({ id }) => id)
}

export interface NoticeRow {
  id: string
  kind: NoticeKind
  title: string
  message: string
  href: string
  count: number
  seq: number
  happened_at: Date
  read_at: Date | null
}

/** Whose notices are read: those of an account, and of a member who acts for it their own that lead into it. */
export interface Reading {
  owner: UserId
  /** Null where the account is the person’s own. */
  member: UserId | null
}

/** Of the notices `n`. A workspace and its members have streams of their own: only what is listed and counted is put together. */
const readBy = ({ owner, member }: Reading) =>
  member === null
    ? sql`n.user_id = ${owner}`
    : sql`(n.user_id = ${owner} or n.user_id = ${member} and exists (
        select from workspaces w where w.id = ${owner} and starts_with(n.href, '/w/' || w.slug || '/')))`

/** A number of one account says nothing about when something happened in another one. */
const newestFirst = ({ member }: Reading) =>
  member === null ? sql`n.seq desc, n.id desc` : sql`n.happened_at desc, n.seq desc, n.id desc`

const hindiOf = (reader: UserId) =>
  sql<boolean>`(select preferences ->> 'language' = 'hi' from users where id = ${reader})`

export async function findNotices(
  db: Queryable,
  reading: Reading,
  page: { limit: number; offset: number },
): Promise<{ rows: NoticeRow[]; total: number; unread: number }> {
  const reader = reading.member ?? reading.owner
  const [rows, counts] = await Promise.all([
    sql<NoticeRow>`
      select n.id, n.kind, case when ${hindiOf(reader)} then coalesce(n.title_hi, n.title) else n.title end as title,
        case when ${hindiOf(reader)} then coalesce(n.message_hi, n.message) else n.message end as message,
        n.href, n.count, n.seq, n.happened_at, n.read_at
      from notifications n where ${readBy(reading)}
      order by ${newestFirst(reading)} limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ total: number; unread: number }>`
      select count(*)::int as total, (count(*) filter (where n.read_at is null))::int as unread
      from notifications n where ${readBy(reading)}`.execute(db),
  ])
  return { rows: rows.rows, total: counts.rows[0]?.total ?? 0, unread: counts.rows[0]?.unread ?? 0 }
}

/**
 * Changes of the account after `seq`, oldest first, with its current counters, read in one snapshot. Those of the member's own notices are
 * only counted: `member_seq` says that there were some.
 */
export async function findChanges(
  db: Queryable,
  reading: Reading,
  after: number,
): Promise<{ seq: number; member_seq: number; unread: number; rows: NoticeRow[] }> {
  const { owner, member } = reading
  const reader = member ?? owner
  const { rows } = await sql<{ seq: number; member_seq: number; unread: number; rows: NoticeRow[] }>`
    select coalesce((select seq from notification_heads where user_id = ${owner}), 0) as seq,
      coalesce((select seq from notification_heads where user_id = ${member}::uuid), 0) as member_seq,
      (select count(*)::int from notifications n where ${readBy(reading)} and n.read_at is null) as unread,
      coalesce((select json_agg(json_build_object('id', n.id, 'kind', n.kind,
          'title', case when ${hindiOf(reader)} then coalesce(n.title_hi, n.title) else n.title end,
          'message', case when ${hindiOf(reader)} then coalesce(n.message_hi, n.message) else n.message end,
          'href', n.href, 'count', n.count, 'seq', n.seq, 'happened_at', n.happened_at, 'read_at', n.read_at) order by n.seq, n.id)
        from notifications n where n.user_id = ${owner} and n.seq > ${after}::bigint), '[]') as rows`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The query of notice changes returned no row')
  return { ...row, rows: row.rows.map((one) => ({ ...one, happened_at: new Date(one.happened_at) })) }
}

/** @returns false when there is no such notice to read */
export async function hasNotice(db: Queryable, reading: Reading, id: string): Promise<boolean> {
  const { rows } = await sql`select n.id from notifications n where ${readBy(reading)} and n.id = ${id}`.execute(db)
  return rows.length > 0
}

/** Marks a notice, or with null all that are read, as read. What was read before stays as it was and is no change. */
export async function markRead(
  db: Queryable,
  grant: Grant<'notice.own', UserId>,
  member: UserId | null,
  id: string | null,
): Promise<void> {
  const which = id === null ? sql`true` : sql`n.id = ${id}`
  const reading = { owner: grant.on, member }
  // The heads are locked first, in the same order as when notices are written.
  await sql`
    with head as (select user_id from notification_heads where user_id in (${grant.on}, ${member}::uuid) order by user_id for update),
    read as (
      update notifications n set read_at = now(), mail_due = false
      from head where n.user_id = head.user_id and ${readBy(reading)} and n.read_at is null and ${which} returning n.user_id
    )
    update notification_heads set seq = seq + 1 where user_id in (select user_id from read)
    returning pg_notify(${CHANNEL}, user_id::text)`.execute(db)
}

/** Marks the subjects of groups of notices as done, for all recipients. */
export async function markGroupsRead(db: Queryable, groups: readonly string[]): Promise<void> {
  const told = sql`group_key = any(${sql.val(groups)}::text[]) and read_at is null`
  await sql`
    with heads as (
      select user_id from notification_heads
      where user_id in (select user_id from notifications where ${told}) order by user_id for update
    ),
    read as (
      update notifications n set read_at = now(), mail_due = false
      from heads where n.user_id = heads.user_id and ${told} returning n.user_id
    )
    update notification_heads set seq = seq + 1 where user_id in (select user_id from read)
    returning pg_notify(${CHANNEL}, user_id::text)`.execute(db)
}

export async function countUnread(db: Queryable, reading: Reading): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from notifications n where ${readBy(reading)} and n.read_at is null`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Whether anybody has an unread notice of the group. */
export async function hasUnreadOfGroup(db: Queryable, group: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from notifications where group_key = ${group} and read_at is null limit 1`.execute(db)
  return rows.length > 0
}
