/**
 * A bank's standing permission, given with the payment of a plan: its renewals are charged to it as far as a bank may be asked without
 * its customer. A plan that costs more asks for none, and cancelling gives it back.
 */

import { SUBSCRIPTIONS } from '#contract/billing/plans.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { PaymentGateway } from '#server/gateways/payments/client.ts'
import type { GatewayPayment } from '#server/gateways/payments/entities.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { isObject } from '#shared/json.ts'
import { findHolder, insertMandate } from './renewals.store.ts'

interface Order {
  user_id: UserId
  purpose: string
  subject: unknown
}

/** What a whole period of the ordered plan costs; null for anything else. */
function periodPrice({ purpose, subject }: Order): number | null {
  if (purpose !== 'plan' || !isObject(subject)) return null
  return typeof subject.price_paise === 'number' ? subject.price_paise : null
}

/** The gateway's customer whom renewals are charged to later; null where none is asked for, or the gateway does not say. */
export async function customerFor(
  { db, gateway }: { db: Queryable; gateway: PaymentGateway },
  order: Order,
): Promise<string | null> {
  const price = periodPrice(order)
  if (!gateway.charges_mandates || price === null || price > SUBSCRIPTIONS.silent_paise) return null
  const person = await findHolder(db, order.user_id)
  if (person === null) return null
  // Without it the payment goes on, and the renewal is asked for.
  return gateway.customer({ name: person.display_name, email: person.email }).catch(() => null)
}

/** Keeps the mandate that a paid plan brought. */
export async function noteMandate(
  tx: Queryable,
  order: Order,
  payment: GatewayPayment & { gateway: string },
): Promise<void> {
  const { gateway, customer_id, token_id, method } = payment
  if (periodPrice(order) === null || customer_id === null || token_id === null) return
  await insertMandate(tx, {
    user_id: order.user_id,
    gateway,
    customer_id,
    token_id,
    method: method ?? 'card',
    max_paise: SUBSCRIPTIONS.silent_paise,
    expires_at: null,
  })
}
