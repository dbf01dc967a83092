/** Who may use knowledge. That a base is one's own, or shared with one, is asked of the database in the statement that reads or changes it. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type KnowledgeGrant = Grant<'knowledge.use', UserId>

/** @throws unauthenticated */
export function mayUseKnowledge(caller: Caller): KnowledgeGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('knowledge.use', caller, caller.id)
}

/** A step of a workflow uses what its author may use, and nobody else's. */
export const authorUsesKnowledge = (author: UserId): KnowledgeGrant =>
  mint('knowledge.use', { type: 'visitor', key: 'workflow' }, author)

/** Pages of a site are added with the access of the person who added the site, as it is when they are read. */
export const readerAddsPages = (person: UserId): KnowledgeGrant =>
  mint('knowledge.use', { type: 'visitor', key: 'site' }, person)
