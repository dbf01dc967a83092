/** Whom mail to an account is sent to: a person has an address, a workspace has members. */
import { sql } from 'kysely'
import { rolesWith, type WorkspaceRight } from '#contract/accounts/workspace-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** The address that the account of a workspace has: nothing is delivered there (RFC 2606). */
const OF_WORKSPACE = /^workspace-([0-9a-f-]{36})@workspaces\.invalid$/

/** @returns the address itself; for that of a workspace, those of its members whose role has the right */
export async function findRecipients(db: Queryable, to: string, right: WorkspaceRight): Promise<string[]> {
  const workspace = OF_WORKSPACE.exec(to)?.[1]
  if (workspace === undefined) return [to]
  const { rows } = await sql<{ email: string }>`
    select u.email::text as email from workspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspace} and m.role = any(${rolesWith(right)}) order by u.email`.execute(db)
  return rows.map(({ email }) => email)
}
