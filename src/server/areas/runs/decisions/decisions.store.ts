/** The SQL of decisions about findings: rows are added, never changed. */
import { sql } from 'kysely'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import type { Reading } from '#contract/runs/decision-values.ts'
import type { Verdict } from '#contract/runs/report-values.ts'
import { nameIn } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { StoredFinding } from './findings.ts'

export interface DecisionRow {
  number: number
  reading: Reading
  finding: string
  verdict: Verdict | null
  value: string | null
  label: string
  reason: string
  person_id: UserId | null
  person: string | null
  created_at: Date
}

/**
 * The newest decision of each reading about each finding.
 * @param through leaves out those with a larger number; null for none
 */
export async function findNewest(
  db: Queryable,
  id: ExecutionId,
  through: number | null = null,
): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select distinct on (d.reading, d.finding) d.number, d.reading, d.finding, d.verdict, d.value, d.label, d.reason, d.person_id,
      ${nameIn('u', sql`(select e.owner_id from executions e where e.id = d.execution_id)`)} as person, d.created_at
    from run_decisions d left join users u on u.id = d.person_id
    where d.execution_id = ${id} and (${through}::int is null or d.number <= ${through}::int)
    order by d.reading, d.finding, d.number desc`.execute(db)
  return rows
}

/** Of a run that someone decided about: the reading that counts, what was found in its order, and the newest decisions. */
export interface DecidedRun {
  id: ExecutionId
  reading: Reading
  found: Pick<StoredFinding, 'id' | 'label'>[]
  newest: DecisionRow[]
}

/** Those of these runs that someone decided about. While a second person reads, neither reading counts, and neither is told of the other. */
export async function findDecidedRuns(db: Queryable, ids: readonly ExecutionId[]): Promise<DecidedRun[]> {
  const { rows } = await sql<DecidedRun>`
    select r.execution_id as id, r.reading, n.newest,
      coalesce((select jsonb_agg(jsonb_build_object('id', f.found ->> 'id', 'label', f.found ->> 'label') order by f.at)
        from jsonb_array_elements(r.findings) with ordinality f(found, at)), '[]') as found
    from run_reviews r cross join lateral (select jsonb_agg(d) as newest from (
      select distinct on (d.reading, d.finding) d.number, d.reading, d.finding, d.verdict, d.value, d.label, d.reason, d.person_id,
        null::text as person, d.created_at
      from run_decisions d where d.execution_id = r.execution_id order by d.reading, d.finding, d.number desc) d) n
    where r.execution_id = any(${sql.val(ids)}::uuid[]) and r.reading <> 'second' and n.newest is not null`.execute(db)
  return rows
}

/** Who decided anything in a reading. */
export async function findReaders(db: Queryable, id: ExecutionId, reading: Reading): Promise<(UserId | null)[]> {
  const { rows } = await sql<{ person_id: UserId | null }>`
    select distinct person_id from run_decisions where execution_id = ${id} and reading = ${reading}`.execute(db)
  return rows.map(({ person_id }) => person_id)
}

/** Those of the keys that a decision of this run has already. */
export async function findKeys(db: Queryable, id: ExecutionId, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from run_decisions where execution_id = ${id} and key = any(${sql.val(keys)}::uuid[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

export type NewRow = Pick<DecisionRow, 'number' | 'finding' | 'verdict' | 'value' | 'label' | 'reason'> & {
  tab: string
  key: string
}

export async function insertDecisions(
  tx: Queryable,
  id: ExecutionId,
  { reading, person, rows }: { reading: Reading; person: UserId | null; rows: readonly NewRow[] },
): Promise<void> {
  await sql`
    insert into run_decisions (execution_id, number, reading, finding, tab, verdict, value, label, reason, person_id, key)
    select ${id}::uuid, number, ${reading}::text, finding, tab, verdict, value, label, reason, ${person}::uuid, key
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t (number int, finding text, tab text, verdict text, value text, label text, reason text, key uuid)`.execute(
    tx,
  )
}
