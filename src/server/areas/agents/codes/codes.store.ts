/** The SQL of the medical code tables. */

import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'

export interface CodeRow {
  /** With the dot. */
  code: string
  description: string
  billable: boolean
  synonyms: readonly string[]
}

/** One import at a time, until the end of the transaction. */
export async function lockTables(db: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.codeTables})`.execute(db)
}

export async function findTable(db: Queryable, system: string): Promise<{ version: string; source: string } | null> {
  const row = await db
    .selectFrom('code_tables')
    .select(['version', 'source'])
    .where('system', '=', system)
    .executeTakeFirst()
  return row ?? null
}

export async function readCodes(db: Queryable, system: string): Promise<CodeRow[]> {
  return db
    .selectFrom('codes')
    .select(['code', 'description', 'billable', 'synonyms'])
    .where('system', '=', system)
    .orderBy('code')
    .execute()
}

/** Replaces the whole table of a system. Call it in a transaction: readers see the old table until the commit. */
export async function replaceTable(
  db: Queryable,
  system: string,
  table: { version: string; source: string; codes: CodeRow[] },
): Promise<void> {
  await db.deleteFrom('codes').where('system', '=', system).execute()
  await db
    .insertInto('code_tables')
    .values({ system, version: table.version, source: table.source })
    .onConflict((conflict) =>
      conflict.column('system').doUpdateSet({ version: table.version, source: table.source, imported_at: sql`now()` }),
    )
    .execute()
  for (let at = 0; at < table.codes.length; at += 5000) {
    const part = table.codes.slice(at, at + 5000)
    await sql`insert into codes (system, code, billable, description, synonyms)
      select ${system}, r.code, r.billable, r.description, r.synonyms
      from json_to_recordset(${JSON.stringify(part)}::json) as r(code text, billable boolean, description text, synonyms text[])`.execute(
      db,
    )
  }
}
