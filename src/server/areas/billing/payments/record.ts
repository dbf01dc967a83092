/** The analytics events of paying (specification §9): what was paid for, what failed. */
import { LIMITS } from '#contract/core/limits.ts'
import { AgentSubject } from '#server/areas/billing/charges/agent-order.ts'
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import type { OrderRow } from '#server/areas/billing/orders/orders.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

type Recording = Pick<Paying, 'record'>

const currency = LIMITS.payment_currency
const inRupees = (paise: number): number => paise / 100

/** An order that was paid; one that a code left nothing of is a purchase without a payment. */
export async function recordPaid(tx: Queryable, { record }: Recording, order: OrderRow): Promise<void> {
  const { user_id, purpose, subject, amount_paise } = order
  const value = inRupees(amount_paise)
  if (amount_paise > 0) await record(tx, user_id, { name: 'payment_success', params: { value, currency } })
  if (purpose !== 'agent') return
  const { agent_id } = AgentSubject.parse(subject)
  await record(tx, user_id, { name: 'agent_purchase', params: { agent_id, value, currency } })
}

/** Words of a bank are not kept: only a code such as `payment_cancelled` is. */
const CODE = /^[a-z0-9_]{1,40}$/

/** @param reason why, as the gateway says it */
export async function recordFailed(
  tx: Queryable,
  { record }: Recording,
  { user_id, amount_paise }: Pick<OrderRow, 'user_id' | 'amount_paise'>,
  reason: string | null,
): Promise<void> {
  const code = reason !== null && CODE.test(reason) ? { reason } : {}
  const params = { value: inRupees(amount_paise), currency, ...code }
  await record(tx, user_id, { name: 'payment_failed', params })
}
