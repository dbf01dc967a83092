/** The SQL of recorded runs of samples. */
import { sql } from 'kysely'
import type {
  AgentId,
  AgentVersionId,
  ExecutionId,
  FileId,
  UserId,
  WorkflowVersionId,
} from '#contract/core/primitives.ts'
import { isHouse } from '#server/areas/agents/agents.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Characters of an output. A larger one is not kept: nobody reads it on a page. */
export const MOST_OUTPUT = 1_000_000

/**
 * Records what a run of a sample gave. What is recorded already stays as it is.
 * @returns false when the run has no result that can be kept
 */
export async function recordRun(
  db: Queryable,
  run: { version: AgentVersionId; position: number; execution: ExecutionId; files: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    insert into agent_version_runs (agent_version_id, position, output, file_ids, ms, model_micros, ran_at)
    select ${run.version}, ${run.position}::int, e.output,
      array(select f.id from files f where f.owner_id = e.owner_id and f.id = any(${sql.val(run.files)}::uuid[])),
      greatest(0, round(extract(epoch from e.finished_at - coalesce(e.started_at, e.created_at)) * 1000))::int,
      coalesce((select sum(c.cost_micros) from model_calls c where c.execution_id = e.id), 0), e.finished_at
    from executions e
    where e.id = ${run.execution} and e.status = 'succeeded' and e.output is not null and length(e.output::text) <= ${MOST_OUTPUT}
    on conflict (agent_version_id, position) do nothing returning 1`.execute(db)
  return rows.length > 0
}

export interface SampleRunRow {
  position: number
  ms: number
  model_micros: number
  ran_at: Date
}

/**
 * Duration of a recorded run in ms. The first sample runs again each day: the latest of these counts, because the first run may have been made
 * while the server was starting.
 */
const MS = sql<number>`coalesce((select c.ms from agent_checks c
  where c.version_id = r.agent_version_id and c.state = 'passed' and r.position = 0), r.ms)`

export async function findRuns(db: Queryable, version: AgentVersionId): Promise<SampleRunRow[]> {
  const { rows } = await sql<SampleRunRow>`
    select position, ${MS} as ms, model_micros::float8 as model_micros, ran_at from agent_version_runs r
    where agent_version_id = ${version} order by position`.execute(db)
  return rows
}

export async function findRun(
  db: Queryable,
  version: AgentVersionId,
  position: number,
): Promise<(SampleRunRow & { output: unknown }) | null> {
  const { rows } = await sql<SampleRunRow & { output: unknown }>`
    select position, ${MS} as ms, model_micros::float8 as model_micros, ran_at, output from agent_version_runs r
    where agent_version_id = ${version} and position = ${position}::int`.execute(db)
  return rows[0] ?? null
}

/** Whether a document went into a recorded run of the version. */
export async function isDocumentOf(db: Queryable, version: AgentVersionId, file: FileId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from agent_version_runs r join files f on f.id = any(r.file_ids)
    where r.agent_version_id = ${version} and f.id = ${file} limit 1`.execute(db)
  return rows.length > 0
}

/** The newest finished run of the version on its seller's test cases; `score` from 0 to 1. */
export async function findTested(
  db: Queryable,
  version: AgentVersionId,
): Promise<{ score: number; cases: number; at: Date } | null> {
  const { rows } = await sql<{ score: number; cases: number; at: Date }>`
    select e.score::float8 as score, e.finished_at as at,
      (select count(*)::int from workflow_evaluation_results r where r.evaluation_id = e.id) as cases
    from agent_versions v join workflow_evaluations e on e.workflow_version_id = v.workflow_version_id
    where v.id = ${version} and e.status = 'done' and e.score is not null and e.finished_at is not null
    order by e.created_at desc, e.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

export interface WaitingRow {
  agent_id: AgentId
  version_id: AgentVersionId
  workflow_version_id: WorkflowVersionId
  seller_id: UserId
  samples: unknown
  /** Places of the samples that are recorded. */
  recorded: number[]
}

/** Versions of the house's agents that are sold and have samples nobody has run yet. */
export async function findWaiting(db: Queryable): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select a.id as agent_id, v.id as version_id, v.workflow_version_id, a.seller_id, v.samples,
      array(select r.position::int from agent_version_runs r where r.agent_version_id = v.id) as recorded
    from agents a join users u on u.id = a.seller_id join agent_versions v on v.id = a.current_version_id
    where ${isHouse} and a.status = 'published'
      and jsonb_array_length(v.samples) > (select count(*) from agent_version_runs r where r.agent_version_id = v.id)
    order by a.popularity desc, a.id`.execute(db)
  return rows
}
