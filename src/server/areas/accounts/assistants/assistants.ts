/** Connected assistants: the list of a person, the end of one, and who asks with an access token. */
import type { Assistant, AssistantId } from '#contract/accounts/assistants.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import * as store from './assistants.store.ts'
import { describeServer, type NameService } from './resources.ts'
import { hashOfSecret } from './secrets.ts'

type Own = Grant<'user.own', UserId>

/** Newest first. */
export async function listAssistants(
  parts: { db: Queryable; publicUrl: string; nameService: NameService },
  grant: Own,
): Promise<{ items: Assistant[] }> {
  const rows = await store.findAssistants(parts.db, grant.on)
  const items = rows.map(async ({ resource, created_at, last_used_at, ...row }) => ({
    ...row,
    server: await describeServer(resource, { ...parts, owner: grant.on }),
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
  return { items: await Promise.all(items) }
}

/** Its tokens are refused from the next request on. @throws not_found, also for a foreign one */
export async function disconnectAssistant(db: Database, grant: Own, id: AssistantId): Promise<{ id: AssistantId }> {
  if (!(await store.deleteAssistant(db, grant.on, id))) throw new AppError('not_found')
  return { id }
}

/** The assistant behind an access token with its user as they are now; null when there is none or its time has passed. Notes the use. */
export async function findTokenOwner(db: Database, token: string): Promise<store.TokenOwnerRow | null> {
  const hash = hashOfSecret('access', token)
  const row = hash && (await store.findTokenOwner(db, hash))
  if (!row || row.expired) return null
  if (row.note_use) await store.recordAssistantUse(db, row.assistant_id)
  return row
}

/** A registration that nobody used in a day, or for longer than any of its tokens could live, is forgotten. */
export const deleteExpiredAssistants = (db: Queryable): Promise<void> =>
  store.deleteExpiredAssistants(db, { unused_h: DAY_MS / HOUR_MS, used_days: 180 })
