/** The marketplace for search engines: public agents, sellers and categories. */
import type { Database } from '#server/platform/database/database.ts'
import { countListed, findListed, type ListedRow } from './listed.store.ts'

export interface ListedAgents {
  count(): Promise<number>
  /** The oldest first. @param from how many to leave out */
  list(from: number, limit: number): Promise<ListedRow[]>
}

export const createListedAgents = (db: Database): ListedAgents => ({
  count: () => countListed(db),
  list: (from, limit) => findListed(db, from, limit),
})
