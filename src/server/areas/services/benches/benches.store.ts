/** The SQL of benches as their owner makes and reads them. */
import { sql } from 'kysely'
import type { Bench, BenchCase } from '#contract/agents/benches.ts'
import type { AgentId, AgentVersionId, ExecutionId, UserId, WorkflowVersionId } from '#contract/core/primitives.ts'
import { publicStatus, sendsTo } from '#server/areas/agents/agents.ts'
import { isShownTo } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface BenchRow {
  id: string
  owner_id: UserId
  status: Bench['status']
  keep_days: Bench['keep_days']
  same_as: unknown
  created_at: Date
  updated_at: Date
  started_at: Date | null
  finished_at: Date | null
  delete_at: Date
  deleted_at: Date | null
}

const columns = sql`id, owner_id, status, keep_days, same_as, created_at, updated_at, started_at, finished_at, delete_at, deleted_at`

/** @returns null for a foreign one as for a missing one */
export async function findBench(db: Queryable, owner: UserId, id: string): Promise<BenchRow | null> {
  const { rows } = await sql<BenchRow>`
    select ${columns} from benches where id = ${id} and owner_id = ${owner}`.execute(db)
  return rows[0] ?? null
}

/** Whosever it is: for what goes on by itself. Locked until the transaction ends. */
export async function lockBench(tx: Queryable, id: string): Promise<BenchRow | null> {
  const { rows } = await sql<BenchRow>`select ${columns} from benches where id = ${id} for no key update`.execute(tx)
  return rows[0] ?? null
}

/** Drafts and running ones. */
export async function countOpen(db: Queryable, owner: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from benches
    where owner_id = ${owner} and status in ('draft', 'running') and deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export async function insertBench(tx: Queryable, owner: UserId, keep_days: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into benches (owner_id, keep_days, delete_at) values (${owner}, ${keep_days}, now() + make_interval(days => ${keep_days}))
    returning id`.execute(tx)
  return rows[0]?.id ?? ''
}

/** The time begins anew with every change. */
export async function updateDraft(
  tx: Queryable,
  id: string,
  { keep_days, same_as }: { keep_days: number; same_as: object },
): Promise<void> {
  await sql`update benches set keep_days = ${keep_days}, same_as = ${JSON.stringify(same_as)}::jsonb, updated_at = now(),
    delete_at = now() + make_interval(days => ${keep_days}) where id = ${id}`.execute(tx)
}

export interface BenchAgentRow {
  position: number
  agent_id: AgentId | null
  agent_version_id: AgentVersionId | null
  workflow_version_id: WorkflowVersionId | null
  name: string
  number: number
  newest: number | null
  slug: string | null
  icon: string | null
  status: string | null
  seller_id: UserId | null
  /** What the agent costs now, whichever version was chosen. */
  price_type: string | null
  price_paise: number | null
  input_schema: unknown
  sends_to: string[]
}

/** In their places. */
export async function findAgents(db: Queryable, bench: string): Promise<BenchAgentRow[]> {
  const { rows } = await sql<BenchAgentRow>`
    select b.position, b.agent_id, b.agent_version_id, v.workflow_version_id, b.name, b.number, n.number as newest, a.slug, a.icon,
      ${publicStatus} as status, a.seller_id, coalesce(n.price_type, v.price_type) as price_type,
      price_of_version(coalesce(n.id, v.id), now())::float8 as price_paise, v.input_schema, ${sendsTo}
    from bench_agents b left join agents a on a.id = b.agent_id left join agent_versions v on v.id = b.agent_version_id
    left join agent_versions n on n.id = a.current_version_id
    where b.bench_id = ${bench} order by b.position`.execute(db)
  return rows
}

export interface Chosen {
  agent_id: AgentId
  agent_version_id: AgentVersionId
}

/** Instead of those there were. */
export async function replaceAgents(tx: Queryable, bench: string, chosen: readonly Chosen[]): Promise<void> {
  await sql`delete from bench_agents where bench_id = ${bench}`.execute(tx)
  await sql`
    insert into bench_agents (bench_id, position, agent_id, agent_version_id, name, number)
    select ${bench}, c.place - 1, a.id, v.id, a.name, v.number
    from jsonb_array_elements(${JSON.stringify(chosen)}::jsonb) with ordinality c(value, place)
    join agents a on a.id = (c.value ->> 'agent_id')::uuid
    join agent_versions v on v.id = (c.value ->> 'agent_version_id')::uuid`.execute(tx)
}

export interface CaseRow {
  name: string
  input: unknown
  expected: unknown
  scorer: unknown
}

export async function findCases(db: Queryable, bench: string): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select name, input, expected, scorer from bench_cases where bench_id = ${bench} order by position`.execute(db)
  return rows
}

/** Instead of those there were. */
export async function replaceCases(tx: Queryable, bench: string, cases: readonly BenchCase[]): Promise<void> {
  await sql`delete from bench_cases where bench_id = ${bench}`.execute(tx)
  await sql`
    insert into bench_cases (bench_id, position, name, input, expected, scorer)
    select ${bench}, c.place - 1, c.value ->> 'name', c.value -> 'input', nullif(c.value -> 'expected', 'null'::jsonb), c.value -> 'scorer'
    from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality c(value, place)`.execute(tx)
}

/** Only what its owner may open is noted; they go with the bench from now on, also when its cases do not name them any more. */
export async function noteFiles(tx: Queryable, bench: string, owner: UserId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into bench_files (bench_id, file_id)
    select ${bench}, id from files f
    where owner_id = ${owner} and id = any(${sql.val(ids)}::uuid[]) and ${isShownTo(owner)}
    on conflict do nothing`.execute(tx)
}

export interface RunRow {
  agent: number
  position: number
  execution_id: ExecutionId
  state: 'held' | 'started' | 'judging' | 'ended'
  outcome: 'succeeded' | 'empty' | 'failed' | 'cancelled' | null
  ms: number | null
  cost_paise: number
  paid_with: 'credits' | 'trial' | 'purchase' | 'models' | null
  score: number | null
  note: string
  is_right: boolean | null
  ruled: boolean | null
  output: unknown
  /** The answer is longer than is shown here. */
  is_long: boolean
}

/** Longer ones are looked at in the run itself. */
const MOST_SHOWN = 200_000

/** Case by case, in each in the order of the agents. */
export async function findRuns(db: Queryable, bench: string): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select r.agent, r.position, r.execution_id, r.state, r.outcome, r.ms, r.cost_paise::float8 as cost_paise, r.paid_with,
      r.score::float8 as score, r.note, r.is_right, r.ruled, o.is_long, case when not o.is_long then e.output end as output
    from bench_runs r left join executions e on e.id = r.execution_id and r.outcome is not null
    cross join lateral (select coalesce(octet_length(e.output::text) > ${MOST_SHOWN}, false) as is_long) o
    where r.bench_id = ${bench} order by r.position, r.agent`.execute(db)
  return rows
}

export interface SummaryRow
  extends Omit<BenchRow, 'owner_id' | 'same_as' | 'keep_days' | 'updated_at' | 'finished_at'> {
  agents: { name: string; icon: string }[]
  cases: number
  runs: number
  ended: number
}

/** Newest first. */
export async function findBenches(
  db: Queryable,
  owner: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SummaryRow[]; total: number }> {
  const [{ rows }, count] = await Promise.all([
    sql<SummaryRow>`
      select b.id, b.status, b.created_at, b.started_at, b.delete_at, b.deleted_at,
        (select coalesce(json_agg(json_build_object('name', a.name, 'icon', coalesce(x.icon, 'bot')) order by a.position), '[]')
          from bench_agents a left join agents x on x.id = a.agent_id where a.bench_id = b.id) as agents,
        greatest((select count(*)::int from bench_cases c where c.bench_id = b.id),
          (select count(distinct r.position)::int from bench_runs r where r.bench_id = b.id)) as cases,
        (select count(*)::int from bench_runs r where r.bench_id = b.id) as runs,
        (select count(*)::int from bench_runs r where r.bench_id = b.id and r.outcome is not null) as ended
      from benches b where b.owner_id = ${owner} order by b.created_at desc, b.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from benches where owner_id = ${owner}`.execute(db),
  ])
  return { rows, total: count.rows[0]?.total ?? 0 }
}
