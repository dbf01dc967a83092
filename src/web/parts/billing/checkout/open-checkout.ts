import type { Buying } from '#contract/billing/payments.ts'
import { createStore } from '#web/lib/store.ts'

export interface OpenCheckout {
  /** What is bought; null opens an order that is there. */
  buying: Buying | null
  /** An order to be paid: one that failed, or was left. */
  order_id: string | null
  /** Where to go when it is paid; the receipt when absent. */
  next: ((order_id: string) => string) | null
}

/** The checkout that is open over the page. */
export const checkout = createStore<OpenCheckout | null>(null)

/** Opens the checkout over the current page; any signed-in user can pay. */
export const openCheckout = (buying: Buying, next: OpenCheckout['next'] = null): void =>
  checkout.set({ buying, order_id: null, next })

/** The code that a link brought to the page at hand: `?code=`. */
export const readCodeFromLink = (): string => new URLSearchParams(window.location.search).get('code')?.trim() ?? ''

/** Opens the checkout of an order that is not paid yet. */
export const resumeCheckout = (order_id: string, next: OpenCheckout['next']): void =>
  checkout.set({ buying: null, order_id, next })
