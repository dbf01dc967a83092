/** Subscriptions (razorpay.com/docs/api/payments/subscriptions): created, cancelled, paused, resumed; what time does to them stands in `cycles.ts`. */
import { type Answer, type Asked, collection, found, missing, notesOf, page, refused } from './answers.ts'
import type { State } from './behaviour.ts'
import { end, planOf, tell } from './cycles.ts'
import { newId } from './entities.ts'
import { cycleStart, isAmount, isCount, mostCycles, wrongNotes } from './plans.ts'
import type { KeptSubscription, SubscriptionEntity, SubscriptionStatus } from './subscription-entities.ts'
import { cancelUpdate, showUpdate, updateSubscription } from './subscription-updates.ts'

/** Add-ons that are collected with the first payment, in paise; null for what is no list of them. */
function upfrontOf(addons: unknown): number | null {
  if (addons === undefined) return 0
  if (!Array.isArray(addons)) return null
  const items = addons.map((addon) => addon?.item)
  return items.every((item) => isAmount(item?.amount) && item.currency === 'INR')
    ? items.reduce((sum, { amount }) => sum + amount, 0)
    : null
}

function wrongSubscription(state: State, { json }: Asked): Answer | null {
  const plan = state.plans.get(String(json.plan_id))
  if (!plan) return refused('The id provided does not exist', 'plan_id')
  if (!isCount(json.total_count)) return refused('The total count must be at least 1.', 'total_count')
  const most = mostCycles(plan)
  if (json.total_count > most)
    return refused(`Exceeds the maximum total count (${most}) allowed for the given period and interval`, 'total_count')
  if (json.quantity !== undefined && !isCount(json.quantity))
    return refused('The quantity must be at least 1.', 'quantity')
  for (const name of ['start_at', 'expire_by'])
    if (json[name] !== undefined && !(Number.isSafeInteger(json[name]) && Number(json[name]) > state.now()))
      return refused(`The ${name} must be a timestamp in the future.`, name)
  if (json.offer_id !== undefined) return refused('Offer Not Found', 'offer_id')
  if (upfrontOf(json.addons) === null) return refused('The amount must be at least INR 1.00.', 'addons')
  return wrongNotes(json.notes)
}

function createSubscription(state: State, asked: Asked): Answer {
  const { json } = asked
  const wrong = wrongSubscription(state, asked)
  if (wrong) return wrong
  const plan = planOf(state, String(json.plan_id))
  const start_at = json.start_at === undefined ? null : Number(json.start_at)
  const total_count = Number(json.total_count)
  const id = newId('sub')
  const shown: SubscriptionEntity = {
    id,
    entity: 'subscription',
    plan_id: plan.id,
    customer_id: null,
    status: 'created',
    current_start: null,
    current_end: null,
    ended_at: null,
    quantity: Number(json.quantity ?? 1),
    notes: notesOf(json.notes),
    charge_at: start_at,
    start_at,
    end_at: start_at && cycleStart(plan, start_at, total_count),
    auth_attempts: 0,
    total_count,
    paid_count: 0,
    customer_notify: json.customer_notify !== false && json.customer_notify !== 0,
    created_at: state.now(),
    expire_by: json.expire_by === undefined ? null : Number(json.expire_by),
    short_url: `https://rzp.io/rzp/${id.slice(-7)}`,
    has_scheduled_changes: false,
    change_scheduled_at: null,
    source: 'api',
    payment_method: null,
    remaining_count: total_count,
  }
  state.subscriptions.set(id, {
    id,
    created_at: shown.created_at,
    shown,
    token_id: null,
    upfront: upfrontOf(json.addons) ?? 0,
    anchor: null,
    begun: 0,
    change: null,
    ends_with_cycle: false,
  })
  return found(shown)
}

const OVER: readonly SubscriptionStatus[] = ['cancelled', 'completed', 'expired']

function cancelSubscription(state: State, kept: KeptSubscription, { json }: Asked): Answer {
  const { shown } = kept
  if (OVER.includes(shown.status))
    return refused(`Subscription is not cancellable in ${shown.status} status.`, 'status')
  if (json.cancel_at_cycle_end !== true && json.cancel_at_cycle_end !== 1) end(state, kept, 'cancelled')
  else if (shown.status === 'active') kept.ends_with_cycle = true
  else return refused('Subscription cannot be cancelled since no billing cycle is going on', 'cancel_at_cycle_end')
  return found(shown)
}

function pauseSubscription(state: State, kept: KeptSubscription, { json }: Asked): Answer {
  const { shown } = kept
  if (json.pause_at !== undefined && json.pause_at !== 'now')
    return refused('The selected pause_at is invalid.', 'pause_at')
  if (shown.status === 'authenticated') end(state, kept, 'cancelled')
  else if (shown.status === 'active') {
    Object.assign(shown, { status: 'paused', charge_at: null, paused_at: state.now(), pause_initiated_by: 'self' })
    tell(state, 'paused', kept)
  } else return refused(`Subscription cannot be paused in ${shown.status} status.`, 'status')
  return found(shown)
}

/** Cycles that passed meanwhile are not charged: the next one begins when it is resumed. */
function resumeSubscription(state: State, kept: KeptSubscription, { json }: Asked): Answer {
  const { shown } = kept
  if (json.resume_at !== undefined && json.resume_at !== 'now')
    return refused('The selected resume_at is invalid.', 'resume_at')
  if (shown.status !== 'paused') return refused(`Subscription cannot be resumed in ${shown.status} status.`, 'status')
  const next = shown.current_end ?? state.now()
  if (next < state.now()) Object.assign(kept, { anchor: state.now(), begun: 0 })
  Object.assign(shown, { status: 'active', charge_at: Math.max(next, state.now()), pause_initiated_by: null })
  tell(state, 'resumed', kept)
  return found(shown)
}

function listSubscriptions(state: State, { query }: Asked): Answer {
  const plan = query.get('plan_id')
  const all = [...state.subscriptions.values()].map(({ shown }) => shown)
  return page(plan === null ? all : all.filter(({ plan_id }) => plan_id === plan), query)
}

/** Newest first. */
export function subscriptionInvoices(state: State, { query }: Asked): Answer {
  const id = query.get('subscription_id')
  return collection([...state.invoices.values()].filter((one) => id === null || one.subscription_id === id).reverse())
}

const VERBS: Record<string, (state: State, kept: KeptSubscription, asked: Asked) => Answer> = {
  'POST cancel': cancelSubscription,
  'POST pause': pauseSubscription,
  'POST resume': resumeSubscription,
  'POST cancel_scheduled_changes': cancelUpdate,
  'GET retrieve_scheduled_changes': showUpdate,
  PATCH: updateSubscription,
  GET: (_state, { shown }) => found(shown),
}

export function subscriptionRoutes(state: State, asked: Asked, [id, verb]: string[]): Answer {
  if (id === undefined)
    return asked.method === 'POST' ? createSubscription(state, asked) : listSubscriptions(state, asked)
  if (!/^sub_\w{14}$/.test(id)) return refused(`${id} is not a valid id`)
  const kept = state.subscriptions.get(id)
  return (kept && VERBS[[asked.method, verb].filter(Boolean).join(' ')]?.(state, kept, asked)) ?? missing()
}
