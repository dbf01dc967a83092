/**
 * The SQL of the list of all users, whose statements read about as many rows as they show, however many users there are.
 *
 * Filtered by role or status it is merged from one range of an index for each combination of the two: no estimate of how rare a combination
 * is can go wrong. A search that finds few is answered from what it finds; one that finds many finds some soon in any order.
 */
import { type RawBuilder, sql } from 'kysely'
import type { RequestableRole } from '#contract/accounts/role-requests.ts'
import { MOST_LISTED_USERS, type UserSort } from '#contract/accounts/user-rules.ts'
import { USER_STATUSES, type UserStatus } from '#contract/accounts/user-values.ts'
import { ROLES, type Role } from '#contract/core/access.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { containing, escapeLike } from '#server/platform/database/like.ts'
import { type ListedUser, managedUserColumns, type Slice } from './manage.store.ts'

export interface UserFilter {
  role?: Role | undefined
  status?: UserStatus | undefined
  search?: string | undefined
}

export type ListedRow = ListedUser & {
  request_id: string | null
  request_role: RequestableRole | null
  request_reason: string | null
  request_created_at: Date | null
}

const nameKey = sql`lower(u.display_name) collate "C"`

const KEYS: Record<UserSort, { key: RawBuilder<unknown>; direction: RawBuilder<unknown> }> = {
  newest: { key: sql`u.created_at`, direction: sql`desc` },
  name: { key: nameKey, direction: sql`asc` },
  last_sign_in: { key: sql`u.last_login`, direction: sql`desc nulls last` },
}

const asks = sql`exists (select from role_requests r where r.user_id = u.id and r.status = 'open')`
const isOver = sql`u.status = 'blocked' and u.blocked_until <= now()`

/** What is stored for a status that is shown: a block that is over leaves its row unchanged. */
const STORED: Record<UserStatus, readonly RawBuilder<unknown>[]> = {
  active: [sql`u.status = 'active'`, sql`${isOver} and not ${asks}`],
  pending: [sql`u.status = 'pending'`, sql`${isOver} and ${asks}`],
  rejected: [sql`u.status = 'rejected'`],
  blocked: [sql`u.status = 'blocked' and (u.blocked_until is null or u.blocked_until > now())`],
  deactivated: [sql`u.status = 'deactivated'`],
}

/** One condition for each range of an index; together they are what the filter asks for. */
function rangesOf({ role, status }: UserFilter): RawBuilder<unknown>[] {
  if (!role && !status) return [sql`true`]
  const roles = role ? [role] : ROLES
  const statuses = status ? STORED[status] : USER_STATUSES.map((one) => sql`u.status = ${sql.lit(one)}`)
  return roles.flatMap((one) => statuses.map((stored) => sql`u.role = ${sql.lit(one)} and ${stored}`))
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** The index of parts of words knows three characters at least; shorter texts are looked for where names begin. */
function searchedBy(text: string): RawBuilder<unknown> {
  if (!/[\p{L}\p{M}\p{N}]{3}/u.test(text)) return sql`${nameKey} like ${`${escapeLike(text.toLowerCase())}%`}`
  const part = containing(text)
  const found = sql`u.display_name ilike ${part} or u.email::text ilike ${part}`
  return UUID.test(text) ? sql`(${found} or u.id = ${text})` : sql`(${found})`
}

/** A search that finds more is counted no further. */
const MOST_FOUND = MOST_LISTED_USERS / 10

/** All users that a search finds, in no order; null when there are more than are counted. */
async function lookUp(db: Queryable, filter: UserFilter, search: RawBuilder<unknown>): Promise<UserId[] | null> {
  const where = sql.join(
    rangesOf(filter).map((range) => sql`(${range})`),
    sql` or `,
  )
  const { rows } = await sql<{ id: UserId }>`
    select u.id from users u where ${search} and (${where}) limit ${MOST_FOUND + 1}`.execute(db)
  return rows.length > MOST_FOUND ? null : rows.map(({ id }) => id)
}

async function readPage(
  db: Queryable,
  conditions: readonly RawBuilder<unknown>[],
  sort: UserSort,
  { limit, offset }: Slice,
): Promise<ListedRow[]> {
  const { key, direction } = KEYS[sort]
  const ranges = conditions.map(
    (where) =>
      sql`(select u.id, ${key} as key from users u where ${where} order by ${key} ${direction}, u.id limit ${limit + offset})`,
  )
  const { rows } = await sql<ListedRow>`
    select ${managedUserColumns}, r.id as request_id, r.role as request_role, r.reason as request_reason, r.created_at as request_created_at
    from (select found.id, found.key from (${sql.join(ranges, sql` union all `)}) found
      order by found.key ${direction}, found.id limit ${limit} offset ${offset}) page
    join users u on u.id = page.id left join role_requests r on r.user_id = u.id and r.status = 'open'
    order by page.key ${direction}, page.id`.execute(db)
  return rows
}

/**
 * Each range is counted in the order of an index, so that Postgres reads the index and not the table: it keeps no pages of a large table that
 * it reads from the beginning, and fetches them again for each count.
 */
async function countUsers(db: Queryable, conditions: readonly RawBuilder<unknown>[]): Promise<number> {
  const ranges = conditions.map(
    (where) => sql`(select 1 from users u where ${where} order by u.created_at desc, u.id limit ${MOST_LISTED_USERS})`,
  )
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from (${sql.join(ranges, sql` union all `)}) found
      limit ${MOST_LISTED_USERS}) counted`.execute(db)
  return rows[0]?.total ?? 0
}

/** A page past what is counted is empty. */
export async function findUsers(
  db: Queryable,
  filter: UserFilter & { sort: UserSort },
  slice: Slice,
): Promise<{ rows: ListedRow[]; total: number }> {
  const page = (conditions: readonly RawBuilder<unknown>[], most: number) =>
    slice.offset < most ? readPage(db, conditions, filter.sort, slice) : []
  const ranges = rangesOf(filter)
  const text = filter.search?.trim()
  if (!text) {
    const [rows, total] = await Promise.all([page(ranges, MOST_LISTED_USERS), countUsers(db, ranges)])
    return { rows, total }
  }
  const search = searchedBy(text)
  const found = await lookUp(db, filter, search)
  if (found) return { rows: await page([sql`u.id = any(${sql.val(found)}::uuid[])`], MOST_FOUND), total: found.length }
  const searched = ranges.map((range) => sql`${range} and ${search}`)
  return { rows: await page(searched, MOST_FOUND), total: MOST_FOUND }
}
