/** A conversation belongs to the account that began it; to all others it doesn’t exist. */
import { mayIn } from '#contract/accounts/workspace-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { ConversationRow } from './conversations.store.ts'

export type ConversationGrant = Grant<'conversation.use', ConversationRow>
export type OwnConversations = Grant<'conversation.list', UserId>

/** @throws unauthenticated */
export function mayListConversations(caller: Caller): OwnConversations {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('conversation.list', caller, caller.id)
}

/** In the builder. @throws not_found, also for another person’s, and for those at other places */
export function mayUseConversation(caller: Caller, row: ConversationRow | null): ConversationGrant {
  if (caller.type !== 'user' || row?.owner_id !== caller.id || row.channel !== 'builder')
    throw new AppError('not_found')
  return mint('conversation.use', caller, row)
}

export type DeleteConversation = Grant<'conversation.delete', ConversationRow>

/**
 * Its owner. In a workspace those who build delete chats of the builder, owners and admins those with its services, too.
 * @throws not_found, forbidden
 */
export function mayDeleteConversation(caller: Caller, row: ConversationRow | null): DeleteConversation {
  if (caller.type !== 'user' || row?.owner_id !== caller.id) throw new AppError('not_found')
  const { workspace } = caller
  if (workspace !== undefined && !mayIn(workspace.role, row.channel === 'builder' ? 'build' : 'manage'))
    throw new AppError('forbidden', { message: 'Only owners and admins of the workspace can delete this chat.' })
  return mint('conversation.delete', caller, row)
}

/** At the address of a workflow: whose session it is was asked when it was found. */
export const mayUseSession = (caller: Caller, row: ConversationRow): ConversationGrant =>
  mint('conversation.use', caller, row)

/** With a service. @throws not_found, also for another visitor’s */
export function mayUseAsVisitor(caller: Caller, visitor_id: string, row: ConversationRow | null): ConversationGrant {
  if (row === null || row.visitor_id !== visitor_id) throw new AppError('not_found')
  return mint('conversation.use', caller, row)
}

/** With a service, for who owns it. @throws not_found */
export function mayUseAsOwner(caller: Caller, row: ConversationRow | null): ConversationGrant {
  if (caller.type !== 'user' || row === null || row.service_id === null || row.owner_id !== caller.id)
    throw new AppError('not_found')
  return mint('conversation.use', caller, row)
}
