/** The SQL of what uses an app that a person added, or an MCP server. */
import { sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Workflows of the owner whose draft, or what runs of them, names the app `<source>-<id>`. */
export async function findUsesOfApp(
  db: Queryable,
  owner: UserId,
  source: 'api' | 'mcp',
  id: string,
): Promise<{ id: WorkflowId; name: string }[]> {
  const app = `${source}-${id}`
  const { rows } = await sql<{ id: WorkflowId; name: string }>`
    select w.id, w.name from workflows w left join workflow_versions v on v.id = production_version(w.id)
    where w.owner_id = ${owner} and w.archived_at is null
      and ((w.ids @> array[${id}::uuid] and strpos(w.document::text, ${app}::text) > 0)
        or (v.ids @> array[${id}::uuid] and strpos(v.document::text, ${app}::text) > 0))
    order by w.name, w.id limit 100`.execute(db)
  return rows
}
