/** Messages of channels are deleted when the chats that they belong to are. */
import { CHAT } from '#contract/services/chat-values.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteOldIncoming } from './messages.store.ts'
import { deleteOldOutgoing } from './outbox.store.ts'

const AT_ONCE = 1_000

export async function deleteOldChannelMessages(db: Database): Promise<void> {
  while ((await deleteOldIncoming(db, CHAT.kept_days, AT_ONCE)) === AT_ONCE);
  while ((await deleteOldOutgoing(db, CHAT.kept_days, AT_ONCE)) === AT_ONCE);
}
