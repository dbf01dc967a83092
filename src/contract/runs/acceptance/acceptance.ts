/** "Charged only when accepted": buyers decide about results, sellers offer it and see what became of it (decision 0365). */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  AgentId,
  ExecutionId,
  listOf,
  listQuery,
  Paise,
  ServiceId,
  Slug,
  Timestamp,
} from '#contract/core/primitives.ts'
import { ACCEPTANCE, ACCEPTANCE_STATES, ACCEPTANCE_WAYS, REJECT_REASONS } from './acceptance-values.ts'

const Decided = {
  decided_at: Timestamp.nullable().describe('Null while it waits.'),
  way: z
    .enum(ACCEPTANCE_WAYS)
    .nullable()
    .describe('How it was decided. `silence`: the time to decide ended, which accepts it.'),
  reason: z.enum(REJECT_REASONS).nullable().describe('Why it was rejected.'),
  note: z.string().describe('What the buyer wrote to the seller.'),
}

/** What is decided about one result. */
export const RunAcceptance = z.object({
  state: z.enum(ACCEPTANCE_STATES),
  days: z.number().int().describe('How many days there were to decide.'),
  until: Timestamp.describe('Until then it can be rejected. Afterwards a result that waits is accepted.'),
  price_paise: Paise,
  ...Decided,
  abilities: z.object({ accept: Ability, reject: Ability }),
})
export type RunAcceptance = z.infer<typeof RunAcceptance>

const decision = {
  decision: z.enum(['accept', 'reject']),
  reason: z.enum(REJECT_REASONS).optional(),
  /** The seller reads it without your name. */
  note: z.string().trim().max(ACCEPTANCE.note).default(''),
}
const REASON_NEEDED = { path: ['reason'], error: 'Say why when you reject, and nothing otherwise' }
interface Deciding {
  decision: 'accept' | 'reject'
  reason?: unknown
}
const hasReason = ({ decision: decided, reason }: Deciding): boolean =>
  (decided === 'reject') === (reason !== undefined)

export const DecideAcceptance = z.strictObject(decision).refine(hasReason, REASON_NEEDED)
export type DecideAcceptance = z.output<typeof DecideAcceptance>

export const DecideBatch = z
  .strictObject({
    ...decision,
    /** Absent: all results of the batch that wait for a decision. */
    execution_ids: z.array(ExecutionId).min(1).max(ACCEPTANCE.at_once).optional(),
  })
  .refine(hasReason, REASON_NEEDED)
export type DecideBatch = z.output<typeof DecideBatch>

/** Of a batch. */
export const BatchAcceptance = z.object({
  decided: z.number().int().describe('Results decided by this request.'),
  decided_paise: Paise.describe('Their prices together.'),
  waiting: z.number().int().describe('Results that still wait. Send the request again for them.'),
  waiting_paise: Paise,
})
export type BatchAcceptance = z.infer<typeof BatchAcceptance>

export const WaitingResult = z.object({
  execution_id: ExecutionId,
  has_run: z.boolean().describe('False once the run was deleted. Its price can still be decided.'),
  title: z.string().nullable(),
  agent: z.object({ id: AgentId, slug: Slug, name: z.string() }),
  price_paise: Paise,
  until: Timestamp,
})
export type WaitingResult = z.infer<typeof WaitingResult>

/** What the seller of an agent offers. */
export const AcceptanceOption = z.object({
  days: z
    .number()
    .int()
    .nullable()
    .describe('How long buyers may decide; null while runs are charged when they succeed.'),
})
export type AcceptanceOption = z.infer<typeof AcceptanceOption>

const byReason = z.object({ reason: z.enum(REJECT_REASONS), count: z.number().int() })
export const SellerAcceptance = z.object({
  days: z.number().int(),
  pending: z.object({
    runs: z.number().int(),
    gross_paise: Paise.describe('Prices that buyers haven’t decided about, GST included.'),
    seller_paise: Paise.describe('What is left of them for you if all are accepted. It isn’t part of your balance.'),
    next_at: Timestamp.nullable().describe('When the first of them is accepted at the latest.'),
  }),
  accepted: z.number().int(),
  rejected: z.number().int(),
  by_buyer: z
    .array(z.object({ kind: z.enum(['person', 'workspace']), accepted: z.number().int(), rejected: z.number().int() }))
    .describe('By kind of buyer: people, and workspaces of several people.'),
  by_reason: z.array(byReason).describe('The most frequent first.'),
  by_agent: z
    .array(
      z.object({
        agent: z.object({ id: AgentId, slug: Slug, name: z.string() }),
        days: z.number().int().nullable(),
        waiting: z.number().int(),
        accepted: z.number().int(),
        rejected: z.number().int(),
      }),
    )
    .describe('Up to 100 agents, most rejected first.'),
  notes: z
    .array(
      z.object({
        agent: z.string(),
        version: z.number().int(),
        reason: z.enum(REJECT_REASONS),
        note: z.string(),
        decided_at: Timestamp,
      }),
    )
    .describe('The newest 20 rejections that buyers wrote about, without who they are.'),
})
export type SellerAcceptance = z.infer<typeof SellerAcceptance>

const agent = {
  access: withPermission('agents.create'),
  params: z.object({ id: AgentId }),
  returns: AcceptanceOption,
} as const

export const acceptanceEndpoints = {
  decideAcceptance: endpoint({
    method: 'POST',
    path: '/api/v1/executions/{id}/acceptance',
    access: signedIn,
    params: z.object({ id: ExecutionId }),
    body: DecideAcceptance,
    returns: RunAcceptance,
    errors: ['not_found', 'forbidden', 'illegal_transition', 'acceptance_ended', 'insufficient_credits', 'cap_reached'],
  }),
  listWaitingResults: endpoint({
    method: 'GET',
    path: '/api/v1/acceptance',
    access: signedIn,
    query: z.object({ service_id: ServiceId.optional(), ...listQuery(20) }),
    returns: listOf(WaitingResult),
  }),
  getAgentAcceptance: endpoint({
    ...agent,
    method: 'GET',
    path: '/api/v1/seller/agents/{id}/acceptance',
    errors: ['not_found'],
  }),
  saveAgentAcceptance: endpoint({
    ...agent,
    method: 'PUT',
    path: '/api/v1/seller/agents/{id}/acceptance',
    body: z.strictObject({
      /** Null: runs are charged when they succeed. */
      days: z.number().int().min(ACCEPTANCE.days[0]).max(ACCEPTANCE.days[1]).nullable(),
    }),
    errors: ['not_found', 'illegal_transition'],
  }),
  getSellerAcceptance: endpoint({
    method: 'GET',
    path: '/api/v1/seller/acceptance',
    access: withPermission('agents.create'),
    query: z.object({ days: z.enum(['7', '30', '90', '365']).default('30') }),
    returns: SellerAcceptance,
  }),
}
