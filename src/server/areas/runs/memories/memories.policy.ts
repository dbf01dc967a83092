/** What agents remember of a person is theirs alone: not the agent’s author nor an admin reads it. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type OwnMemories = Grant<'memory.own', UserId>

/** @throws unauthenticated */
export function ownMemories(caller: Caller): OwnMemories {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('memory.own', caller, caller.id)
}
