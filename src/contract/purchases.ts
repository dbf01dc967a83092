/** Agents bought for a month or for good, and what the next run of an agent is paid with. */
import { z } from 'zod'
import { anyone, signedIn } from './access.ts'
import { AgentRef, Price } from './agents.ts'
import { endpoint } from './endpoint.ts'
import { AgentId, listOf, listQuery, Paise, Slug, Timestamp } from './primitives.ts'

export const Purchase = z.object({
  id: z.uuid(),
  kind: z.enum(['month', 'once']),
  agent: z.object({ id: AgentId, slug: Slug, name: z.string(), icon: z.string() }),
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
 * What the next run is paid with. - `free`, `own`: nothing. - `trial`, `purchase`, `credits`. - `top_up`: credits do not reach.
 * - `cap`: a cap stands in the way. - `buy`: it is bought first. - `sign_in`: samples only.
 */
export const PAID_WITH = ['free', 'own', 'trial', 'purchase', 'credits', 'top_up', 'cap', 'buy', 'sign_in'] as const

/** Of runs that were charged in the last 90 days: half cost at most `p50`, nine of ten at most `p90`. */
export const TypicalCost = z.object({
  runs: z.number().int(),
  p50_paise: Paise,
  p90_paise: Paise,
  /** What models inside took, micro-rupees; the price includes those of the platform. */
  models_p50_micros: z.number().int(),
  models_p90_micros: z.number().int(),
})

export type TypicalCost = z.infer<typeof TypicalCost>

export const AgentTerms = z.object({
  /** Of the version that runs now for whoever asks, GST included. */
  price: Price,
  /** The version that runs; null without one. */
  version: z.number().int().nullable(),
  next: z.enum(PAID_WITH),
  /** Null for visitors and free agents. */
  trial_runs_left: z.number().int().nullable(),
  balance_paise: Paise.nullable(),
  /** Caps of the buyer; null without. */
  run_cap_paise: Paise.nullable(),
  day_cap_paise: Paise.nullable(),
  /** What lets them run it now. */
  purchase: Purchase.nullable(),
  /** Null before there are enough. */
  typical: TypicalCost.nullable(),
})
export type AgentTerms = z.infer<typeof AgentTerms>

export const purchaseEndpoints = {
  getAgentTerms: endpoint({
    method: 'GET',
    path: '/api/v1/agents/{id}/terms',
    summary: 'What the next run of an agent costs whoever asks, and what it is paid with',
    access: anyone,
    params: z.object({ id: AgentRef }),
    returns: AgentTerms,
    errors: ['not_found'],
  }),
  listPurchases: endpoint({
    method: 'GET',
    path: '/api/v1/purchases',
    summary: 'Own purchases of agents, newest first',
    access: signedIn,
    query: z.object(listQuery(50)),
    returns: listOf(Purchase),
  }),
  takeNewestVersion: endpoint({
    method: 'POST',
    path: '/api/v1/purchases/{id}/newest',
    summary: 'Move a purchase to the version that is published now',
    access: signedIn,
    params: z.object({ id: z.uuid() }),
    returns: Purchase,
    errors: ['not_found', 'illegal_transition'],
  }),
}
