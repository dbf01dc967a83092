/** Who may use knowledge. That a base is one's own, or shared with one, is asked of the database in the statement that reads or changes it. */
import { AppError } from '#contract/core/errors.ts'
import { UserId } from '#contract/core/primitives.ts'
import type { RunAs } from '#nodes/ports.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type KnowledgeGrant = Grant<'knowledge.use', UserId>

/** @throws unauthenticated */
export function mayUseKnowledge(caller: Caller): KnowledgeGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('knowledge.use', caller, caller.id)
}

/**
 * Who may choose a base of theirs in the form that starts a run: not a program whose access was given for one service alone.
 * @throws unauthenticated, forbidden
 */
export function mayChooseKnowledge(caller: Caller): KnowledgeGrant {
  const grant = mayUseKnowledge(caller)
  if (caller.type === 'user' && caller.api_key?.resource !== undefined) throw new AppError('forbidden')
  return grant
}

/** A step of a workflow uses what its author may use, and nobody else's. */
export const authorUsesKnowledge = (author: UserId): KnowledgeGrant =>
  mint('knowledge.use', { type: 'visitor', key: 'workflow' }, author)

/**
 * A step that searches a base of the run's owner uses what they may use, and of that only what they chose in the form that started the
 * run. Their access to it is asked by the search.
 * @throws forbidden for a base that was not chosen, unauthenticated for a visitor
 */
export function runnerUsesChosen({ owner, chosen = [] }: RunAs, base: string): KnowledgeGrant {
  if (!('user_id' in owner)) throw new AppError('unauthenticated')
  if (!chosen.includes(base)) throw new AppError('forbidden')
  return mint('knowledge.use', { type: 'visitor', key: 'workflow' }, UserId.parse(owner.user_id))
}

/** Pages of a site are added with the access of the person who added the site, as it is when they are read. */
export const readerAddsPages = (person: UserId): KnowledgeGrant =>
  mint('knowledge.use', { type: 'visitor', key: 'site' }, person)
