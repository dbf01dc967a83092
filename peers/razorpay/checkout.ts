/**
 * What a buyer does in Razorpay's checkout, without its pages: pays by card, UPI or net banking, and the bank answers. Cards and UPI ids
 * are those of Razorpay's test mode (razorpay.com/docs/payments/payments/test-card-details, …/test-upi-details).
 */
import { createHmac } from 'node:crypto'
import { type Answer, type Asked, found, refused } from './answers.ts'
import { addCustomer, newToken } from './api.ts'
import type { State } from './behaviour.ts'
import { authenticate, orderAtCheckout, take } from './cycles.ts'
import { CANCELLED, DECLINED, type ErrorFields, type PaymentEntity } from './entities.ts'
import { authorise, begin, decline } from './moves.ts'
import { bankSays, isInternational } from './test-cards.ts'

/**
 * - `success`: authorised, and captured where that is automatic
 * - `failure`: declined by the bank; another attempt may follow
 * - `cancelled`: the buyer closes the window
 * - `pending`: waits for the buyer's UPI app
 * - `dropped`: succeeds, and the page that asked never learns it
 * - `late`: fails, and the bank says later that it went through
 */
export const OUTCOMES = ['success', 'failure', 'cancelled', 'pending', 'dropped', 'late'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What the page is given: HMAC-SHA256 over order and payment with the key's secret. */
export const signatureOf = (state: State, payment: PaymentEntity): string =>
  createHmac('sha256', state.keys.key_secret).update(`${payment.order_id}|${payment.id}`).digest('hex')

/** Of the first payment of a subscription, the other way round (razorpay.com/docs/payments/subscriptions/integration-guide). */
const subscriptionSignature = (state: State, payment_id: string, subscription_id: string): string =>
  createHmac('sha256', state.keys.key_secret).update(`${payment_id}|${subscription_id}`).digest('hex')

const signed = (state: State, payment: PaymentEntity): Answer => ({
  status: 200,
  json: {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: signatureOf(state, payment),
  },
})

const failure = ({ id, order_id, ...payment }: PaymentEntity): Answer => ({
  status: 400,
  json: {
    error: {
      code: payment.error_code,
      description: payment.error_description,
      source: payment.error_source,
      step: payment.error_step,
      reason: payment.error_reason,
      metadata: { payment_id: id, order_id },
    },
  },
})

/** The UPI ids of test mode say what becomes of them; there, a payment that is cancelled succeeds all the same. */
const outcomeOf = ({ json }: Asked): Outcome => {
  const vpa = typeof json.vpa === 'string' ? json.vpa.trim().toLowerCase() : null
  if (vpa === 'failure@razorpay') return 'failure'
  if (vpa === 'success@razorpay' && json.outcome === 'cancelled') return 'success'
  return OUTCOMES.find((outcome) => outcome === json.outcome) ?? 'success'
}

/** Why the bank declines what was asked; null when it does not. A card of test mode says so by its number, whatever outcome is asked for. */
function refusalOf({ json }: Asked, outcome: Outcome): ErrorFields | null {
  if (typeof json.card === 'string') return bankSays(json.card, typeof json.otp === 'string' ? json.otp : null)
  if (outcome === 'cancelled') return CANCELLED
  return outcome === 'failure' || outcome === 'late' ? DECLINED : null
}

/** `second` pays an order that is paid already, as a buyer with two open tabs does. */
export function pay(state: State, asked: Asked): Answer {
  const { json } = asked
  if (typeof json.subscription_id === 'string') return paySubscription(state, asked, json.subscription_id)
  const order = state.orders.get(String(json.order_id))
  if (!order) return refused('The id provided does not exist', 'order_id')
  if (order.status === 'paid' && json.second !== true) return refused('This order has been paid already.')
  const method = json.method === 'upi' || json.method === 'netbanking' ? json.method : 'card'
  const customer_id = typeof json.customer_id === 'string' ? json.customer_id : null
  const token =
    json.recurring && customer_id !== null && method !== 'netbanking' ? newToken(state, customer_id, method) : null
  const vpa = method === 'upi' ? String(json.vpa ?? 'success@razorpay') : null
  const payment = begin(state, { order, method, vpa, customer_id, token_id: token?.id ?? null })
  if (typeof json.amount === 'number') payment.amount = json.amount
  payment.international = typeof json.card === 'string' && isInternational(json.card)
  const outcome = outcomeOf(asked)
  const refusal = refusalOf(asked, outcome)
  if (refusal === null) return end(state, payment, outcome)
  decline(state, payment, refusal)
  return failure(payment)
}

function end(state: State, payment: PaymentEntity, outcome: Outcome): Answer {
  if (outcome === 'pending') {
    const { approve_after_ms } = state.behaviour
    if (approve_after_ms !== null) state.later(() => authorise(state, payment), approve_after_ms)
    return { status: 202, json: { razorpay_payment_id: payment.id, razorpay_order_id: payment.order_id } }
  }
  authorise(state, payment)
  return outcome === 'dropped' ? { status: 202, json: { dropped: true } } : signed(state, payment)
}

/** The authentication of a subscription, or another card after a charge that failed. Only cards and UPI are charged again. */
function paySubscription(state: State, asked: Asked, id: string): Answer {
  const { json } = asked
  const kept = state.subscriptions.get(id)
  if (!kept) return refused('The id provided does not exist', 'subscription_id')
  if (json.method === 'netbanking') return refused('The payment method is not supported for subscriptions', 'method')
  const order = orderAtCheckout(state, kept)
  if (order === null) return refused('Customer payment not allowed for the subscription at this stage')
  const method = json.method === 'upi' ? 'upi' : 'card'
  const customer = kept.shown.customer_id ?? addCustomer(state, {}).id
  const token_id = newToken(state, customer, method).id
  const vpa = method === 'upi' ? String(json.vpa ?? 'success@razorpay') : null
  const payment = begin(state, { order, method, vpa, customer_id: customer, token_id })
  const refusal = refusalOf(asked, outcomeOf(asked))
  if (refusal) {
    decline(state, payment, refusal)
    return failure(payment)
  }
  take(state, payment)
  authenticate(state, kept, payment)
  const razorpay_signature = subscriptionSignature(state, payment.id, id)
  return found({ razorpay_payment_id: payment.id, razorpay_subscription_id: id, razorpay_signature })
}
