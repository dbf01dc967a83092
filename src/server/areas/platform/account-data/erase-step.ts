import type { RawBuilder } from 'kysely'
import type { Person } from './person.ts'

export interface EraseStep {
  /** The tables it clears of the person, for the test that misses none. */
  tables: readonly string[]
  run: (person: Person) => RawBuilder<unknown>
}
export const eraseStep = (tables: readonly string[], run: EraseStep['run']): EraseStep => ({ tables, run })
