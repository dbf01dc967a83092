/** Plans of subscriptions (razorpay.com/docs/api/payments/subscriptions/create-plan) and the time they bill by. */
import { type Answer, type Asked, found, missing, notesOf, page, refused, text } from './answers.ts'
import type { State } from './behaviour.ts'
import { newId } from './entities.ts'
import type { PlanEntity } from './subscription-entities.ts'

const DAY = 86_400
const PERIODS = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
/** Daily and weekly ones count days, the others months of the calendar. */
const DAYS: Partial<Record<PlanEntity['period'], number>> = { daily: 1, weekly: 7 }
const MONTHS: Partial<Record<PlanEntity['period'], number>> = { monthly: 1, quarterly: 3, yearly: 12 }

/** When the cycle of this number (from 0) begins, in seconds: by the calendar, so that the 31st comes back after a short month. */
export function cycleStart({ period, interval }: PlanEntity, anchor: number, number: number): number {
  const days = DAYS[period]
  if (days !== undefined) return anchor + number * interval * days * DAY
  const from = new Date(anchor * 1000)
  const months = from.getUTCFullYear() * 12 + from.getUTCMonth() + number * interval * (MONTHS[period] ?? 1)
  const last = new Date(Date.UTC(0, 0, 1))
  last.setUTCFullYear(Math.floor(months / 12), (months % 12) + 1, 0)
  const at = new Date(from)
  at.setUTCFullYear(Math.floor(months / 12), months % 12, Math.min(from.getUTCDate(), last.getUTCDate()))
  return at.getTime() / 1000
}

/** Subscriptions last a hundred years at most. */
export const mostCycles = ({ period, interval }: PlanEntity): number =>
  Math.floor((DAYS[period] ? 36_500 / DAYS[period] : 1200 / (MONTHS[period] ?? 1)) / interval)

/** An amount of paise, one rupee at least. */
export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 100
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1

export function wrongNotes(notes: unknown): Answer | null {
  const all = Object.values(notesOf(notes))
  return all.length > 15 || all.some((note) => String(note).length > 256)
    ? refused('The notes may not be greater than 15 pairs of 256 characters.', 'notes')
    : null
}

function wrongPlan(json: Asked['json'], item: Asked['json']): Answer | null {
  if (json.offer_id !== undefined) return refused('offer_id is/are not required and should not be sent')
  if (!PERIODS.some((one) => one === json.period)) return refused('The selected period is invalid.', 'period')
  if (!isCount(json.interval)) return refused('The interval must be at least 1.', 'interval')
  if (json.period === 'daily' && json.interval < 7) return refused('The interval must be at least 7.', 'interval')
  if (text(item.name) === null) return refused('The name field is required.', 'item.name')
  if (!isAmount(item.amount)) return refused('The amount must be at least INR 1.00.', 'item.amount')
  if (item.currency !== 'INR') return refused('Currency is not supported', 'item.currency')
  return wrongNotes(json.notes)
}

function createPlan(state: State, { json }: Asked): Answer {
  const item = (typeof json.item === 'object' && json.item !== null ? json.item : {}) as Asked['json']
  const wrong = wrongPlan(json, item)
  if (wrong) return wrong
  const created_at = state.now()
  const plan: PlanEntity = {
    id: newId('plan'),
    entity: 'plan',
    interval: Number(json.interval),
    period: json.period as PlanEntity['period'],
    item: {
      id: newId('item'),
      active: true,
      name: String(item.name),
      description: text(item.description),
      amount: Number(item.amount),
      unit_amount: Number(item.amount),
      currency: 'INR',
      type: 'plan',
      unit: null,
      tax_inclusive: false,
      hsn_code: null,
      sac_code: null,
      tax_rate: null,
      tax_id: null,
      tax_group_id: null,
      created_at,
      updated_at: created_at,
    },
    notes: notesOf(json.notes),
    created_at,
  }
  state.plans.set(plan.id, plan)
  return found(plan)
}

export function planRoutes(state: State, asked: Asked, [id]: string[]): Answer {
  if (id === undefined)
    return asked.method === 'POST' ? createPlan(state, asked) : page(state.plans.values(), asked.query)
  const plan = state.plans.get(id)
  return plan ? found(plan) : missing()
}
