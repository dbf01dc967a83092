/** SQL of test cases and the results of versions. The caller was checked to own the workflow, or to be the seller of its agent. */
import { sql } from 'kysely'
import type { TestCase } from '#contract/agents/evaluations.ts'
import type {
  AgentId,
  ExecutionId,
  Json,
  JsonObject,
  UserId,
  WorkflowId,
  WorkflowVersionId,
} from '#contract/core/primitives.ts'
import { hasLargeOutput } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** The newest score of this version of the workflow with the cases as they are now; null when they were not run with it. */
export async function findScore(
  db: Queryable,
  workflow: WorkflowId,
  version: WorkflowVersionId,
): Promise<number | null> {
  const { rows } = await sql<{ score: number }>`
    select e.score::float8 as score from workflow_evaluations e
    where e.workflow_id = ${workflow} and e.workflow_version_id = ${version} and e.status = 'done'
      and e.cases_hash = (select ${casesHash} from workflow_cases c where c.workflow_id = ${workflow})
    order by e.created_at desc limit 1`.execute(db)
  return rows[0]?.score ?? null
}

/** Of all cases in their order; of none it is null. */
export const casesHash = sql`md5(string_agg(jsonb_build_array(c.input, c.expected, c.scorer)::text, ',' order by c.position))`

export interface CaseRow {
  name: string
  input: JsonObject
  expected: Json
  scorer: unknown
}

export async function findCases(db: Queryable, workflow: WorkflowId): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select name, input, expected, scorer from workflow_cases where workflow_id = ${workflow} order by position`.execute(
    db,
  )
  return rows
}

/** The run that a case was made from, and the revision of its document where people decided about it. */
export interface MadeOf {
  execution_id: ExecutionId
  revision: number | null
}

/** Where the case of a revision is among those of its workflow, from 0; null when there is none. */
export async function findPlaceOf(tx: Queryable, workflow: WorkflowId, of: MadeOf): Promise<number | null> {
  const { rows } = await sql<{ place: number }>`
    select c.place from (select execution_id, revision, (row_number() over (order by position))::int - 1 as place
      from workflow_cases where workflow_id = ${workflow}) c
    where c.execution_id = ${of.execution_id} and c.revision = ${of.revision} order by c.place limit 1`.execute(tx)
  return rows[0]?.place ?? null
}

export interface SourceRow {
  /** Of the account that the run belongs to. */
  is_workspace: boolean
  consents: boolean
  /** The account drew the workflow. */
  is_own: boolean
  is_archived: boolean
  workflow_id: WorkflowId
  has_content: boolean
}

/** What decides whether a run may become a case; null for a run of others. @param keep no deletion of the run passes until the transaction ends */
export async function findSource(
  db: Queryable,
  owner: UserId,
  execution: ExecutionId,
  keep: boolean,
): Promise<SourceRow | null> {
  const { rows } = await sql<SourceRow>`
    select u.kind = 'workspace' as is_workspace, coalesce((select p.test_cases from data_policies p where p.account_id = u.id), false) as consents,
      w.owner_id = u.id as is_own, w.archived_at is not null as is_archived, e.workflow_id, e.payload_removed_at is null as has_content
    from executions e join users u on u.id = e.owner_id join workflows w on w.id = e.workflow_id
    where e.id = ${execution} and e.owner_id = ${owner} ${keep ? sql`for share of e` : sql``}`.execute(db)
  return rows[0] ?? null
}

/**
 * Instead of those there were. One that was made from a run goes with it, also after it was edited: it is known by its input or its name.
 * @param from the run that the last one was made from
 */
export async function replaceCases(
  tx: Queryable,
  workflow: WorkflowId,
  cases: readonly TestCase[],
  from: MadeOf | null = null,
): Promise<void> {
  await sql`
    with old as (delete from workflow_cases where workflow_id = ${workflow} returning name, input, execution_id, revision)
    insert into workflow_cases (workflow_id, position, name, input, expected, scorer, execution_id, revision)
    select ${workflow}, c.place, c.value ->> 'name', c.value -> 'input', c.value -> 'expected', c.value -> 'scorer',
      case when c.is_new then ${from?.execution_id ?? null}::uuid else o.execution_id end,
      case when c.is_new then ${from?.revision ?? null}::int else o.revision end
    from (select value, place, ${from !== null}::boolean and place = ${cases.length}::int as is_new
      from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality e(value, place)) c
    left join lateral (
      select o.execution_id, o.revision from old o where o.execution_id is not null
        and (o.input = c.value -> 'input' or o.name = c.value ->> 'name')
      order by o.input = c.value -> 'input' desc, o.name = c.value ->> 'name' desc limit 1) o on true`.execute(tx)
}

export interface EvaluationRow {
  id: string
  workflow_version: number
  versions: number[]
  status: 'running' | 'done'
  score: number | null
  cases: number
  current: boolean
  created_at: Date
}

const evaluation = sql`e.id, w.number as workflow_version, e.status, e.score::float8 as score, e.created_at,
  array(select v.number from agent_versions v where v.workflow_version_id = w.id
    and v.published_at is not null order by v.number) as versions,
  (select count(*)::int from workflow_evaluation_results r where r.evaluation_id = e.id) as cases,
  e.cases_hash is not distinct from (select ${casesHash} from workflow_cases c where c.workflow_id = e.workflow_id) as current`

/** The newest first. */
export async function findEvaluations(db: Queryable, workflow: WorkflowId, limit: number): Promise<EvaluationRow[]> {
  const { rows } = await sql<EvaluationRow>`
    select ${evaluation} from workflow_evaluations e join workflow_versions w on w.id = e.workflow_version_id
    where e.workflow_id = ${workflow} order by e.created_at desc, e.id desc limit ${limit}`.execute(db)
  return rows
}

export async function findEvaluation(db: Queryable, workflow: WorkflowId, id: string): Promise<EvaluationRow | null> {
  const { rows } = await sql<EvaluationRow>`
    select ${evaluation} from workflow_evaluations e join workflow_versions w on w.id = e.workflow_version_id
    where e.workflow_id = ${workflow} and e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function insertEvaluation(
  tx: Queryable,
  one: { workflow: WorkflowId; version: WorkflowVersionId; by: UserId },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into workflow_evaluations (workflow_id, workflow_version_id, cases_hash, started_by)
    select ${one.workflow}, ${one.version}, ${casesHash}, ${one.by} from workflow_cases c where c.workflow_id = ${one.workflow}
    returning id`.execute(tx)
  const id = rows[0]?.id ?? ''
  await sql`
    insert into workflow_evaluation_results (evaluation_id, position, kept)
    select ${id}, c.position, jsonb_build_object('name', c.name, 'input', c.input, 'expected', c.expected, 'scorer', c.scorer)
    from workflow_cases c where c.workflow_id = ${one.workflow}`.execute(tx)
  return id
}

export interface KeptRow {
  position: number
  kept: unknown
  execution_id: ExecutionId | null
  score: number | null
  /** It has no run, and the starting of the evaluation is over. */
  never_started: boolean
}

/** Longer than the starting of all cases of an evaluation takes. */
const STARTING_S = 300

/** The cases of an evaluation, without what their runs gave. */
export async function findKept(db: Queryable, evaluation: string): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select r.position, r.kept, r.execution_id, r.score::float8 as score,
      r.execution_id is null and e.created_at < now() - make_interval(secs => ${STARTING_S}) as never_started
    from workflow_evaluation_results r join workflow_evaluations e on e.id = r.evaluation_id
    where r.evaluation_id = ${evaluation} order by r.position`.execute(db)
  return rows
}

export interface ResultRow extends Omit<KeptRow, 'never_started'> {
  note: string
  /** What models took in its run. */
  cost_micros: number
  /** Null while it runs, and when its run is gone. */
  ms: number | null
  /** Written JSON; null for a large one. */
  output: string | null
  large: boolean
}

/** The same with what their runs gave. */
export async function findResults(db: Queryable, evaluation: string): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select r.position, r.kept, r.execution_id, r.score::float8 as score, r.note, ${hasLargeOutput} as large,
      (select coalesce(sum(m.cost_micros), 0)::float8 from model_calls m where m.execution_id = r.execution_id) as cost_micros,
      round(extract(epoch from e.finished_at - e.started_at) * 1000)::int as ms,
      case when not ${hasLargeOutput} then e.output::text end as output
    from workflow_evaluation_results r left join executions e on e.id = r.execution_id
    where r.evaluation_id = ${evaluation} order by r.position`.execute(db)
  return rows
}

export async function setExecution(
  db: Queryable,
  evaluation: string,
  position: number,
  execution: string,
): Promise<void> {
  await sql`update workflow_evaluation_results set execution_id = ${execution}
    where evaluation_id = ${evaluation} and position = ${position}`.execute(db)
}

export async function setScore(
  db: Queryable,
  evaluation: string,
  { position, score, note }: { position: number; score: number; note: string },
): Promise<void> {
  await sql`update workflow_evaluation_results set score = ${score}, note = ${note.slice(0, 1000)}
    where evaluation_id = ${evaluation} and position = ${position} and score is null`.execute(db)
}

/** Done once every case has a score: their mean. */
export async function finishEvaluation(db: Queryable, evaluation: string): Promise<void> {
  await sql`
    update workflow_evaluations e set status = 'done', finished_at = now(),
      score = (select avg(r.score) from workflow_evaluation_results r where r.evaluation_id = e.id)
    where e.id = ${evaluation} and e.status = 'running'
      and not exists (select from workflow_evaluation_results r where r.evaluation_id = e.id and r.score is null)`.execute(
    db,
  )
}

export async function findSoldVersion(db: Queryable, agent: AgentId): Promise<WorkflowVersionId | null> {
  const { rows } = await sql<{ id: WorkflowVersionId }>`
    select v.workflow_version_id as id from agents a join agent_versions v on v.id = a.current_version_id
    where a.id = ${agent} and v.published_at is not null`.execute(db)
  return rows[0]?.id ?? null
}

/** The name of a workflow of the person's own; null for any other, and for an archived one. */
export async function findOwnWorkflow(db: Queryable, owner: UserId, workflow: WorkflowId): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select w.name from workflows w where w.id = ${workflow} and w.owner_id = ${owner} and w.archived_at is null`.execute(
    db,
  )
  return rows[0]?.name ?? null
}

/** Cases are changed by one at a time. */
export async function lockCases(tx: Queryable, workflow: WorkflowId): Promise<void> {
  await sql`select from workflows w where w.id = ${workflow} for update`.execute(tx)
}

/** A version that was run, published or kept. */
export async function findVersionNumbered(
  db: Queryable,
  workflow: WorkflowId,
  number: number,
): Promise<{ id: WorkflowVersionId; document: unknown } | null> {
  const { rows } = await sql<{ id: WorkflowVersionId; document: unknown }>`
    select v.id, v.document from workflow_versions v where v.workflow_id = ${workflow} and v.number = ${number}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** What addresses and times run. */
export async function findLiveVersion(db: Queryable, workflow: WorkflowId): Promise<WorkflowVersionId | null> {
  const { rows } = await sql<{ id: WorkflowVersionId | null }>`select production_version(${workflow}) as id`.execute(db)
  return rows[0]?.id ?? null
}
