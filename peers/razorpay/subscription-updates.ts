/** Another plan, quantity or number of cycles: at once, with the difference by days, or with the next cycle (razorpay.com/docs/payments/subscriptions/update). */
import { type Answer, type Asked, found, refused } from './answers.ts'
import type { State } from './behaviour.ts'
import { apply, charge, invoiceOf, markPaid, planOf, tell } from './cycles.ts'
import { orderOf, refund } from './moves.ts'
import { cycleStart, isCount } from './plans.ts'
import type { KeptSubscription, SubscriptionChange } from './subscription-entities.ts'

const DAY = 86_400
/** A difference smaller than this is neither charged nor given back, in paise. */
const LEAST = 50

function wrongUpdate(state: State, { shown }: KeptSubscription, json: Asked['json']): Answer | null {
  if (shown.status !== 'authenticated' && shown.status !== 'active')
    return refused("Can't update Subscription when Subscription is not in Authenticated or Active state")
  if (shown.payment_method === 'upi') return refused('Subscriptions cannot be updated when payment mode is UPI')
  if (json.offer_id !== undefined) return refused('Offer Not Found', 'offer_id')
  if (json.plan_id !== undefined && !state.plans.has(String(json.plan_id)))
    return refused('The id provided does not exist', 'plan_id')
  for (const name of ['quantity', 'remaining_count'])
    if (json[name] !== undefined && !isCount(json[name])) return refused(`The ${name} must be at least 1.`, name)
  if (json.schedule_change_at !== undefined && !['now', 'cycle_end'].includes(String(json.schedule_change_at)))
    return refused('The selected schedule_change_at is invalid.', 'schedule_change_at')
  const isLater = Number.isSafeInteger(json.start_at) && Number(json.start_at) > state.now()
  return json.start_at === undefined || (shown.status === 'authenticated' && isLater)
    ? null
    : refused('The start_at must be a timestamp in the future.', 'start_at')
}

const changeOf = (json: Asked['json']): SubscriptionChange =>
  Object.fromEntries(
    ['plan_id', 'quantity', 'remaining_count', 'start_at', 'customer_notify']
      .filter((name) => json[name] !== undefined)
      .map((name) => [name, json[name]]),
  )

/** What the change costs now, in paise, below 0 for what goes back: what is left of the cycle at the new price less the old, or a whole new cycle. */
function difference(state: State, { shown }: KeptSubscription, change: SubscriptionChange): number {
  const [start, stop] = [shown.current_start ?? 0, shown.current_end ?? 0]
  const days = Math.max(1, Math.round((stop - start) / DAY))
  const left = days - Math.floor((state.now() - start) / DAY)
  const [before, after] = [planOf(state, shown.plan_id), planOf(state, change.plan_id ?? shown.plan_id)]
  const price = after.item.amount * (change.quantity ?? shown.quantity)
  const rest = (before.item.amount * shown.quantity * left) / days
  const isSame = before.period === after.period && before.interval === after.interval
  return Math.round((isSame ? (price * left) / days : price) - rest)
}

/** Charges or gives back the difference. @returns a refusal, after which nothing is changed */
function level(state: State, kept: KeptSubscription, paise: number): Answer | null {
  if (paise !== 0 && Math.abs(paise) < LEAST) return refused(`The amount difference must be at least ${LEAST} paise.`)
  if (paise > 0) {
    const invoice = invoiceOf(state, kept, orderOf(state, { amount: paise, notes: kept.shown.notes }))
    const payment = charge(state, kept, invoice)
    if (payment.captured) markPaid(state, invoice, payment)
    else state.invoices.delete(invoice.id)
    return payment.captured ? null : refused('Your payment was declined by the bank. Try another method.')
  }
  let left = -paise
  const paid = [...state.payments.values()]
    .filter(({ customer_id }) => customer_id === kept.shown.customer_id)
    .reverse()
  for (const payment of paid) {
    const amount = Math.min(left, payment.captured ? payment.amount - payment.amount_refunded : 0)
    if (amount > 0) refund(state, payment, { amount, receipt: null, notes: {} })
    left -= amount
  }
  return null
}

/** Another frequency begins a cycle of its own today, which the difference has paid. */
function changeNow(state: State, kept: KeptSubscription, change: SubscriptionChange): void {
  const { shown } = kept
  kept.change = change
  const plan = shown.plan_id
  apply(state, kept, state.now())
  if (change.start_at !== undefined) Object.assign(shown, { charge_at: change.start_at })
  if (shown.status !== 'active' || plan === shown.plan_id || kept.begun > 0) return
  kept.begun = 1
  shown.current_start = state.now()
  shown.current_end = cycleStart(planOf(state, shown.plan_id), shown.current_start, 1)
  shown.charge_at = shown.current_end
}

export function updateSubscription(state: State, kept: KeptSubscription, { json }: Asked): Answer {
  const wrong = wrongUpdate(state, kept, json)
  if (wrong) return wrong
  const change = changeOf(json)
  const { shown } = kept
  if (json.schedule_change_at === 'cycle_end' && shown.status === 'active') {
    kept.change = change
    Object.assign(shown, { has_scheduled_changes: true, change_scheduled_at: shown.current_end })
  } else {
    const refusal = shown.status === 'active' ? level(state, kept, difference(state, kept, change)) : null
    if (refusal) return refusal
    changeNow(state, kept, change)
  }
  tell(state, 'updated', kept)
  return found(shown)
}

/** As it will be. */
export const showUpdate = (_state: State, { shown, change }: KeptSubscription): Answer =>
  change === null ? refused('No scheduled changes found for the Subscription') : found({ ...shown, ...change })

export function cancelUpdate(_state: State, kept: KeptSubscription): Answer {
  if (kept.change === null) return refused('No scheduled changes found for the Subscription')
  kept.change = null
  return found(Object.assign(kept.shown, { has_scheduled_changes: false, change_scheduled_at: null }))
}
