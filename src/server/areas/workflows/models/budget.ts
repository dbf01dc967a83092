/**
 * What calls may use and what they used. Before a call the most it can use is written down and counted, so that any number of calls at
 * the same time stay inside a budget; after it the row says what it really used. Money is in micro-rupees: a price of p paise per
 * million tokens is p/100 micro-rupees a token.
 */
import type { UserId } from '#contract/core/primitives.ts'
import type { ModelAccount, ModelRequest, ModelUsage } from '#nodes/model-port.ts'
import { NodeError } from '#nodes/node.ts'
import type { RunAs } from '#nodes/ports.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as calls from './calls.store.ts'
import type { Chosen } from './choose-models.ts'
import { findSettings } from './models.store.ts'
import { mayAskOwnModels, OR_YOUR_OWN } from './own-models.ts'

const MICROS_PER_PAISA = 10_000

/** Rounded up; 0 while the model has no price. */
export const costOf = (
  { input_price, output_price }: Pick<Chosen, 'input_price' | 'output_price'>,
  input_tokens: number,
  output_tokens: number,
): number => Math.ceil((input_tokens * (input_price ?? 0) + output_tokens * (output_price ?? 0)) / 100)

export const usageOf = (chosen: Chosen, input_tokens: number, output_tokens: number): ModelUsage => ({
  input_tokens,
  output_tokens,
  cost_micros: costOf(chosen, input_tokens, output_tokens),
})

const accountOf = (chosen: Chosen, { owner }: RunAs): calls.Account => {
  if (chosen.owner_id !== null) return { owner_id: chosen.owner_id }
  return 'user_id' in owner ? { user_id: owner.user_id as UserId } : { visitor_key: owner.visitor_key }
}

const refuse = (message: string) => new NodeError('budget_exceeded', message)
const lakh = (value: number) => value.toLocaleString('en-IN')
const rupees = (micros: number) => `₹${(micros / 1_000_000).toLocaleString('en-IN', { maximumFractionDigits: 4 })}`

interface Cap {
  tokens: number | null
  cost_micros: number | null
  what: string
}

const fits = (used: calls.Used, next: ModelUsage, { tokens, cost_micros }: Omit<Cap, 'what'>): boolean =>
  (tokens === null || used.tokens + next.input_tokens + next.output_tokens <= tokens) &&
  (cost_micros === null || used.cost_micros + next.cost_micros <= cost_micros)

/** @throws NodeError `budget_exceeded` */
function check(used: calls.Used, next: ModelUsage, cap: Cap): void {
  if (fits(used, next, cap)) return
  const tokens = next.input_tokens + next.output_tokens
  if (cap.tokens !== null && used.tokens + tokens > cap.tokens) {
    const left = Math.max(0, cap.tokens - used.tokens)
    throw refuse(
      `${cap.what} allows ${lakh(cap.tokens)} tokens; ${lakh(left)} are left, and this call may take ${lakh(tokens)}.`,
    )
  }
  const left = Math.max(0, (cap.cost_micros ?? 0) - used.cost_micros)
  throw refuse(
    `${cap.what} allows ${rupees(cap.cost_micros ?? 0)}; ${rupees(left)} are left, and this call may cost ${rupees(next.cost_micros)}.`,
  )
}

/** Who pays for calls beyond what is free. */
export interface ModelCosts {
  /** What models of a run are paid on; null where nobody pays for them. */
  chargeOf(tx: Queryable, execution: string): Promise<string | null>
  /** Holds what a call may cost that takes at most `micros` micro-rupees without GST. @throws NodeError */
  hold(tx: Queryable, charge: string, micros: number, options: { now: Date; ownHelps: boolean }): Promise<void>
}

export interface Planned {
  chosen: Chosen
  who: RunAs
  account: Pick<ModelAccount, 'execution_id' | 'node_id'> | undefined
  budget: ModelRequest['budget']
  /** The step names the model, so that no other one would be asked instead. */
  named: boolean
  /** The most it can use. */
  most: ModelUsage
}

/** One that was set up before a price was asked for. */
function refuseUnpriced({ owner_id, target, input_price, output_price }: Chosen): void {
  if (owner_id !== null || !target.api_key || (input_price !== null && output_price !== null)) return
  throw new NodeError(
    'model_unpriced',
    `Nobody has said what “${target.model}” costs, so it is not asked: its operator gives its price under Settings, Models.`,
  )
}

/**
 * Counts a call before it is made: free inside the budget of the day and, beyond it, in a run of another seller's
 * agent, held of the credits
 * of the runner.
 * @returns its id
 * @throws NodeError `budget_exceeded`, `model_unpriced`; `cap_reached` or `insufficient_credits` where credits pay:
 * nothing is counted then
 */
export async function reserveCall(db: Database, costs: ModelCosts, plan: Planned): Promise<string> {
  const { chosen, who, account, budget, most } = plan
  refuseUnpriced(chosen)
  const { daily_tokens, daily_paise } = await findSettings(db, chosen.owner_id)
  const { owner } = who
  const row: calls.NewCall = {
    owner_id: chosen.owner_id,
    user_id: 'user_id' in owner ? (owner.user_id as UserId) : null,
    visitor_key: 'visitor_key' in owner ? owner.visitor_key : null,
    execution_id: account?.execution_id ?? null,
    node_id: account?.node_id ?? null,
    model_id: chosen.id,
    model: chosen.target.model,
    ...most,
    charge_id: null,
  }
  const daily: Cap = {
    tokens: daily_tokens,
    cost_micros: daily_paise === null ? null : daily_paise * MICROS_PER_PAISA,
    what: 'Today’s budget',
  }
  const own: Cap = {
    tokens: budget?.max_tokens ?? null,
    cost_micros: budget?.max_cost_micros ?? null,
    what: 'This step’s budget',
  }
  const limits = (cap: Cap) => cap.tokens !== null || (cap.cost_micros !== null && most.cost_micros > 0)
  if (!limits(daily) && !limits(own)) return calls.insertCall(db, row)
  return db.transaction().execute(async (tx) => {
    const payer = accountOf(chosen, who)
    await calls.lockAccount(tx, payer)
    if (account && limits(own)) check(await calls.findNodeUse(tx, account.execution_id, account.node_id), most, own)
    const charge_id = limits(daily) ? await payOrCheck(tx, costs, plan, daily) : null
    return calls.insertCall(tx, { ...row, charge_id })
  })
}

/** @returns the charge that pays; null for what is free. @throws as `reserveCall` */
async function payOrCheck(tx: Queryable, costs: ModelCosts, plan: Planned, daily: Cap): Promise<string | null> {
  const { chosen, who, account, most, named } = plan
  const payer = accountOf(chosen, who)
  const used = await calls.findUseToday(tx, payer)
  if (fits(used, most, daily)) return null
  // Who brings a model of their own pays for it where it comes from; what has no price cannot be paid.
  const asked = 'user_id' in payer && account && most.cost_micros > 0 ? account.execution_id : null
  const charge = asked === null ? null : await costs.chargeOf(tx, asked)
  if (charge === null || !('user_id' in payer)) {
    check(used, most, daily)
    return null
  }
  const ownHelps = !named && (await mayAskOwnModels(tx, who))
  // A failed call is free for the runner, but the platform limits how many it pays for.
  if (!fits(await calls.findGivenBackToday(tx, payer.user_id), NO_USAGE, beyond(daily)))
    throw refuse(
      `Runs that failed took as much of the platform’s models as is free in a day. Try again tomorrow${ownHelps ? OR_YOUR_OWN : ''}.`,
    )
  await costs.hold(tx, charge, most.cost_micros, { now: new Date(), ownHelps })
  return charge
}

const NO_USAGE: ModelUsage = { input_tokens: 0, output_tokens: 0, cost_micros: 0 }
/** Where nothing is free at all, a rupee of runs that failed still is. */
const beyond = ({ tokens, cost_micros, what }: Cap): Cap => ({
  tokens: tokens === null ? null : Math.max(tokens, 1),
  cost_micros: cost_micros === null ? null : Math.max(cost_micros, MICROS_PER_PAISA * 100),
  what,
})
