/** Agents bought for a month or for good, and what the next run of an agent is paid with. */
import { z } from 'zod'
import { AgentRef, Price } from '#contract/agents/agents.ts'
import { Ability } from '#contract/core/ability.ts'
import { anyone, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, listOf, listQuery, Paise, Slug, Timestamp } from '#contract/core/primitives.ts'
import { InvoiceId } from './invoices.ts'
import { OrderId } from './payments.ts'

const AgentOfPurchase = z.object({ id: AgentId, slug: Slug, name: z.string(), icon: z.string() })

export const Purchase = z.object({
  id: z.uuid(),
  kind: z.enum(['month', 'once']),
  agent: AgentOfPurchase,
  /** `number` runs; `newest` is what one could take instead. */
  version: z.object({ number: z.number().int(), newest: z.number().int() }),
  starts_at: Timestamp,
  /** Null for good. */
  ends_at: Timestamp.nullable(),
  /** `refunded`: its money went back, and access with it. */
  status: z.enum(['coming', 'active', 'ended', 'refunded']),
})
export type Purchase = z.infer<typeof Purchase>

/**
 * How the next run is paid. - `free`, `own`: costs nothing. - `trial`, `purchase`, `credits`. - `top_up`: not enough
 * credits.
 * - `prove`: trial runs need a confirmed email address. - `cap`: a spending limit prevents it. - `buy`: it must be
 * bought first. - `sign_in`: samples only.
 * - `paused`: not sold until its seller provides the legal details.
 */
export const PAID_WITH = [
  'free',
  'own',
  'trial',
  'purchase',
  'credits',
  'top_up',
  'prove',
  'cap',
  'buy',
  'sign_in',
  'paused',
] as const

/** Of runs that were charged in the last 90 days: half cost at most `p50`, nine of ten at most `p90`. */
export const TypicalCost = z.object({
  runs: z.number().int(),
  p50_paise: Paise,
  p90_paise: Paise,
})
export type TypicalCost = z.infer<typeof TypicalCost>

/** What calls to the platform's models cost the buyer, on top of the agent's price. */
export const ModelTerms = z.object({
  /** So much of them nobody pays in a day; null: all. */
  free_daily_paise: Paise.nullable(),
  /** Of the newest runs with a result, GST included: half took at most `p50`, nine of ten at most `p90`. Null before there are five. */
  typical: z.object({ p50_paise: Paise, p90_paise: Paise }).nullable(),
  /** Whether steps that name no model use the runner's own model, which costs nothing here: in a workflow they may edit, and in open agents that do nothing in their seller's name. */
  own_model_used: z.boolean(),
})
export type ModelTerms = z.infer<typeof ModelTerms>

export const AgentTerms = z.object({
  /** Price of the version that the caller's next run uses, GST included. */
  price: Price,
  /** The version that runs; null without one. */
  version: z.number().int().nullable(),
  next: z.enum(PAID_WITH),
  /** Null for visitors and free agents. */
  trial_runs_left: z.number().int().nullable(),
  balance_paise: Paise.nullable().describe('Null for visitors.'),
  /** Caps of the buyer; null without. */
  run_cap_paise: Paise.nullable(),
  day_cap_paise: Paise.nullable(),
  /** What lets them run it now. */
  purchase: Purchase.nullable(),
  /** Null before there are enough. */
  typical: TypicalCost.nullable(),
  /** Null where its steps ask none. */
  models: ModelTerms.nullable(),
  acceptance: z
    .object({
      days: z.number().int().describe('How many days there are to accept or reject a result.'),
      applies: z
        .boolean()
        .describe(
          'False where the caller has rejected too many results of this seller: then runs are charged when they succeed.',
        ),
      accepted: z.number().int(),
      rejected: z.number().int().describe('Of results of this seller in the last 30 days.'),
    })
    .nullable()
    .describe('Null where runs are charged when they succeed.'),
})
export type AgentTerms = z.infer<typeof AgentTerms>

/** What was bought, with everything a buyer may want of it later. */
export const BoughtAgent = Purchase.extend({
  order_id: OrderId,
  bought_at: Timestamp,
  /** With GST, after a coupon. */
  paid_paise: Paise,
  refunded_paise: Paise.describe('Of `paid_paise`, what went back.'),
  /** The invoice of the money that was paid; null until it is issued, seconds later. */
  invoice: z.object({ id: InvoiceId, number: z.string() }).nullable(),
  /** Until then money back can be asked for. */
  refund_until: Timestamp,
  abilities: z.object({ ask_refund: Ability }),
})
export type BoughtAgent = z.infer<typeof BoughtAgent>

/** What an agent took of the own credits: its runs, and models of the platform inside them. What failed took nothing. */
export const AgentSpending = z.object({
  agent: AgentOfPurchase,
  runs: z.number().int(),
  /** With models; without what was refunded. */
  paise: Paise,
  models_paise: Paise.describe('Of `paise`, what models took.'),
  refunded_paise: Paise,
  /** Since the month began in India. */
  month_paise: Paise,
  last_at: Timestamp,
})
export type AgentSpending = z.infer<typeof AgentSpending>

/** All, or those of one agent. */
const ofAgent = z.object({ agent_id: AgentId.optional(), ...listQuery(50) })

export const purchaseEndpoints = {
  getAgentTerms: endpoint({
    method: 'GET',
    path: '/api/v1/agents/{id}/terms',
    access: anyone,
    params: z.object({ id: AgentRef }),
    returns: AgentTerms,
    errors: ['not_found'],
  }),
  listPurchases: endpoint({
    method: 'GET',
    path: '/api/v1/purchases',
    access: signedIn,
    query: ofAgent,
    returns: listOf(BoughtAgent),
  }),
  listAgentSpending: endpoint({
    method: 'GET',
    path: '/api/v1/purchases/spending',
    access: signedIn,
    query: ofAgent,
    returns: listOf(AgentSpending),
  }),
  takeNewestVersion: endpoint({
    method: 'POST',
    path: '/api/v1/purchases/{id}/newest',
    access: signedIn,
    params: z.object({ id: z.uuid() }),
    returns: Purchase,
    errors: ['not_found', 'illegal_transition'],
  }),
}
