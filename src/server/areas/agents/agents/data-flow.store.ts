/** The SQL of what versions do with the data they are given. */
import { sql } from 'kysely'
import type { AgentVersionId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { DataFlow } from './data-flow.ts'

export async function findVersionsWithoutDataFlow(
  db: Queryable,
  limit: number,
): Promise<{ id: AgentVersionId; document: unknown }[]> {
  const { rows } = await sql<{ id: AgentVersionId; document: unknown }>`
    select v.id, w.document from agent_versions v join workflow_versions w on w.id = v.workflow_version_id
    where v.uses_model is null or v.sends_out is null limit ${limit}`.execute(db)
  return rows
}

export async function storeDataFlow(
  db: Queryable,
  version: AgentVersionId,
  { uses_model, sends_out }: DataFlow,
): Promise<void> {
  await sql`update agent_versions set uses_model = ${uses_model}, sends_out = ${sends_out} where id = ${version}`.execute(
    db,
  )
}
