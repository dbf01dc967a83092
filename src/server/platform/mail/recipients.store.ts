/** Whom mail to an account is sent to, and in which language: a person has an address, a workspace has members. */
import { sql } from 'kysely'
import { rolesWith, type WorkspaceRight } from '#contract/accounts/workspace-values.ts'
import { findLanguage } from '#contract/core/languages.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Language } from '#shared/language.ts'

/** The address that the account of a workspace has: nothing is delivered there (RFC 2606). */
const OF_WORKSPACE = /^workspace-([0-9a-f-]{36})@workspaces\.invalid$/

export interface Recipient {
  email: string
  /** That their account has chosen; null without an account or a choice. */
  language: Language | null
}

interface Row {
  email: string
  language: string | null
}

const recipientOf = ({ email, language }: Row): Recipient => ({ email, language: findLanguage(language) })

/** @returns the address itself; for that of a workspace, those of its members whose role has the right */
export async function findRecipients(db: Queryable, to: string, right: WorkspaceRight): Promise<Recipient[]> {
  const workspace = OF_WORKSPACE.exec(to)?.[1]
  if (workspace === undefined) {
    const { rows } = await sql<{ language: string | null }>`
      select preferences ->> 'language' as language from users where email = ${to}`.execute(db)
    return [recipientOf({ email: to, language: rows[0]?.language ?? null })]
  }
  const { rows } = await sql<Row>`
    select u.email::text as email, u.preferences ->> 'language' as language
    from workspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspace} and m.role = any(${rolesWith(right)}) order by u.email`.execute(db)
  return rows.map(recipientOf)
}
