/** The SQL of accounts that buyers let agents work with. */
import { sql } from 'kysely'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface LentRow {
  slot: string
  credential_id: CredentialId
  name: string
  connector: string
  status: 'ready' | 'connecting' | 'reconnect'
  agreed: unknown
  agreed_at: Date
}

/** What a person lets an agent use. An account that is not theirs is as good as none. */
export async function findLent(db: Queryable, user: UserId, agent: AgentId): Promise<LentRow[]> {
  const { rows } = await sql<LentRow>`
    select l.slot, l.credential_id, c.name, c.connector, c.status, l.agreed, l.agreed_at
    from lent_accounts l join credentials c on c.id = l.credential_id and c.owner_id = l.user_id
    where l.user_id = ${user} and l.agent_id = ${agent} order by l.slot`.execute(db)
  return rows
}

export interface Lending {
  user: UserId
  agent: AgentId
  slot: string
  credential: CredentialId
  agreed: object
}

/** Only with an account of the same person, which is locked until the transaction ends. @returns whether it was stored */
export async function storeLent(tx: Queryable, { user, agent, slot, credential, agreed }: Lending): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into lent_accounts (user_id, agent_id, slot, credential_id, agreed)
    select ${user}::uuid, ${agent}::uuid, ${slot}, c.id, ${JSON.stringify(agreed)}::jsonb
    from credentials c where c.id = ${credential} and c.owner_id = ${user} for share
    on conflict (user_id, agent_id, slot)
    do update set credential_id = excluded.credential_id, agreed = excluded.agreed, agreed_at = now()`.execute(tx)
  return numAffectedRows === 1n
}

/** @returns whether there was one to take back */
export async function deleteLent(db: Queryable, user: UserId, agent: AgentId, slot: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from lent_accounts where user_id = ${user} and agent_id = ${agent} and slot = ${slot}`.execute(db)
  return numAffectedRows === 1n
}

export interface NearestAgent {
  agent_version_id: string
  owner_id: UserId | null
}

/** Of the nearest run of an agent that this run is, or is inside of. Null where no agent runs. */
export async function findNearestAgent(db: Queryable, execution: string): Promise<NearestAgent | null> {
  const { rows } = await sql<NearestAgent>`
    with recursive up as (
      select id, parent_id, 0 as level from executions where id = ${execution}::uuid
      union all
      select e.id, e.parent_id, up.level + 1 from up join executions e on e.id = up.parent_id
    )
    select e.agent_version_id, e.owner_id from up join executions e on e.id = up.id
    where e.agent_version_id is not null order by up.level limit 1`.execute(db)
  return rows[0] ?? null
}

export interface SlotRow {
  agent_id: AgentId
  seller_id: UserId
  accounts: unknown
}

/** What a version asks for. */
export async function findSlotsOfVersion(db: Queryable, version: string): Promise<SlotRow | null> {
  const { rows } = await sql<SlotRow>`
    select v.agent_id, a.seller_id, v.permissions -> 'accounts' as accounts
    from agent_versions v join agents a on a.id = v.agent_id where v.id = ${version}::uuid`.execute(db)
  return rows[0] ?? null
}
