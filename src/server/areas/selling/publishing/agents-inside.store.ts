/** The SQL of agents that run inside others. */
import { sql } from 'kysely'
import type { AgentId } from '#contract/core/primitives.ts'
import { publicStatus } from '#server/areas/agents/agents.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** What agents are called, of those that anyone may run. */
export async function findRunnableNames(
  db: Queryable,
  ids: readonly AgentId[],
): Promise<Map<AgentId, { name: string; slug: string }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: AgentId; name: string; slug: string }>`
    select a.id, a.name, a.slug from agents a
    where a.id = any(${sql.val(ids)}::uuid[]) and ${publicStatus} in ('published', 'deprecated')
      and a.current_version_id is not null`.execute(db)
  return new Map(rows.map(({ id, name, slug }) => [id, { name, slug }]))
}
