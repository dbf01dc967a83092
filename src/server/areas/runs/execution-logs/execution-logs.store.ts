/** The SQL of whose runs they are. */
import { sql } from 'kysely'
import type { Role } from '#contract/core/access.ts'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface RunOwnerRow {
  execution_id: ExecutionId
  id: UserId
  display_name: string
  email: string
  role: Role
}

/** The owners of these runs; a visitor's run has none. */
export async function findRunOwners(db: Queryable, runs: readonly ExecutionId[]): Promise<RunOwnerRow[]> {
  const { rows } = await sql<RunOwnerRow>`
    select e.id as execution_id, u.id, u.display_name, u.email::text as email, u.role
    from executions e join users u on u.id = e.owner_id where e.id = any(${sql.val(runs)}::uuid[])`.execute(db)
  return rows
}

export async function findUserByEmail(db: Queryable, email: string): Promise<UserId | null> {
  const { rows } = await sql<{ id: UserId }>`select id from users where email = ${email}::citext`.execute(db)
  return rows[0]?.id ?? null
}
