/** The SQL of what search engines are told of in the marketplace: published agents, the sellers who have some, and the categories. */
import { type RawBuilder, sql } from 'kysely'
import { isListed } from '#server/areas/agents/listing/is-listed.store.ts'
import { hasPage } from '#server/areas/agents/sellers/page.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ListedRow {
  kind: 'agent' | 'seller' | 'category'
  /** Slug or handle. */
  slug: string
  /** Null when nothing says when it changed last. */
  updated_at: Date | null
}

const LISTED: RawBuilder<unknown> = sql`
  select 'agent' as kind, a.slug, a.updated_at, a.published_at as at from agents a where ${isListed}
  union all
  select 'seller', l.handle, null, l.since from sellers l join users u on u.id = l.user_id
  where ${hasPage} and exists (select from agents a where a.seller_id = l.user_id and ${isListed})
  union all
  select 'category', c.slug, null, '-infinity' from categories c`

export async function countListed(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${LISTED}) listed`.execute(db)
  return rows[0]?.count ?? 0
}

/** By the time of publication, the oldest first: what is published later changes no earlier part. */
export async function findListed(db: Queryable, from: number, limit: number): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select kind, slug, updated_at from (${LISTED}) listed order by at, kind, slug offset ${from} limit ${limit}`.execute(
    db,
  )
  return rows
}
