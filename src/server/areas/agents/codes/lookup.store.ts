/** The SQL of looking up codes. */
import { sql } from 'kysely'
import type { MedicalCode } from '#contract/agents/codes.ts'
import type { Queryable } from '#server/platform/database/database.ts'

const columns = ['code', 'description', 'billable'] as const

export const findCodes = (db: Queryable, system: string, codes: readonly string[]): Promise<MedicalCode[]> =>
  db
    .selectFrom('codes')
    .select(columns)
    .where('system', '=', system)
    .where('code', 'in', codes)
    .orderBy('code')
    .execute()

/** `bare` is the beginning of a code, in capitals and without its dot. */
export const findCodesBeginning = (
  db: Queryable,
  system: string,
  bare: string,
  limit: number,
): Promise<MedicalCode[]> =>
  db
    .selectFrom('codes')
    .select(columns)
    .where('system', '=', system)
    .where(sql<string>`replace(code, '.', '')`, 'like', `${bare}%`)
    .orderBy('code')
    .limit(limit)
    .execute()

/** `query` in the language of `to_tsquery`. Billable codes come first, then those with the fewest other words. */
export const findCodesByWords = (db: Queryable, system: string, query: string, limit: number): Promise<MedicalCode[]> =>
  db
    .selectFrom('codes')
    .select(columns)
    .where('system', '=', system)
    .where(sql<boolean>`code_words(description, synonyms) @@ to_tsquery('pg_catalog.english', ${query})`)
    .orderBy('billable', 'desc')
    .orderBy(sql`length(description)`)
    .orderBy('code')
    .limit(limit)
    .execute()
