/** Who lends accounts to an agent: anyone signed in who may run it, and only accounts of their own. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { type DetailRow, maySeeAgent } from '#server/areas/agents/agents.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type LendGrant = Grant<'account.lend', { agent: DetailRow; owner: UserId }>

/**
 * @param holds whether they have a service of it, bought it or lent it an account: they decide about it also when it is not sold any more
 * @throws unauthenticated, not_found
 */
export function mayLend(caller: Caller, agent: DetailRow | null, holds: boolean): LendGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  const seen = agent !== null && holds ? agent : maySeeAgent(caller, agent).on
  return mint('account.lend', caller, { agent: seen, owner: caller.id })
}
