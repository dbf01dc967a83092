/** Who may work on an agent and who may decide about it. The only place that mints grants of publishing. */

import { type AgentAction, agentAbility } from '#contract/agents/agent-states.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { OwnRow } from './own.store.ts'
import type { SampleFileRow } from './samples.store.ts'

export type SellGrant = Grant<'agent.sell', UserId>
export type ReviewGrant = Grant<'agent.review', UserId>

/** That an agent is one's own is asked of the database. @throws unauthenticated, forbidden */
export function maySell(caller: Caller): SellGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('agents.create')) throw new AppError('forbidden')
  return mint('agent.sell', caller, caller.id)
}

/** @throws unauthenticated, forbidden */
export function mayReview(caller: Caller): ReviewGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('admin.agents.manage')) throw new AppError('forbidden')
  return mint('agent.review', caller, caller.id)
}

/** @throws illegal_transition with the reason */
export function refuseIllegal(action: AgentAction, { phase }: Pick<OwnRow, 'phase'>): void {
  const ability = agentAbility(action, phase)
  if (!ability.allowed) throw new AppError('illegal_transition', { message: ability.reason ?? undefined })
}

/** @throws own_agent: nobody approves, rejects, features or suspends what they sell */
export function refuseOwn({ on }: ReviewGrant, { seller_id }: Pick<OwnRow, 'seller_id'>): void {
  if (on === seller_id) throw new AppError('own_agent')
}

/** Of a public version for anyone; of another for its seller and the reviewers. @throws not_found */
export function maySeeSampleFile(
  caller: Caller,
  file: SampleFileRow | null,
): Grant<'agent.sample_file.see', SampleFileRow> {
  const own = caller.type === 'user' && (caller.id === file?.seller_id || caller.permissions.has('admin.agents.manage'))
  if (file === null || !(file.is_public || own)) throw new AppError('not_found')
  return mint('agent.sample_file.see', caller, file)
}
