import { useStore } from '#web/lib/store.ts'
import { CheckoutDialog } from './checkout-dialog.tsx'
import { checkout } from './open-checkout.ts'

/** Draws the checkout when one is open. */
export function CheckoutHost() {
  const open = useStore(checkout)
  return open && <CheckoutDialog key={open.order_id ?? JSON.stringify(open.buying)} open={open} />
}
