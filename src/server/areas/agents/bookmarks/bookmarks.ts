/** Agents that people put aside to find them again. Each twice changes nothing. */
import { AppError } from '#contract/core/errors.ts'
import type { AgentId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './bookmarks.store.ts'

export const listBookmarks = async (db: Queryable, grant: store.BookmarkGrant) => ({
  ids: await store.findBookmarks(db, grant),
})

/** @param agent one that the caller may see. @throws limit_reached */
export async function addBookmark(db: Database, grant: store.BookmarkGrant, agent: { id: AgentId }) {
  const most = SERVER_LIMITS.saved_agents
  const saved = await db.transaction().execute((tx) => store.insertBookmark(tx, grant, agent.id, most))
  if (!saved) throw new AppError('limit_reached', { message: `You can save up to ${most} agents.` })
  return { saved: true }
}

/**
 * Also of an agent that the caller may not see any more.
 * @param isThere asked only when it was not saved. @throws not_found as it does
 */
export async function removeBookmark(
  db: Queryable,
  grant: store.BookmarkGrant,
  ref: string,
  isThere: () => Promise<unknown>,
) {
  if (!(await store.deleteBookmark(db, grant, ref))) await isThere()
  return { saved: false }
}
