/** Who connects bots for approvals, and who lets them write to themselves. */
import { mayIn } from '#contract/accounts/workspace-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { findAnswerer } from '#server/areas/runs/runs.ts'
import { type Caller, isViewed, personBehind } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { BotRow, ManageBots } from './bots.store.ts'

/** The account they act for; in a workspace the right is asked where it is entered. @throws unauthenticated, forbidden */
export function mayManageBots(caller: Caller): ManageBots {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (isViewed(caller) || (caller.workspace !== undefined && !mayIn(caller.workspace.role, 'manage')))
    throw new AppError('forbidden')
  return mint('approval-bots.manage', caller, caller.id)
}

export type OwnContacts = Grant<'approval-contacts.own', UserId>

/** @throws unauthenticated, forbidden */
export function mayUseContacts(caller: Caller): OwnContacts {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (isViewed(caller)) throw new AppError('forbidden')
  return mint('approval-contacts.own', caller, personBehind(caller))
}

/** Those who may answer for the account of the bot. @throws not_found */
export async function mayUseBot(
  db: Queryable,
  { by, on: person }: OwnContacts,
  bot: BotRow | null,
): Promise<Grant<'approval-contact.use', { person: UserId; bot: BotRow }>> {
  if (bot?.connected_at == null || !(await findAnswerer(db, { owner: bot.owner_id, person })))
    throw new AppError('not_found')
  return mint('approval-contact.use', by, { person, bot })
}
