/** The SQL of what cards show of a result. */
import { sql } from 'kysely'
import type { AgentVersionId, FileId, Json } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface OutputRow {
  version_id: AgentVersionId
  view: string
  output: Json
  /** A PDF that it read. */
  document: FileId | null
}

/** What the first sample that was run gave, for each version that has one. */
export async function findFirstOutputs(db: Queryable, versions: readonly AgentVersionId[]): Promise<OutputRow[]> {
  const { rows } = await sql<OutputRow>`
    select distinct on (v.id) v.id as version_id, v.view, r.output, f.id as document from agent_versions v
    join agent_version_runs r on r.agent_version_id = v.id
    left join files f on f.id = r.file_ids[1] and f.mime = 'application/pdf'
    where v.id = any(${sql.val(versions)}::uuid[]) order by v.id, r.position`.execute(db)
  return rows
}
