/** Who agrees to an agent's data flow: anyone who may run it, for themselves. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { type DetailRow, maySeeAgent } from '#server/areas/agents/agents.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type AgreeGrant = Grant<'agreement.give', DetailRow>
export type OwnAgreements = Grant<'agreement.own', UserId>

/** @param holds whether they have a service of it, or bought it: then they run it also when it is not sold any more. @throws not_found */
export function mayAgree(caller: Caller, agent: DetailRow | null, holds: boolean): AgreeGrant {
  if (agent === null || !holds) return mint('agreement.give', caller, maySeeAgent(caller, agent).on)
  return mint('agreement.give', caller, agent)
}

/** @throws unauthenticated for a visitor, whose agreements expire on their own */
export function ownAgreements(caller: Caller): OwnAgreements {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('agreement.own', caller, caller.id)
}
