/** Who puts agents aside: everybody who is signed in, for themselves. */
import { AppError } from '#contract/core/errors.ts'
import type { Caller } from '#server/domain/caller.ts'
import { mint } from '#server/domain/grant.ts'
import type { SaveGrant } from './saved.store.ts'

/** @throws unauthenticated */
export function maySave(caller: Caller): SaveGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('agent.save', caller, caller.id)
}
