/** The SQL of the versions that accounts are lent to. */
import { sql } from 'kysely'
import type { AgentId, AgentVersionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface AskingVersion {
  id: AgentVersionId
  accounts: unknown
}

/** A version of the agent that was published. */
export async function findVersion(db: Queryable, agent: AgentId, id: AgentVersionId): Promise<AskingVersion | null> {
  const { rows } = await sql<AskingVersion>`
    select v.id, v.permissions -> 'accounts' as accounts from agent_versions v
    where v.id = ${id} and v.agent_id = ${agent} and v.published_at is not null`.execute(db)
  return rows[0] ?? null
}

/** The version of a service of this person; null for any other service. */
export async function findVersionOfService(
  db: Queryable,
  owner: UserId,
  agent: AgentId,
  service: ServiceId,
): Promise<AgentVersionId | null> {
  const { rows } = await sql<{ agent_version_id: AgentVersionId }>`
    select agent_version_id from services
    where id = ${service} and owner_id = ${owner} and agent_id = ${agent}`.execute(db)
  return rows[0]?.agent_version_id ?? null
}

/** Whether a person has a service of an agent, bought it, or lent it an account. */
export async function holdsOrLends(db: Queryable, user: UserId, agent: AgentId): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists(select 1 from services where owner_id = ${user} and agent_id = ${agent})
      or exists(select 1 from purchases where buyer_id = ${user} and agent_id = ${agent})
      or exists(select 1 from lent_accounts where user_id = ${user} and agent_id = ${agent}) as holds`.execute(db)
  return rows[0]?.holds === true
}
