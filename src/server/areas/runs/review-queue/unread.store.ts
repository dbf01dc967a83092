/** The SQL of results whose findings nobody has read. */
import { type RawBuilder, sql } from 'kysely'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { REVIEW_LIMITS } from '#contract/runs/review-queue-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Bytes of a result on the disk, where they are compressed, that is read together with others. */
const SHORT_BYTES = 60_000

export interface UnreadRow {
  id: ExecutionId
  view: string | null
  /** Per cent of the documents of its service that a second person reads; 0 on a person's own account. */
  second_reader_share: number
  /** Null for a long one. */
  json: string | null
  is_long: boolean
}

const window = sql`u.created_at >= now() - make_interval(days => ${REVIEW_LIMITS.days})`

async function take(tx: Queryable, whose: RawBuilder<unknown>, limit: number): Promise<UnreadRow[]> {
  const { rows } = await sql<UnreadRow>`
    with taken as (
      select u.execution_id, u.created_at, u.of_workspace from unread_results u where ${whose} and ${window}
      order by u.created_at desc limit ${limit} for update skip locked
    )
    select e.id, v.view, case when t.of_workspace then coalesce(s.second_reader_share, 0) else 0 end as second_reader_share,
      case when l.is_long then null else e.output::text end as json, l.is_long
    from taken t join executions e on e.id = t.execution_id left join agent_versions v on v.id = e.agent_version_id
      left join services s on s.id = e.service_id
      cross join lateral (select e.output_file is not null or coalesce(pg_column_size(e.output) > ${SHORT_BYTES}, false) as is_long) l
    order by t.created_at desc`.execute(tx)
  return rows
}

/** The newest of an account, which nobody else reads until the transaction ends. */
export const takeUnreadOf = (tx: Queryable, owner: UserId, limit: number): Promise<UnreadRow[]> =>
  take(tx, sql`u.owner_id = ${owner}`, limit)

/** The newest of all workspaces. */
export const takeUnread = (tx: Queryable, limit: number): Promise<UnreadRow[]> => take(tx, sql`u.of_workspace`, limit)

export async function hasUnread(db: Queryable, owner: UserId): Promise<boolean> {
  const { rows } = await sql`select from unread_results u where u.owner_id = ${owner} and ${window} limit 1`.execute(db)
  return rows.length > 0
}

/** Those that no queue shows any more: people who never open theirs leave them. */
export async function deleteOldUnread(db: Queryable): Promise<void> {
  await sql`delete from unread_results u where not ${window}`.execute(db)
}
