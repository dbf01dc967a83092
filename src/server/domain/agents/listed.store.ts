/** The SQL of the list of published agents that search engines read. */
import { sql } from 'kysely'
import type { Queryable } from '#server/database/database.ts'

export interface ListedRow {
  slug: string
  updated_at: Date
}

const PUBLISHED = sql`status = 'published' and current_version_id is not null`

export async function countListed(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from agents where ${PUBLISHED}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** By the time of publication, the oldest first: what is published later changes no earlier part. */
export async function findListed(db: Queryable, from: number, limit: number): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select slug, updated_at from agents where ${PUBLISHED} order by published_at, id offset ${from} limit ${limit}`.execute(
    db,
  )
  return rows
}
