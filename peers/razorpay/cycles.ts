/** The life of a subscription: its cycles begin, are charged, tried again on the next three days, halted, completed (razorpay.com/docs/payments/subscriptions/states, …/payment-retries). */
import type { State } from './behaviour.ts'
import { DECLINED, newId, type OrderEntity, type PaymentEntity } from './entities.ts'
import { authorise, begin, capture, decline, orderOf, refund } from './moves.ts'
import { cycleStart } from './plans.ts'
import type { InvoiceEntity, KeptSubscription, PlanEntity } from './subscription-entities.ts'

const DAY = 86_400
/** The charge and three more tries. */
const ATTEMPTS = 4
/** What shows that a card is its holder's, and goes back (₹5). */
const TOKEN_AMOUNT = 500

export function planOf(state: State, plan_id: string): PlanEntity {
  const plan = state.plans.get(plan_id)
  if (!plan) throw new Error(`Plan ${plan_id} does not exist`)
  return plan
}

const priceOf = (state: State, { shown }: KeptSubscription): number =>
  planOf(state, shown.plan_id).item.amount * shown.quantity

export function tell(state: State, event: string, { shown }: KeptSubscription, payment?: PaymentEntity): void {
  state.emit(`subscription.${event}`, { subscription: shown, ...(payment && { payment }) })
}

export function end(
  state: State,
  kept: KeptSubscription,
  status: 'cancelled' | 'completed',
  last?: PaymentEntity,
): void {
  Object.assign(kept.shown, { status, ended_at: state.now(), charge_at: null })
  Object.assign(kept, { change: null, ends_with_cycle: false })
  Object.assign(kept.shown, { has_scheduled_changes: false, change_scheduled_at: null })
  tell(state, status, kept, last)
}

/** What was changed for the next cycle holds now; the cycles of another plan are counted anew. */
export function apply(state: State, kept: KeptSubscription, from: number): void {
  const { shown, change } = kept
  if (change === null) return
  const [before, after] = [planOf(state, shown.plan_id), planOf(state, change.plan_id ?? shown.plan_id)]
  if (before.period !== after.period || before.interval !== after.interval)
    Object.assign(kept, { anchor: from, begun: 0 })
  const done = shown.total_count - shown.remaining_count
  Object.assign(shown, change, { has_scheduled_changes: false, change_scheduled_at: null })
  shown.total_count = done + shown.remaining_count
  kept.change = null
}

/** A cycle begins with its invoice. */
function issue(state: State, kept: KeptSubscription, paid?: PaymentEntity): InvoiceEntity {
  const { shown } = kept
  apply(state, kept, shown.current_end ?? state.now())
  const plan = planOf(state, shown.plan_id)
  kept.anchor ??= shown.start_at ?? state.now()
  shown.current_start = cycleStart(plan, kept.anchor, kept.begun)
  shown.current_end = cycleStart(plan, kept.anchor, ++kept.begun)
  shown.end_at = cycleStart(plan, kept.anchor, kept.begun + shown.remaining_count - 1)
  shown.remaining_count--
  shown.auth_attempts = 0
  const order = state.orders.get(paid?.order_id ?? '')
  return invoiceOf(state, kept, order ?? orderOf(state, { amount: priceOf(state, kept), notes: shown.notes }))
}

export function invoiceOf(state: State, { shown }: KeptSubscription, { id, amount }: OrderEntity): InvoiceEntity {
  const invoice: InvoiceEntity = {
    id: newId('inv'),
    entity: 'invoice',
    type: 'invoice',
    subscription_id: shown.id,
    customer_id: shown.customer_id,
    order_id: id,
    payment_id: null,
    status: 'issued',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: 'INR',
    billing_start: shown.current_start,
    billing_end: shown.current_end,
    issued_at: state.now(),
    paid_at: null,
    created_at: state.now(),
  }
  state.invoices.set(invoice.id, invoice)
  return invoice
}

/** The newest that nobody has paid; the older ones are only paid by hand. */
const openInvoice = (state: State, { id }: KeptSubscription): InvoiceEntity | undefined =>
  [...state.invoices.values()].findLast((one) => one.subscription_id === id && one.status === 'issued')

/** A try to charge the card or the UPI id. @param says what the bank says; as the gateway behaves when absent */
export function charge(state: State, kept: KeptSubscription, invoice: InvoiceEntity, says?: Outcome): PaymentEntity {
  const token = state.tokens.get(kept.token_id ?? '')
  const order = state.orders.get(invoice.order_id) as OrderEntity
  const payment = begin(state, {
    order,
    method: kept.shown.payment_method ?? 'card',
    customer_id: kept.shown.customer_id,
    token_id: kept.token_id,
  })
  Object.assign(payment, { description: 'Recurring Payment via Subscription', invoice_id: invoice.id })
  const goes = says ? says === 'success' : !state.behaviour.decline_tokens
  if (goes && token?.recurring_details.status === 'confirmed') take(state, payment)
  else decline(state, payment, DECLINED)
  return payment
}

/** Payments of subscriptions are captured by themselves, whatever the account does with others. */
export function take(state: State, payment: PaymentEntity): void {
  authorise(state, payment)
  if (!payment.captured) capture(state, payment)
}

export function markPaid(state: State, invoice: InvoiceEntity, payment: PaymentEntity): void {
  payment.invoice_id = invoice.id
  Object.assign(invoice, { status: 'paid', payment_id: payment.id, paid_at: state.now() })
  Object.assign(invoice, { amount_paid: invoice.amount, amount_due: 0 })
  state.emit('invoice.paid', { payment, invoice })
}

function settle(state: State, kept: KeptSubscription, invoice: InvoiceEntity, payment: PaymentEntity): void {
  const { shown } = kept
  const before = shown.status
  markPaid(state, invoice, payment)
  Object.assign(shown, { status: 'active', auth_attempts: 0, charge_at: shown.current_end })
  shown.paid_count++
  tell(state, 'charged', kept, payment)
  if (before !== 'active') tell(state, 'activated', kept, payment)
  if (shown.remaining_count === 0) end(state, kept, 'completed', payment)
}

function attempt(state: State, kept: KeptSubscription, invoice: InvoiceEntity, says?: Outcome): void {
  const { shown } = kept
  shown.auth_attempts++
  const payment = charge(state, kept, invoice, says)
  if (payment.captured) {
    settle(state, kept, invoice, payment)
    return
  }
  const isLast = shown.auth_attempts >= ATTEMPTS
  shown.status = isLast ? 'halted' : 'pending'
  shown.charge_at = isLast ? shown.current_end : (shown.charge_at ?? state.now()) + DAY
  tell(state, shown.status, kept)
}

export type Outcome = 'success' | 'failure'

/** What is next is done, due or not ("Charge this now" of the dashboard). @returns false where nothing ever is */
export function chargeNow(state: State, kept: KeptSubscription, says?: Outcome): boolean {
  const { shown } = kept
  if (shown.status === 'active' && (kept.ends_with_cycle || shown.remaining_count === 0))
    end(state, kept, kept.ends_with_cycle ? 'cancelled' : 'completed')
  else if (shown.status === 'active') attempt(state, kept, issue(state, kept), says)
  else if (shown.status === 'authenticated') {
    const invoice = issue(state, kept)
    shown.status = 'active'
    tell(state, 'activated', kept)
    attempt(state, kept, invoice, says)
  } else if (shown.status === 'pending') attempt(state, kept, openInvoice(state, kept) ?? issue(state, kept), says)
  else if (shown.status === 'halted') {
    // Invoices go on, charges do not.
    if (shown.remaining_count === 0) end(state, kept, 'completed')
    else {
      issue(state, kept)
      Object.assign(shown, { auth_attempts: ATTEMPTS, charge_at: shown.current_end })
    }
  } else return false
  return true
}

function step(state: State, kept: KeptSubscription): boolean {
  const { shown } = kept
  const now = state.now()
  if (shown.status === 'created' && Math.min(shown.expire_by ?? Infinity, shown.start_at ?? Infinity) <= now)
    Object.assign(shown, { status: 'expired', charge_at: null })
  return shown.charge_at !== null && shown.charge_at <= now && chargeNow(state, kept)
}

/** Everything whose time has come, one cycle after the other. */
export function runDue(state: State): void {
  for (const kept of state.subscriptions.values()) while (step(state, kept)) {}
}

/** What the checkout asks for now; null where the customer has nothing to pay. */
export function orderAtCheckout(state: State, kept: KeptSubscription): OrderEntity | null {
  const { status, start_at, notes } = kept.shown
  if (status === 'pending' || status === 'halted')
    return state.orders.get(openInvoice(state, kept)?.order_id ?? '') ?? null
  if (status !== 'created') return null
  const amount = start_at === null ? priceOf(state, kept) + kept.upfront : kept.upfront || TOKEN_AMOUNT
  return orderOf(state, { amount, notes })
}

/** The customer has paid at the checkout: the first time, or with another card after a charge that failed. */
export function authenticate(state: State, kept: KeptSubscription, payment: PaymentEntity): void {
  const { shown } = kept
  kept.token_id = payment.token_id
  shown.customer_id = payment.customer_id
  shown.payment_method = payment.method === 'upi' ? 'upi' : 'card'
  const open = openInvoice(state, kept)
  if (shown.status !== 'created') {
    if (open) settle(state, kept, open, payment)
    return
  }
  shown.status = 'authenticated'
  if (shown.start_at === null) {
    shown.start_at = state.now()
    tell(state, 'authenticated', kept, payment)
    settle(state, kept, issue(state, kept, payment), payment)
    return
  }
  tell(state, 'authenticated', kept, payment)
  if (kept.upfront === 0) refund(state, payment, { amount: payment.amount, receipt: null, notes: {} })
}
