/** Who may send events: anyone. Consent is checked where they are counted, and a browser's opt-out is respected. Who may read figures. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { PLANS_WITH_USAGE } from '#contract/platform/analytics-values.ts'
import type { HeldPlan } from '#server/areas/billing/billing.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export const maySendEvents = (caller: Caller): Grant<'analytics.send'> => mint('analytics.send', caller, null)

/** Of the whole marketplace. @throws unauthenticated, forbidden */
export function mayReadFigures(caller: Caller): Grant<'analytics.read'> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('analytics.view')) throw new AppError('forbidden')
  return mint('analytics.read', caller, null)
}

/** Of one's own agents. @throws unauthenticated, forbidden */
export function mayReadOwnAgents(caller: Caller): Grant<'analytics.own_agents', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('agents.create')) throw new AppError('forbidden')
  return mint('analytics.own_agents', caller, caller.id)
}

/** Whose usage is asked for, before their plan is known. @throws unauthenticated */
export function personIn(caller: Caller): UserId {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return caller.id
}

/** Of one's own runs. @throws unauthenticated, plan_limit */
export function mayReadUsage(caller: Caller, { plan, exempt }: HeldPlan): Grant<'analytics.usage', UserId> {
  const person = personIn(caller)
  if (!exempt && !PLANS_WITH_USAGE.some((id) => id === plan?.id))
    throw new AppError('plan_limit', { message: 'Usage figures come with the Professional plan.' })
  return mint('analytics.usage', caller, person)
}
