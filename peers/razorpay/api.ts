/** The part of Razorpay's REST API that is used (razorpay.com/docs/api): orders, payments, capture, refunds, disputes, customers, tokens, plans, subscriptions. */
import { type Answer, type Asked, collection, found, missing, notesOf, page, refused, text } from './answers.ts'
import type { State } from './behaviour.ts'
import { createDocument, disputeRoutes } from './disputes.ts'
import { type CustomerEntity, newId, type PaymentEntity, type TokenEntity } from './entities.ts'
import { authorise, begin, capture, decline, orderOf, refund } from './moves.ts'
import { payoutRoutes } from './payouts.ts'
import { planRoutes } from './plans.ts'
import { subscriptionInvoices, subscriptionRoutes } from './subscriptions.ts'

/** At most 15 notes of 256 characters each; whole paise, one rupee at least; a receipt of 40 characters. */
function createOrder(state: State, { json }: Asked): Answer {
  const { amount, currency, receipt } = json
  if (!Number.isSafeInteger(amount) || Number(amount) < 100)
    return refused('Order amount less than minimum amount allowed', 'amount')
  if (currency !== 'INR') return refused('Currency is not supported', 'currency')
  if ((text(receipt)?.length ?? 0) > 40) return refused('The receipt may not be greater than 40 characters.', 'receipt')
  const notes = notesOf(json.notes)
  if (Object.keys(notes).length > 15 || Object.values(notes).some((note) => String(note).length > 256))
    return refused('The notes may not be greater than 15 pairs of 256 characters.', 'notes')
  return found(orderOf(state, { amount: Number(amount), notes, receipt: text(receipt) }))
}

function capturePayment(state: State, payment: PaymentEntity, { json }: Asked): Answer {
  if (payment.status === 'captured' || payment.status === 'refunded')
    return refused('This payment has already been captured')
  if (payment.status !== 'authorized') return refused('Only payments which have been authorized can be captured')
  if (json.amount !== payment.amount) return refused('Capture amount must be equal to the amount authorized', 'amount')
  capture(state, payment)
  return found(payment)
}

/** The same key with the same request answers the first refund (razorpay.com/docs/api/refunds/normal-refunds-idempotent). */
function refundPayment(state: State, payment: PaymentEntity, { json, key }: Asked): Answer {
  const asked = JSON.stringify([payment.id, json])
  const before = key === null ? undefined : state.repeated.get(key)
  if (before) {
    if (before.asked !== asked)
      return refused('Different request with the same idempotency key has already been processed.')
    return found(state.refunds.get(before.refund_id) ?? {})
  }
  if (!payment.captured) return refused('The payment status should be captured for action to be taken')
  const left = payment.amount - payment.amount_refunded
  const amount = json.amount === undefined ? left : Number(json.amount)
  if (!Number.isSafeInteger(amount) || amount < 100) return refused('The amount must be at least INR 1.00', 'amount')
  if (left === 0) return refused('The payment has been fully refunded already')
  if (amount > left) return refused('The refund amount provided is greater than amount captured', 'amount')
  const made = refund(state, payment, { amount, receipt: text(json.receipt), notes: notesOf(json.notes) })
  if (key !== null) state.repeated.set(key, { asked, refund_id: made.id })
  return found(made)
}

export function addCustomer(state: State, json: Asked['json']): CustomerEntity {
  const customer: CustomerEntity = {
    id: newId('cust'),
    entity: 'customer',
    name: text(json.name) ?? '',
    email: text(json.email) ?? '',
    contact: text(json.contact) ?? '',
    created_at: state.now(),
  }
  // `fail_existing: 0` answers the customer who is there already.
  const known = [...state.customers.values()].find(({ email }) => email === customer.email && email !== '')
  if (known) return known
  state.customers.set(customer.id, customer)
  return customer
}

/** A further charge of a mandate, for an order made for it (razorpay.com/docs/api/payments/recurring-payments). */
function chargeToken(state: State, { json }: Asked): Answer {
  const token = state.tokens.get(String(json.token))
  const order = state.orders.get(String(json.order_id))
  if (!token || token.customer_id !== json.customer_id) return refused('Token is invalid or does not exist', 'token')
  if (token.recurring_details.status !== 'confirmed') return refused('The mandate of this token is not active', 'token')
  if (!order || order.status === 'paid') return refused('Order is invalid or paid already', 'order_id')
  if (json.amount !== order.amount) return refused('The amount differs from that of the order', 'amount')
  if (order.amount > token.max_amount) return refused('Amount exceeds maximum amount allowed.', 'amount')
  const payment = begin(state, {
    order,
    method: token.method,
    customer_id: token.customer_id,
    token_id: token.id,
  })
  if (state.behaviour.decline_tokens) decline(state, payment)
  else authorise(state, payment)
  return found({ razorpay_payment_id: payment.id, razorpay_order_id: order.id })
}

/** A mandate as a first payment with `recurring` makes it: of a payment's customer, up to the amount e-mandates allow without asking. */
export function newToken(state: State, customer_id: string, method: TokenEntity['method']): TokenEntity {
  const token: TokenEntity = {
    id: newId('token'),
    entity: 'token',
    method,
    customer_id,
    recurring: true,
    max_amount: 1_500_000,
    expired_at: state.now() + 10 * 365 * 86_400,
    recurring_details: { status: 'confirmed', failure_reason: null },
    created_at: state.now(),
  }
  state.tokens.set(token.id, token)
  return token
}

const orderRoutes = (state: State, asked: Asked, [id, part]: string[]): Answer => {
  if (id === undefined && asked.method === 'POST') return createOrder(state, asked)
  if (id === undefined) {
    const receipt = asked.query.get('receipt')
    const all = [...state.orders.values()]
    return page(receipt === null ? all : all.filter((order) => order.receipt === receipt), asked.query)
  }
  const order = state.orders.get(id)
  if (!order) return missing()
  if (part === 'payments') return collection([...state.payments.values()].filter(({ order_id }) => order_id === id))
  return found(order)
}

const paymentRoutes = (state: State, asked: Asked, [id, part, ...rest]: string[]): Answer => {
  if (id === undefined) return page(state.payments.values(), asked.query)
  if (id === 'create' && part === 'recurring' && rest.length === 0) return chargeToken(state, asked)
  const payment = state.payments.get(id)
  if (!payment) return missing()
  if (part === 'capture') return capturePayment(state, payment, asked)
  if (part === 'refund') return refundPayment(state, payment, asked)
  if (part === 'refunds') return collection([...state.refunds.values()].filter(({ payment_id }) => payment_id === id))
  return found(payment)
}

/** NPCI is asked, and answers later, or refuses (razorpay.com/docs/api/payments/recurring-payments/upi/tokens). */
function cancelToken(state: State, token: TokenEntity): Answer {
  if (token.recurring_details.status === 'cancelled') return refused('Token is already cancelled')
  state.later(() => endToken(state, token), state.behaviour.delay_ms)
  return found({ status: 'cancellation_initiated' })
}

/** Its holder or their bank ends a mandate, or NPCI has ended it as it was asked to. */
export function endToken(state: State, token: TokenEntity): void {
  if (state.behaviour.keep_tokens) return
  token.recurring_details.status = 'cancelled'
  state.emit('token.cancelled', { token })
}

const customerRoutes = (state: State, asked: Asked, [id, part, token_id, verb]: string[]): Answer => {
  if (id === undefined) return found(addCustomer(state, asked.json))
  const own = [...state.tokens.values()].filter(({ customer_id }) => customer_id === id)
  if (part !== 'tokens') return found(state.customers.get(id) ?? {})
  if (token_id === undefined) return collection(own)
  const token = own.find((one) => one.id === token_id)
  if (!token) return missing()
  if (asked.method === 'PUT' && verb === 'cancel') return cancelToken(state, token)
  if (asked.method !== 'DELETE') return found(token)
  // Forgotten here; the bank's permission of a UPI mandate stands on.
  state.tokens.delete(token.id)
  return found({ deleted: true })
}

const oneOr = (one: object | undefined): Answer => (one ? found(one) : missing())

/** @returns null for a path that there is not */
export function answerApi(state: State, asked: Asked): Answer | null {
  const [version, noun, ...rest] = asked.path.split('/').filter(Boolean)
  if (version !== 'v1') return null
  if (noun === 'orders') return orderRoutes(state, asked, rest)
  if (noun === 'payments') return paymentRoutes(state, asked, rest)
  if (noun === 'customers') return customerRoutes(state, asked, rest)
  if (noun === 'contacts' || noun === 'fund_accounts' || noun === 'payouts')
    return payoutRoutes(state, asked, [noun, ...rest])
  if (noun === 'plans') return planRoutes(state, asked, rest)
  if (noun === 'subscriptions') return subscriptionRoutes(state, asked, rest)
  const [id] = rest
  if (noun === 'invoices') return id ? oneOr(state.invoices.get(id)) : subscriptionInvoices(state, asked)
  if (noun === 'refunds') return id ? oneOr(state.refunds.get(id)) : page(state.refunds.values(), asked.query)
  if (noun === 'disputes') return disputeRoutes(state, asked, rest)
  if (noun === 'documents' && asked.method === 'POST') return createDocument(state, asked)
  return null
}
