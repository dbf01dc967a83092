/**
 * Razorpay's own checkout, fetched from them when it is needed (razorpay.com/docs/payments/payment-gateway/web-integration/standard).
 * The policy of the pages lets it in only where payments are taken through Razorpay.
 */
import type { Checkout, Order } from '#contract/billing/payments.ts'

const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js'

export interface Paid {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

interface Options {
  key: string
  order_id: string
  amount: number
  currency: string
  name: string
  description: string
  prefill: { name: string; email: string }
  customer_id?: string
  recurring?: '1'
  handler: (paid: Paid) => void
  modal: { ondismiss: () => void }
}

declare global {
  interface Window {
    Razorpay?: new (options: Options) => { open(): void }
  }
}

let script: Promise<void> | null = null
const loaded = (): Promise<void> => {
  script ??= new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = SCRIPT
    element.onload = () => resolve()
    element.onerror = () => {
      script = null
      element.remove()
      reject(new Error('Razorpay’s checkout could not be loaded'))
    }
    document.head.append(element)
  })
  return script
}

/** @returns what was paid; null when the window was closed without. @throws Error when it does not load */
export async function openRazorpay(
  { order, checkout }: { order: Order; checkout: Checkout },
  { brand, email }: { brand: string; email: string },
): Promise<Paid | null> {
  await loaded()
  const { Razorpay } = window
  if (!Razorpay) throw new Error('Razorpay’s checkout could not be loaded')
  return new Promise((resolve) => {
    new Razorpay({
      key: checkout.key_id,
      order_id: checkout.gateway_order_id,
      amount: order.amount_paise,
      currency: order.currency,
      name: brand,
      description: order.title,
      prefill: { name: order.billing.name, email },
      ...(checkout.customer_id !== null && { customer_id: checkout.customer_id, recurring: '1' as const }),
      handler: resolve,
      modal: { ondismiss: () => resolve(null) },
    }).open()
  })
}
