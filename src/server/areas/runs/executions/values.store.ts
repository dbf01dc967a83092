/** The SQL of what went into a run and came out of it, as it was written: it may be large, and is only passed on. */
import { sql } from 'kysely'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export type ValueName = 'input' | 'output'

/** The JSON, or the key of the file that has it. */
export interface FoundValue {
  json: string | null
  file: string | null
}
const NONE: FoundValue = { json: null, file: null }

export async function findValue(db: Queryable, id: ExecutionId, name: ValueName): Promise<FoundValue> {
  const file = sql.ref(`${name}_file`)
  const { rows } = await sql<FoundValue>`
    select case when ${file} is null then ${sql.ref(name)}::text end as json, ${file} as file
    from executions where id = ${id}`.execute(db)
  return rows[0] ?? NONE
}

/** Both in one statement. */
export async function findValues(db: Queryable, id: ExecutionId): Promise<Record<ValueName, FoundValue>> {
  const { rows } = await sql<Record<ValueName | `${ValueName}_file`, string | null>>`
    select case when input_file is null then input::text end as input, input_file,
      case when output_file is null then output::text end as output, output_file
    from executions where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return { input: NONE, output: NONE }
  return { input: { json: row.input, file: row.input_file }, output: { json: row.output, file: row.output_file } }
}

/** The JSON from the row itself, however large. */
export async function findWholeValue(db: Queryable, id: ExecutionId, name: ValueName): Promise<string | null> {
  const { rows } = await sql<{ json: string | null }>`
    select ${sql.ref(name)}::text as json from executions where id = ${id}`.execute(db)
  return rows[0]?.json ?? null
}
