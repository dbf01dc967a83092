/** The SQL of the runs of benches: started, waited for, stopped and judged by whichever process takes them. */
import { sql } from 'kysely'
import type { AgentId, AgentVersionId, UserId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import { errorMessageFor, waitsForPerson } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'

interface NewRun {
  agent: number
  position: number
  execution_id: string
  charge_id: string | null
}

/** All runs of a bench, with which it begins. */
export async function beginRuns(tx: Queryable, bench: string, runs: readonly NewRun[]): Promise<void> {
  await sql`
    insert into bench_runs (bench_id, agent, position, execution_id, charge_id)
    select ${bench}, agent, position, execution_id, charge_id
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb)
      as r(agent smallint, position smallint, execution_id uuid, charge_id uuid)`.execute(tx)
  await sql`update benches set status = 'running', is_open = true, started_at = now(), updated_at = now(),
    delete_at = now() + make_interval(days => keep_days) where id = ${bench}`.execute(tx)
}

/** What charges hold together. */
export async function sumHeldCharges(tx: Queryable, charges: readonly string[]): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(price_paise), 0)::float8 as paise from charges where id = any(${sql.val(charges)}::uuid[])`.execute(
    tx,
  )
  return rows[0]?.paise ?? 0
}

export interface TakenRun {
  agent: number
  position: number
  execution_id: string
  charge_id: string | null
  state: 'held' | 'started' | 'judging'
  outcome: 'succeeded' | 'empty' | 'failed' | null
  /** Of its execution; null when there is none. */
  status: ExecutionStatus | null
  /** It, or a run that its steps started, waits for a person to answer. */
  asks: boolean
  bench_status: 'running' | 'done' | 'cancelled'
}

/**
 * Takes runs that something is to be done about and that nobody has, or that a process left behind `left_s` ago. One that is under
 * way and is not to be stopped is nobody's business.
 */
export async function takeRuns(db: Queryable, bench: string, limit: number, left_s: number): Promise<TakenRun[]> {
  const { rows } = await sql<TakenRun>`
    with due as (
      select r.bench_id, r.agent, r.position, e.status, b.status as bench_status, w.asks
      from bench_runs r join benches b on b.id = r.bench_id left join executions e on e.id = r.execution_id
      cross join lateral (select ${waitsForPerson} as asks) w
      where r.bench_id = ${bench} and r.state <> 'ended'
        and (r.taken_at is null or r.taken_at < now() - make_interval(secs => ${left_s}))
        and (r.state <> 'started' or e.id is null or e.finished_at is not null or b.status = 'cancelled' or w.asks)
      order by r.position, r.agent limit ${limit} for update of r skip locked)
    update bench_runs r set taken_at = now() from due
    where r.bench_id = due.bench_id and r.agent = due.agent and r.position = due.position
    returning r.agent, r.position, r.execution_id, r.charge_id, r.state, r.outcome, due.status, due.asks, due.bench_status`.execute(
    db,
  )
  return rows.toSorted((a, b) => a.position - b.position || a.agent - b.agent)
}

type Of = { agent: number; position: number }
const which = (bench: string, { agent, position }: Of) =>
  sql`bench_id = ${bench} and agent = ${agent} and position = ${position}`

/** What a run is started with. */
interface StartRow {
  owner_id: UserId
  agent_id: AgentId
  agent_version_id: AgentVersionId
  workflow_version_id: WorkflowVersionId
  input_schema: unknown
  input: unknown
  same_as: unknown
}

/** Null when its agent, or what goes in, is not there any more. */
export async function findStart(db: Queryable, bench: string, { agent, position }: Of): Promise<StartRow | null> {
  const { rows } = await sql<StartRow>`
    select b.owner_id, a.id as agent_id, x.agent_version_id, v.workflow_version_id, v.input_schema, c.input, b.same_as
    from benches b join bench_agents x on x.bench_id = b.id and x.position = ${agent}
    join agent_versions v on v.id = x.agent_version_id join agents a on a.id = x.agent_id
    join bench_cases c on c.bench_id = b.id and c.position = ${position} where b.id = ${bench}`.execute(db)
  return rows[0] ?? null
}

export async function noteStarted(db: Queryable, bench: string, of: Of): Promise<void> {
  await sql`update bench_runs set state = 'started', taken_at = null where ${which(bench, of)} and state = 'held'`.execute(
    db,
  )
}

/** Nothing more is to be done about it now. */
export async function requeueRun(db: Queryable, bench: string, of: Of): Promise<void> {
  await sql`update bench_runs set taken_at = null where ${which(bench, of)}`.execute(db)
}

/** How a run ended, as its execution says; judged next where something is expected. */
export async function settleRun(db: Queryable, bench: string, of: Of): Promise<void> {
  await sql`
    update bench_runs r set taken_at = null, ms = s.ms, cost_paise = s.cost_paise, paid_with = s.paid_with, outcome = s.outcome,
      note = s.note, state = case when s.outcome <> 'cancelled' and exists (select 1 from bench_cases c
        where c.bench_id = r.bench_id and c.position = r.position and c.expected is not null) then 'judging' else 'ended' end
    from (
      select e.id, e.cost_paise, case when c.status = 'settled' then c.kind end as paid_with,
        round(extract(epoch from e.finished_at - coalesce(e.started_at, e.created_at)) * 1000)::int as ms,
        case when e.status <> 'succeeded' then e.status when is_empty_result(e.output::jsonb) then 'empty' else 'succeeded' end as outcome,
        case when e.payload_removed_at is null then left(coalesce(${errorMessageFor('owner')}, ''), 1000) else '' end as note
      from executions e left join charges c on c.execution_id = e.id where e.finished_at is not null
    ) s
    where ${which(bench, of)} and s.id = r.execution_id and r.state in ('held', 'started')`.execute(db)
}

/** A run that never started, no longer exists, or was stopped because it waited for a person. */
export async function settleRunAs(
  db: Queryable,
  bench: string,
  of: Of,
  { outcome, note }: { outcome: 'failed' | 'cancelled'; note: string },
): Promise<void> {
  await sql`
    update bench_runs r set taken_at = null, outcome = ${outcome}, note = ${note.slice(0, 1000)},
      state = case when ${outcome} = 'failed' and exists (select 1 from bench_cases c where c.bench_id = r.bench_id
        and c.position = r.position and c.expected is not null) then 'judging' else 'ended' end
    where ${which(bench, of)} and state in ('held', 'started')`.execute(db)
}

interface JudgeRow {
  expected: unknown
  scorer: unknown
  output: unknown
  note: string
  owner_id: UserId
}

/** Null when nothing is expected any more, or it was deleted. */
export async function findJudged(db: Queryable, bench: string, { agent, position }: Of): Promise<JudgeRow | null> {
  const { rows } = await sql<JudgeRow>`
    select c.expected, c.scorer, e.output, r.note, b.owner_id
    from bench_runs r join benches b on b.id = r.bench_id
    join bench_cases c on c.bench_id = r.bench_id and c.position = r.position left join executions e on e.id = r.execution_id
    where r.bench_id = ${bench} and r.agent = ${agent} and r.position = ${position} and c.expected is not null
      and b.deleted_at is null`.execute(db)
  return rows[0] ?? null
}

interface Judged {
  score: number
  note: string
  right: boolean
}

/** Unless what is expected has changed meanwhile, or it was deleted. Null: it cannot be judged. */
export async function setJudged(
  db: Queryable,
  bench: string,
  of: Of,
  {
    judged,
    expected,
    scorer,
  }: { judged: Judged; expected: unknown; scorer: unknown } | { judged: null; expected?: never; scorer?: never },
): Promise<void> {
  if (judged === null) {
    await sql`update bench_runs set state = 'ended', taken_at = null where ${which(bench, of)} and state = 'judging'`.execute(
      db,
    )
    return
  }
  await sql`
    update bench_runs r set state = 'ended', taken_at = null, score = ${judged.score}, note = ${judged.note.slice(0, 1000)},
      is_right = ${judged.right}
    where ${which(bench, of)} and state = 'judging' and exists (select 1 from bench_cases c where c.bench_id = r.bench_id
      and c.position = r.position and c.expected = ${JSON.stringify(expected)}::jsonb and c.scorer = ${JSON.stringify(scorer)}::jsonb)`.execute(
    db,
  )
}

/** @returns false for a case that is not there */
export async function storeExpected(
  tx: Queryable,
  bench: string,
  position: number,
  { expected, scorer }: { expected: unknown; scorer: unknown },
): Promise<boolean> {
  const { rows } = await sql`
    update bench_cases set expected = nullif(${JSON.stringify(expected)}::jsonb, 'null'::jsonb), scorer = ${JSON.stringify(scorer)}::jsonb
    where bench_id = ${bench} and position = ${position} returning 1`.execute(tx)
  if (rows.length === 0) return false
  await sql`
    update bench_runs set score = null, is_right = null, note = case when outcome = 'succeeded' then '' else note end, taken_at = null,
      state = case when ${expected === null} then 'ended' else 'judging' end
    where bench_id = ${bench} and position = ${position} and outcome in ('succeeded', 'empty', 'failed')`.execute(tx)
  await sql`update benches set is_open = true where id = ${bench}`.execute(tx)
  return true
}

/** @returns false for a run that has not ended, or was cancelled */
export async function storeRuling(tx: Queryable, bench: string, of: Of, right: boolean | null): Promise<boolean> {
  const { rows } = await sql`
    update bench_runs set ruled = ${right} where ${which(bench, of)} and outcome in ('succeeded', 'empty', 'failed') returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

export async function noteCancelled(tx: Queryable, bench: string): Promise<void> {
  await sql`update benches set status = 'cancelled', is_open = true, updated_at = now() where id = ${bench}`.execute(tx)
  // Taken by a process that has not started them yet: that start is refused, or seen and stopped.
  await sql`update bench_runs set taken_at = null where bench_id = ${bench} and state = 'started'`.execute(tx)
}

/** Once nothing is left to do. */
export async function finishBench(db: Queryable, bench: string): Promise<void> {
  await sql`
    update benches set is_open = false, finished_at = coalesce(finished_at, now()), status = case when status = 'running' then 'done' else status end
    where id = ${bench} and is_open and not exists (select 1 from bench_runs where bench_id = ${bench} and state <> 'ended')`.execute(
    db,
  )
}

/** Those with something left to do, the oldest first. */
export async function findOpen(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from benches where is_open order by started_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
