/** Opens the checkout; what depends on money is fetched anew when it closes. */
import type { Buying } from '#contract/payments.ts'
import { refresh } from '#web/api/action.ts'
import { checkout, openCheckout } from '#web/checkout/open-checkout.ts'

export function pay(what: Buying): void {
  openCheckout(what)
  const stop = checkout.subscribe(() => {
    if (checkout.get() !== null) return
    stop()
    void refresh('getCredits', 'listCreditEntries', 'getAgentTerms', 'listPurchases')
  })
}
