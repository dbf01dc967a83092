/** The SQL of what went into a run and came out of it, as it was written: it may be large, and is only passed on. */
import { sql } from 'kysely'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export type ValueName = 'input' | 'output'

/** The JSON, or the key of the file that has it. */
export async function findValue(
  db: Queryable,
  id: ExecutionId,
  name: ValueName,
): Promise<{ json: string | null; file: string | null }> {
  const file = sql.ref(`${name}_file`)
  const { rows } = await sql<{ json: string | null; file: string | null }>`
    select case when ${file} is null then ${sql.ref(name)}::text end as json, ${file} as file
    from executions where id = ${id}`.execute(db)
  return rows[0] ?? { json: null, file: null }
}

/** The JSON from the row itself, however large. */
export async function findWholeValue(db: Queryable, id: ExecutionId, name: ValueName): Promise<string | null> {
  const { rows } = await sql<{ json: string | null }>`
    select ${sql.ref(name)}::text as json from executions where id = ${id}`.execute(db)
  return rows[0]?.json ?? null
}
