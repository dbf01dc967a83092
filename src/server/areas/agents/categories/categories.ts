/** The verbs of categories. Counts may be `fresh_ms` old. */
import type { Category, CategorySummary } from '#contract/agents/categories.ts'
import { AppError } from '#contract/core/errors.ts'
import { createCache, createClockEpoch, createUncached } from '#server/platform/cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findTotals, listCategories } from './categories.store.ts'

export interface Categories {
  list(page: {
    limit: number
    offset: number
  }): Promise<{ items: Category[]; total: number; limit: number; offset: number }>
  /** By id or slug. @throws not_found */
  get(ref: string): Promise<Category>
  summary(): Promise<CategorySummary>
}

export function createCategories(db: Database, { fresh_ms }: { fresh_ms: number }): Categories {
  const kept = <T>(read: () => Promise<T>) =>
    fresh_ms === 0
      ? createUncached(read)
      : createCache(read, { epoch: createClockEpoch(fresh_ms), lag_ms: fresh_ms * 5 })
  const all = kept(() => listCategories(db))
  const totals = kept(() => findTotals(db))
  return {
    async list({ limit, offset }) {
      const rows = await all.get('')
      return { items: rows.slice(offset, offset + limit), total: rows.length, limit, offset }
    },
    async get(ref) {
      const found = (await all.get('')).find(({ id, slug }) => id === ref.toLowerCase() || slug === ref)
      if (!found) throw new AppError('not_found')
      return found
    },
    async summary() {
      const [rows, whole] = await Promise.all([all.get(''), totals.get('')])
      return {
        categories: rows.length,
        ...whole,
        by_category: rows.map(({ slug, name, agents, runs }) => ({ slug, name, agents, runs })),
      }
    },
  }
}
