/** The SQL of categories. */
import { sql } from 'kysely'
import type { Category } from '#contract/agents/categories.ts'
import { isListed } from '#server/areas/agents/listing/is-listed.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

interface CategoryRow extends Category {
  runs: number
}

export interface Totals {
  agents: number
  runs: number
}

/** All of them in their order, with the number of published agents and their finished runs. */
export async function listCategories(db: Queryable): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select c.id, c.slug, c.name, c.description, c.icon, count(a.id)::int as agents, coalesce(sum(a.popularity), 0)::int8 as runs
    from categories c
    left join agents a on (a.category_slug = c.slug or c.slug = any(a.more_categories)) and ${isListed}
    group by c.id order by c.position, c.slug`.execute(db)
  return rows
}

/** Of all published agents, each once. */
export async function findTotals(db: Queryable): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(*)::int as agents, coalesce(sum(a.popularity), 0)::int8 as runs from agents a where ${isListed}`.execute(
    db,
  )
  return rows[0] ?? { agents: 0, runs: 0 }
}
