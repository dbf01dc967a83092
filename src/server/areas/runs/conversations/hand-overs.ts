/**
 * Hand-overs of conversations to a person (decision 0334). All of it happens under the lock of the conversation, so that a message is either
 * for the agent or for the person. Notices quote nothing of what was written: they outlive the person who wrote it.
 */

import type { UserId } from '#contract/core/primitives.ts'
import { type Phrase, say } from '#contract/phrases/phrases.ts'
import { notify, settleNotices } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type ConversationRow, setHandedOver } from './conversations.store.ts'
import * as store from './hand-overs.store.ts'

const groupOf = (id: string): string => `chat:${id}`

const tellOwner = async (tx: Queryable, { id, owner_id }: ConversationRow, message: Phrase): Promise<void> =>
  notify(tx, owner_id, {
    kind: 'chat_waiting',
    title: say('{service}: someone is waiting for you', { service: await store.findServiceName(tx, id) }),
    message,
    href: `/inbox?chat=${id}`,
    group: groupOf(id),
  })

const WHY = {
  visitor: say('They asked for a person.'),
  agent: say('The agent handed the chat over.'),
} as const

/**
 * Makes a person answer; the agent is silent from now on.
 * @param how `taken_by` is who has it; null where someone has to take it
 */
export async function beginHandOver(
  tx: Queryable,
  conversation: ConversationRow,
  how: { asked_by: store.HandedOverBy; reason: string; taken_by: UserId | null },
): Promise<void> {
  await store.saveHandOver(tx, conversation.id, how)
  await setHandedOver(tx, conversation.id, true)
  if (how.asked_by !== 'owner') await tellOwner(tx, conversation, WHY[how.asked_by])
  await store.announce(tx, conversation.id)
}

/** The agent answers the next message. */
export async function endHandOver(tx: Queryable, { id }: Pick<ConversationRow, 'id'>): Promise<void> {
  await store.setReturned(tx, id)
  await setHandedOver(tx, id, false)
  await settleNotices(tx, [groupOf(id)])
  await store.announce(tx, id)
}

/** A message has come that no run answers. */
export async function keepForPerson(tx: Queryable, conversation: ConversationRow): Promise<void> {
  await store.noteWaiting(tx, conversation.id)
  await tellOwner(tx, conversation, say('They wrote a message.'))
  await store.announce(tx, conversation.id)
}

/** What was told of the conversation goes with it. */
export const deleteChatNotices = (tx: Queryable, id: string): Promise<void> => store.deleteNotices(tx, groupOf(id))

/** What was told of the conversation has been seen. */
export const settleChatNotices = (tx: Queryable, id: string): Promise<void> => settleNotices(tx, [groupOf(id)])
