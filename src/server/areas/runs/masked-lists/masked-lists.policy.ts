/** Who may be shown the personal data that lists of an account mask. */
import { mayIn } from '#contract/accounts/workspace-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { findMembership } from '#server/areas/accounts/accounts.ts'
import { type Caller, isViewed } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export type Reveal = Grant<'personal-data.reveal', UserId>

const FORBIDDEN = 'Your role doesn’t allow to show personal data that this workspace masks.'

/** A key has what the member who made it has now; one of a person’s own account shows what is theirs. @throws unauthenticated, forbidden */
export async function mayReveal(db: Queryable, caller: Caller): Promise<Reveal> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  const { id, workspace, api_key } = caller
  if (isViewed(caller)) throw new AppError('forbidden')
  const member = workspace ?? (api_key?.made_by === undefined ? null : await findMembership(db, id, api_key.made_by))
  const isOwn = workspace === undefined && api_key?.made_by === undefined
  if (!isOwn && (member === null || !mayIn(member.role, 'reveal')))
    throw new AppError('forbidden', { message: FORBIDDEN })
  return mint('personal-data.reveal', caller, id)
}
