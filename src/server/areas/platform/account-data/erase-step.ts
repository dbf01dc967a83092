import type { RawBuilder } from 'kysely'
import type { Person } from './person.ts'

export interface Step {
  /** The tables it clears of the person, for the test that misses none. */
  tables: readonly string[]
  run: (person: Person) => RawBuilder<unknown>
}
export const step = (tables: readonly string[], run: Step['run']): Step => ({ tables, run })
