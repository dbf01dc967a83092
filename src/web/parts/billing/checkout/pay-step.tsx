import type { Checkout, Order } from '#contract/billing/payments.ts'
import { RazorpayPane } from './razorpay-pane.tsx'
import { TestPane } from './test-pane.tsx'

export interface Paying {
  order: Order
  checkout: Checkout
  /** It is paid, or under way: on to the order. */
  onDone: (order_id: string) => Promise<void>
  /** Another window has the page. */
  onAway: (away: boolean) => void
}

export const PayStep = (paying: Paying) =>
  paying.checkout.gateway === 'razorpay' ? <RazorpayPane {...paying} /> : <TestPane {...paying} />
