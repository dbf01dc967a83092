/** The SQL of reported faults. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface NewError {
  id: string
  kind: 'report' | 'feedback'
  fingerprint: string
  name: string
  message: string
  stack: string | null
  cause: string | null
  /** JSON. */
  context: string
  retry_count: number
  feedback: string | null
  user_id: UserId | null
}

export async function insertError(db: Queryable, row: NewError): Promise<void> {
  await db.insertInto('error_reports').values(row).execute()
}

export interface ErrorRow extends Omit<NewError, 'context' | 'fingerprint'> {
  context: unknown
  seen: number
  created_at: Date
}

export async function findErrors(
  db: Queryable,
  { kind, limit, offset }: { kind?: string | undefined; limit: number; offset: number },
): Promise<{ rows: ErrorRow[]; total: number }> {
  const chosen = sql`from error_reports e where (${kind ?? null}::text is null or kind = ${kind ?? null})`
  const [page, count] = await Promise.all([
    sql<ErrorRow>`
      select id, kind, name, message, stack, cause, context, retry_count, feedback, user_id, created_at,
        (select count(*)::int from error_reports s where s.fingerprint = e.fingerprint and s.kind = e.kind) as seen
      ${chosen} order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${chosen}`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

/** What is older goes, and whatever is beyond the newest `most`. */
export async function removeOldErrors(db: Queryable, { days, most }: { days: number; most: number }): Promise<void> {
  await sql`
    delete from error_reports where created_at < now() - make_interval(days => ${days})
      or id in (select id from error_reports order by created_at desc, id desc offset ${most})`.execute(db)
}
