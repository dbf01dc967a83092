/** What the gateway knows of an order, taken over. */
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { takePayment } from './take-payment.ts'

/** Looks at every payment of an order. @returns whether something was new */
export async function syncFromGateway(deps: Paying, gateway_order_id: string): Promise<boolean> {
  let found = false
  for (const payment of await deps.gateway.paymentsOf(gateway_order_id))
    if ((await takePayment(deps, payment)) !== 'unchanged') found = true
  return found
}
