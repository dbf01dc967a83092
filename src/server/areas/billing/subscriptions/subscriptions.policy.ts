/** What can be done with a subscription. That it is one's own is asked of the database. */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { OwnOrders } from '#server/areas/billing/orders/orders.policy.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { mint } from '#server/platform/access/grant.ts'
import type { Manage } from './manage-plans.ts'
import { isPossible } from './status-machine.ts'
import type { SubscriptionRow } from './subscriptions.store.ts'

export function cancelAbility({ status }: Pick<SubscriptionRow, 'status'>): Ability {
  if (isPossible(status, 'cancel')) return allowed
  return refusedAbility(status === 'cancelled' ? 'It’s already cancelled.' : 'It has ended.')
}

export function resumeAbility(
  { status, period_end }: Pick<SubscriptionRow, 'status' | 'period_end'>,
  now: Date,
): Ability {
  if (!isPossible(status, 'resume')) return refusedAbility('It isn’t cancelled.')
  return period_end > now ? allowed : refusedAbility('Its period has ended.')
}

/** Renewals are ordered for the person whose mandate they are charged to. */
export const ordersFor = (user: UserId): OwnOrders =>
  mint(
    'order.own',
    {
      type: 'user',
      id: user,
      role: 'basic_user',
      permissions: new Set(),
      email: '',
      display_name: '',
      session_id: null,
    },
    user,
  )

/** Plans and their prices. @throws unauthenticated, forbidden */
export function mayManagePlans(caller: Caller): Manage {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.role !== 'super_admin') throw new AppError('forbidden')
  return mint('plan.manage', caller, caller.id)
}
