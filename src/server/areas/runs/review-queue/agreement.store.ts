/** The SQL of how far first and second readers agree. */
import { sql } from 'kysely'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import { nameIn } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface PairRow {
  agent: string
  readers: string
  tab: string
  first: string
  second: string
  count: number
}

/** The newest decision of a reading about each finding, without those that were taken back. */
const newest = (reading: 'first' | 'second') => sql`(
  select * from (
    select distinct on (d.execution_id, d.finding) d.execution_id, d.finding, d.tab, d.verdict, d.value, d.person_id
    from run_decisions d join documents o on o.execution_id = d.execution_id
    where d.reading = ${sql.lit(reading)} order by d.execution_id, d.finding, d.number desc) n where n.verdict is not null)`

/** Of documents that both have read. The two readers of a pair count as the same pair, in either order. */
export async function findPairs(
  db: Queryable,
  owner: UserId,
  service: ServiceId | null,
): Promise<{ pairs: PairRow[]; documents: number }> {
  const documents = sql`documents as (
    select r.execution_id, coalesce(s.name, a.name, w.name, '') as agent from run_reviews r join executions e on e.id = r.execution_id
    left join services s on s.id = e.service_id left join agents a on a.id = e.agent_id left join workflows w on w.id = e.workflow_id
    where r.owner_id = ${owner} and r.reading = 'final' and (${service}::uuid is null or e.service_id = ${service}::uuid))`
  const { rows: pairs } = await sql<PairRow>`
    with ${documents}, people as materialized (
      select u.id, ${nameIn('u', sql`${owner}`)} as name from users u where u.id in (
        select d.person_id from run_decisions d join documents o on o.execution_id = d.execution_id)
    ), both_read as (
      select o.agent, f.tab, f.verdict as first,
        case when f.verdict = 'edited' and s.verdict = 'edited' and f.value <> s.value then 'edited otherwise' else s.verdict end as second,
        coalesce(p.name, '–') as one, coalesce(q.name, '–') as two
      from ${newest('first')} f join ${newest('second')} s on s.execution_id = f.execution_id and s.finding = f.finding
      join documents o on o.execution_id = f.execution_id
      left join people p on p.id = f.person_id left join people q on q.id = s.person_id)
    select agent, least(one, two) || ' · ' || greatest(one, two) as readers, tab, first, second, count(*)::int as count
    from both_read group by agent, least(one, two), greatest(one, two), tab, first, second
    order by agent, readers, tab, first, second limit 20000`.execute(db)
  const { rows } = await sql<{ count: number }>`
    with ${documents} select count(*)::int as count from documents`.execute(db)
  return { pairs, documents: rows[0]?.count ?? 0 }
}
