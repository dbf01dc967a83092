/** Opens the checkout and refreshes everything that depends on money when it closes. */

import type { Buying } from '#contract/billing/payments.ts'
import { withoutWorkspace } from '#shared/workspace-address.ts'
import { refresh } from '#web/api/action.ts'
import { checkout, openCheckout } from '#web/parts/billing/checkout/open-checkout.ts'
import { paths } from '#web/paths.ts'

/** Credits are bought on the way to something else: the receipt leads back there. */
const back = (): string => withoutWorkspace(window.location.pathname) + window.location.search

export function openPayment(what: Buying): void {
  const from = back()
  openCheckout(what, what.purpose === 'credits' ? (order) => paths.payment(order, from) : null)
  const stop = checkout.subscribe(() => {
    if (checkout.get() !== null) return
    stop()
    void refresh('getCredits', 'listCreditEntries', 'getAgentTerms', 'listPurchases')
  })
}
