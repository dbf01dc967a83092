/** The SQL of the notices that are about what is in an account. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface NoticeTexts {
  id: string
  kind: string
  title: string
  title_hi: string | null
  message: string
  message_hi: string | null
}

/** Its own, and of its members those that lead into it. Each person has some hundred notices at most. */
export async function findNotices(tx: Queryable, account: UserId): Promise<NoticeTexts[]> {
  const { rows } = await sql<NoticeTexts>`
    select n.id, n.kind, n.title, n.title_hi, n.message, n.message_hi from notifications n where n.user_id = ${account}
    union all
    select n.id, n.kind, n.title, n.title_hi, n.message, n.message_hi
    from workspaces w join workspace_members m on m.workspace_id = w.id join notifications n on n.user_id = m.user_id
    where w.id = ${account} and starts_with(n.href, '/w/' || w.slug || '/')`.execute(tx)
  return rows
}

export async function updateNotices(tx: Queryable, notices: readonly Omit<NoticeTexts, 'kind'>[]): Promise<void> {
  await sql`
    update notifications n set title = x.title, title_hi = x.title_hi, message = x.message, message_hi = x.message_hi
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as x (id uuid, title text, title_hi text, message text, message_hi text)
    where n.id = x.id`.execute(tx)
}
