/** The SQL of what reviewers did with what agents found. */
import { sql } from 'kysely'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface AccuracyRow {
  level: 'month' | 'service' | 'field'
  month: string
  name: string | null
  field: string | null
  documents: number
  accepted: number
  edited: number
  rejected: number
  undecided: number
}

/** Rows of a level. */
const MOST = 500

/**
 * Of documents that are signed off, by the month in which their runs ended, of the last 12 months. Of two readings what was settled counts,
 * and what both decided the same way.
 */
export async function findAccuracy(db: Queryable, owner: UserId, service: ServiceId | null): Promise<AccuracyRow[]> {
  const { rows } = await sql<AccuracyRow>`
    with documents as (
      select r.execution_id, r.findings, to_char(r.finished_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month,
        coalesce(s.name, a.name, w.name, '') as name
      from run_reviews r join executions e on e.id = r.execution_id left join services s on s.id = e.service_id
        left join agents a on a.id = e.agent_id left join workflows w on w.id = e.workflow_id
      where r.owner_id = ${owner} and r.signed_off_at is not null and r.findings is not null and e.parent_id is null
        and e.trigger <> 'bench' and e.test is null
        and r.finished_at >= date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' - interval '11 months'
        and (${service}::uuid is null or e.service_id = ${service}::uuid)
    ),
    newest as (
      select distinct on (d.execution_id, d.finding) d.execution_id, d.finding, d.verdict
      from run_decisions d join documents o on o.execution_id = d.execution_id
      order by d.execution_id, d.finding, d.reading = 'final' desc, d.reading = 'first' desc, d.number desc
    ),
    found as (
      select o.execution_id, o.month, o.name, f.value ->> 'tab' as field, n.verdict
      from documents o cross join lateral jsonb_array_elements(o.findings) f
        left join newest n on n.execution_id = o.execution_id and n.finding = f.value ->> 'id'
    ),
    counted as (
      select case grouping(month, name, field) when 0 then 'field' when 1 then 'service' else 'month' end as level, month, name, field,
        count(distinct execution_id)::int as documents,
        (count(*) filter (where verdict = 'accepted'))::int as accepted, (count(*) filter (where verdict = 'edited'))::int as edited,
        (count(*) filter (where verdict = 'rejected'))::int as rejected, (count(*) filter (where verdict is null))::int as undecided
      from found group by grouping sets ((month), (month, name), (month, name, field))
    )
    select level, month, name, field, documents, accepted, edited, rejected, undecided from (
      select c.*, row_number() over (partition by level order by month desc, name nulls first, field nulls first) as place from counted c) p
    where place <= ${MOST} order by level, month desc, name nulls first, field nulls first`.execute(db)
  return rows
}
