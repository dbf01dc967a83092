/** Who saves agents: every signed-in user, for themselves. */
import { AppError } from '#contract/core/errors.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { mint } from '#server/platform/access/grant.ts'
import type { BookmarkGrant } from './bookmarks.store.ts'

/** @throws unauthenticated */
export function mayBookmark(caller: Caller): BookmarkGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('agent.save', caller, caller.id)
}
