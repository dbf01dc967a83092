/** Chats that nobody has written in for a time are deleted, and then the visitors who have none. */
import { CHAT } from '#contract/services/chat-values.ts'
import { deleteUnusedConversations } from '#server/areas/runs/runs.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteUnusedVisitors } from './chats.store.ts'

const AT_ONCE = 1_000

export async function deleteOldChats(db: Database): Promise<void> {
  while ((await deleteUnusedConversations(db, CHAT.kept_days, AT_ONCE)) === AT_ONCE);
  while ((await deleteUnusedVisitors(db, CHAT.kept_days, AT_ONCE)) === AT_ONCE);
}
