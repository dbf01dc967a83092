/** The SQL of connects that wait for their answer. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { rolesWith } from '#contract/accounts/workspace-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { ConnectedType } from '#server/gateways/vault/vault.ts'
import type { Queryable } from '#server/platform/database/database.ts'

const hashOf = (state: string) => createHash('sha256').update(state).digest()

export interface PendingOAuthConnect {
  state: string
  service: ConnectedType
  user_id: UserId
  /** Null where sessions have no name. */
  session_id: string | null
  credential_id: string
  minutes: number
}

/** A credential waits for one answer at a time: an earlier question is over. */
export async function insertPendingConnect(db: Queryable, pending: PendingOAuthConnect): Promise<void> {
  const { state, service, user_id, session_id, credential_id, minutes } = pending
  await sql`
    with over as (delete from pending_connects where credential_id = ${credential_id} or expires_at < now())
    insert into pending_connects (state_hash, service, user_id, session_id, credential_id, expires_at)
    values (${hashOf(state)}, ${service}, ${user_id}, ${session_id}, ${credential_id}, now() + make_interval(mins => ${minutes}))`.execute(
    db,
  )
}

/** The page that gets the answer has one address, so it acts for the person; what they began, they may have begun for a workspace. */
const isOwnOrOfWorkspace = (person: UserId) => sql`(user_id = ${person} or user_id in (
  select workspace_id from workspace_members where user_id = ${person} and role = any(${rolesWith('build')})))`

/** Takes the connect away. @returns the credential, when this user asked for it in this session and it is not over */
export async function claimPendingConnect(
  db: Queryable,
  userId: UserId,
  sessionId: string | null,
  state: string,
): Promise<string | null> {
  const { rows } = await sql<{ live: boolean; credential_id: string | null }>`
    delete from pending_connects
    where state_hash = ${hashOf(state)} and ${isOwnOrOfWorkspace(userId)} and session_id is not distinct from ${sessionId}
    returning expires_at > now() as live, credential_id`.execute(db)
  return rows[0]?.live ? rows[0].credential_id : null
}
