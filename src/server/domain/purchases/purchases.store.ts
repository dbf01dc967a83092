/** The SQL of purchases: what a buyer may run without paying for each run. */
import { sql } from 'kysely'
import type { AgentId, AgentVersionId, UserId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'

export interface PurchaseRow {
  id: string
  agent_id: AgentId
  agent_version_id: AgentVersionId
  number: number
  kind: 'month' | 'once'
  starts_at: Date
  ends_at: Date | null
}

/** What lets a buyer run the agent at a moment; of several, the one that lasts longest. */
export async function findActive(db: Queryable, buyer: UserId, agent: AgentId, now: Date): Promise<PurchaseRow | null> {
  const { rows } = await sql<PurchaseRow>`
    select p.id, p.agent_id, p.agent_version_id, v.number, p.kind, p.starts_at, p.ends_at
    from purchases p join agent_versions v on v.id = p.agent_version_id
    where p.buyer_id = ${buyer} and p.agent_id = ${agent} and p.revoked_at is null and p.starts_at <= ${now}
      and (p.ends_at is null or p.ends_at > ${now})
    order by p.ends_at desc nulls first, p.created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}
