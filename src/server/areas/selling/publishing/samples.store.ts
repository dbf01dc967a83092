/** The SQL of runs of samples and of their documents. */
import { sql } from 'kysely'
import type { AgentId, ExecutionId, FileId, UserId, WorkflowVersionId } from '#contract/core/primitives.ts'
import { publicStatus } from '#server/areas/agents/agents.ts'
import { hasLargeOutput, waitsForPerson } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RunRow } from './samples.ts'

/** Characters. */
const BEGINNING = 20_000

/** Of a large output only that there is one is read: it is not empty. */
export async function findSampleRuns(db: Queryable, agent: AgentId, version: WorkflowVersionId): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select r.input_hash, r.execution_id, r.created_at as begun_at, e.status, e.error, ${waitsForPerson} as asks,
      case when ${hasLargeOutput} then to_json('large'::text) else e.output end as output,
      extract(epoch from e.finished_at - coalesce(e.started_at, e.created_at))::float8 * 1000 as ms
    from agent_sample_runs r join executions e on e.id = r.execution_id
    where r.agent_id = ${agent} and r.workflow_version_id = ${version}`.execute(db)
  return rows
}

export async function keepSampleRun(
  db: Queryable,
  run: { agent: AgentId; version: WorkflowVersionId; input_hash: string; execution: ExecutionId },
): Promise<void> {
  await sql`
    insert into agent_sample_runs (agent_id, workflow_version_id, input_hash, execution_id)
    values (${run.agent}, ${run.version}, ${run.input_hash}, ${run.execution})
    on conflict (agent_id, workflow_version_id, input_hash)
      do update set execution_id = excluded.execution_id, created_at = now()`.execute(db)
}

/** Documents of a version that goes before the reviewers. */
export async function keepSampleFiles(
  tx: Queryable,
  agent: AgentId,
  owner: UserId,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into agent_sample_files (agent_id, file_id)
    select ${agent}, id from files where owner_id = ${owner} and id = any(${ids}::uuid[]) on conflict do nothing`.execute(
    tx,
  )
}

export interface SampleFileRow {
  id: FileId
  name: string
  mime: string
  bytes: number
  seller_id: UserId
  /** Included in every public version. */
  is_public: boolean
}

/** A document of one of this agent's samples. */
export async function findSampleFile(db: Queryable, agent: AgentId, id: FileId): Promise<SampleFileRow | null> {
  const { rows } = await sql<SampleFileRow>`
    select f.id, f.name, f.mime, f.bytes, a.seller_id,
      ${publicStatus} in ('published', 'deprecated') and exists (select from agent_versions v where v.agent_id = a.id
        and v.published_at is not null and strpos(v.samples::text, ${id}::text) > 0) as is_public
    from agent_sample_files s join files f on f.id = s.file_id join agents a on a.id = s.agent_id
    where s.agent_id = ${agent} and s.file_id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** What runs of samples gave, for the reviewers, who read the beginning of a large one. */
export async function findOutputs(db: Queryable, ids: readonly string[]): Promise<Map<string, unknown>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; output: unknown }>`
    select e.id, case when ${hasLargeOutput} then to_json(left(e.output::text, ${BEGINNING}) || '…') else e.output end as output
    from executions e where e.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, output }) => [id, output]))
}
