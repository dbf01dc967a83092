/** Everything that can be bought, once. */

import type { Buyable } from '#contract/billing/payment-values.ts'
import type { Buying } from '#contract/billing/payments.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { agentPurpose } from '#server/areas/billing/charges/agent-order.ts'
import type { Purpose, Quote } from '#server/areas/billing/orders/purpose.ts'
import { planPurpose } from '#server/areas/billing/subscriptions/plan-order.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { creditsPurpose } from './credits-order.ts'

type SubjectOf<Name extends Buyable> = Extract<Buying, { purpose: Name }>['subject']

const PURPOSES: { [Name in Buyable]?: Purpose<SubjectOf<Name>> } = {
  credits: creditsPurpose,
  agent: agentPurpose,
  plan: planPurpose,
}

/** @throws Error for what nothing stands for */
export function purposeOf(name: Buyable): Pick<Purpose<unknown>, 'fulfil' | 'takeBack' | 'leftOf'> {
  const purpose = PURPOSES[name]
  if (!purpose) throw new Error(`No fulfilment handler for ${name}`)
  return purpose
}

/** @throws AppError naming what cannot be bought and why */
export async function quotePurchase(
  db: Queryable,
  buyer: UserId,
  { purpose, subject }: Buying,
  now: Date,
): Promise<Quote> {
  const found = PURPOSES[purpose] as Purpose<typeof subject> | undefined
  if (!found) throw new AppError('not_found')
  return found.quote(db, buyer, subject, now)
}
