import { type RawBuilder, sql } from 'kysely'
import type { Person } from './person.ts'

export interface PersonalList {
  file: string
  about: string
  /** The tables it shows, for the test that misses none. */
  tables: readonly string[]
  /** Each row may have many million characters: no two of them are in memory at once. */
  isLarge?: true
  /** One row of one column, `row`, per thing. */
  query: (person: Person) => RawBuilder<{ row: unknown }>
}

export const row = (columns: RawBuilder<unknown>, rest: RawBuilder<unknown>): RawBuilder<{ row: unknown }> =>
  sql<{ row: unknown }>`select to_jsonb(x) as row from (select ${columns} ${rest}) x`
export const all = sql`t.*`
