/** The SQL of the synonyms that admins keep. */

import { sql } from 'kysely'
import type { SynonymId } from '#contract/admin/search-admin.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'

export interface SynonymRow {
  id: SynonymId
  phrase: string
  also: string
  added_at: Date
}

/** By phrase. @param contains a part of either side, in small letters */
export async function findPage(
  db: Queryable,
  { contains, limit, offset }: { contains: string; limit: number; offset: number },
): Promise<{ rows: SynonymRow[]; total: number }> {
  const { rows } = await sql<SynonymRow & { total: number }>`
    with found as (
      select * from search_synonyms where ${contains} = '' or strpos(phrase || ' ' || also, ${contains}) > 0
    )
    select p.*, (select count(*)::int from found) as total from (values (1)) one(row)
    left join lateral (select id, phrase, also, added_at from found order by phrase, also limit ${limit} offset ${offset}) p on true`.execute(
    db,
  )
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
}

/** Serialises those who add, so that the count holds. */
export async function countLocked(tx: Queryable): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOCKS.synonyms})`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from search_synonyms`.execute(tx)
  return rows[0]?.count ?? 0
}

/** @returns nothing when it is there */
export async function insertSynonym(tx: Queryable, phrase: string, also: string): Promise<SynonymRow[]> {
  const { rows } = await sql<SynonymRow>`
    insert into search_synonyms (phrase, also) values (${phrase}, ${also}) on conflict do nothing
    returning id, phrase, also, added_at`.execute(tx)
  return rows
}

export async function deleteSynonym(tx: Queryable, id: SynonymId): Promise<SynonymRow | null> {
  const { rows } = await sql<SynonymRow>`
    delete from search_synonyms where id = ${id} returning id, phrase, also, added_at`.execute(tx)
  return rows[0] ?? null
}
