/** The SQL of runs that their owners share with the seller of the agent, and of failures as the seller sees them. */
import { type RawBuilder, sql } from 'kysely'
import type { AgentId, ExecutionId, UserId } from '#contract/core/primitives.ts'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import { HOUSE_SELLER } from '#server/areas/accounts/accounts.ts'
import { sharedWith } from '#server/areas/runs/runs.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ShareRow {
  id: ExecutionId
  status: ExecutionStatus
  owner_id: UserId | null
  run_token_hash: string | null
  of_bench: boolean
  is_child: boolean
  shares_with: UserId | null
  shared_with: UserId | null
  shared_until: Date | null
  payload_removed_at: Date | null
  agent_name: string | null
}

const find = (id: ExecutionId, lock: RawBuilder<unknown>) => sql<ShareRow>`
  select e.id, e.status, e.owner_id, e.run_token_hash, is_of_bench(e.id) as of_bench, e.parent_id is not null as is_child,
    (select a.seller_id from agents a join users s on s.id = a.seller_id where a.id = e.agent_id and a.seller_id <> e.owner_id
      and s.firebase_uid <> ${HOUSE_SELLER.firebase_uid}) as shares_with,
    ${sharedWith} as shared_with, case when e.shared_until > now() then e.shared_until end as shared_until, e.payload_removed_at,
    (select a.name from agents a where a.id = e.agent_id) as agent_name
  from executions e where e.id = ${id} ${lock}`

export const findShare = async (db: Queryable, id: ExecutionId): Promise<ShareRow | null> =>
  (await find(id, sql``).execute(db)).rows[0] ?? null

/** Locked until the transaction ends, so that a run is not shared while it is deleted. */
export const lockShare = async (tx: Queryable, id: ExecutionId): Promise<ShareRow | null> =>
  (await find(id, sql`for update of e`).execute(tx)).rows[0] ?? null

export async function setShare(
  tx: Queryable,
  { on: { id } }: Grant<'execution.share', ShareRow>,
  until: Date | null,
): Promise<void> {
  await sql`update executions set shared_until = ${until} where id = ${id}`.execute(tx)
}

export interface FailureRow {
  code: string | null
  node_id: string | null
  title: string | null
  version: number | null
  runs: number
  first_at: Date
  last_at: Date
  total: number
}

interface Page {
  limit: number
  offset: number
}

/** How far back failures are counted, and how many of the newest. */
const DAYS = 30
const COUNTED = 10_000

/** Only code, step and version are read: the words of an error may quote what a buyer put in. Benches are their owners' alone. */
export async function findFailures(db: Queryable, agent: AgentId, { limit, offset }: Page): Promise<FailureRow[]> {
  const { rows } = await sql<FailureRow>`
    with failed as (
      select e.error ->> 'code' as code, e.error ->> 'node_id' as node_id, e.agent_version_id, e.workflow_version_id,
        coalesce(e.finished_at, e.created_at) as at
      from executions e
      where e.agent_id = ${agent} and e.parent_id is null and e.trigger <> 'bench' and e.status = 'failed'
        and e.created_at > now() - make_interval(days => ${DAYS})
      order by e.created_at desc limit ${COUNTED}
    ), grouped as (
      select code, node_id, agent_version_id, workflow_version_id, count(*)::int as runs, min(at) as first_at, max(at) as last_at
      from failed group by 1, 2, 3, 4
    )
    select g.code, g.node_id, s.title, v.number as version, g.runs, g.first_at, g.last_at, (count(*) over ())::int as total
    from grouped g left join agent_versions v on v.id = g.agent_version_id
    left join lateral (
      select n ->> 'title' as title from workflow_versions w cross join lateral jsonb_array_elements(w.document -> 'nodes') n
      where w.id = g.workflow_version_id and n ->> 'id' = g.node_id limit 1
    ) s on true
    order by g.last_at desc, g.code, g.node_id, v.number limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export interface SharedRow {
  execution_id: ExecutionId
  status: ExecutionStatus
  code: string | null
  version: number | null
  created_at: Date
  shared_until: Date
  total: number
}

export async function findShared(db: Queryable, agent: AgentId, { limit, offset }: Page): Promise<SharedRow[]> {
  const { rows } = await sql<SharedRow>`
    select e.id as execution_id, e.status, e.error ->> 'code' as code, v.number as version, e.created_at, e.shared_until,
      (count(*) over ())::int as total
    from executions e left join agent_versions v on v.id = e.agent_version_id
    where e.agent_id = ${agent} and e.shared_until > now()
    order by e.shared_until desc, e.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}
