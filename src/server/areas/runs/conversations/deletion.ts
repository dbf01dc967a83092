/** Deleting a chat: with the runs that answered in it and everything made of them, in one transaction. */
import { AppError } from '#contract/core/errors.ts'
import type { Conversation, ConversationId } from '#contract/runs/conversations.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import { deleteTrees, wasDeleted } from '#server/areas/runs/executions/deletion.store.ts'
import { type DeletionDeps, noteDeletion } from '#server/areas/runs/executions/deletion.ts'
import { noteIdsOf } from '#server/areas/runs/retention/retention.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { allowLonger } from '#server/platform/database/database.ts'
import { type DeleteConversation, mayDeleteConversation } from './conversations.policy.ts'
import * as store from './conversations.store.ts'
import { deleteChatNotices } from './hand-overs.ts'

/** A chat has up to 2,000 messages. */
const DELETING_MS = 25_000

const ANSWERING = 'The agent is still answering. Stop it or wait for its answer, then delete the chat.'

async function deleteLocked(tx: Parameters<typeof deleteTrees>[0], { by, action, on }: DeleteConversation) {
  const runs = await store.findRunsOf(tx, on.id)
  if (runs.some(({ status }) => !isFinal(status))) throw new AppError('illegal_transition', { message: ANSWERING })
  await store.dropChannelMessagesOf(tx, on.id)
  await store.expireFilesOf(tx, on.id)
  await deleteTrees(
    tx,
    runs.map(({ id }) => id),
  )
  await deleteChatNotices(tx, on.id)
  await store.deleteConversation(tx, on.id)
  await noteDeletion(tx, by, action, on.id)
}

/** Twice it counts once. @throws not_found, forbidden, illegal_transition while the agent answers */
export async function deleteConversation(
  { db, removeBytes }: DeletionDeps,
  caller: Caller,
  id: ConversationId,
): Promise<Pick<Conversation, 'id'>> {
  if (caller.type === 'user') await noteIdsOf(db, caller.id)
  await db.transaction().execute(async (tx) => {
    await allowLonger(tx, DELETING_MS)
    const row = await store.lockConversation(tx, id)
    if (row === null && caller.type === 'user' && (await wasDeleted(tx, caller.id, 'conversation.delete', id))) return
    await deleteLocked(tx, mayDeleteConversation(caller, row))
  })
  await removeBytes()
  return { id }
}
