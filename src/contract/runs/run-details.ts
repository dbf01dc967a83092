/**
 * What the page of an execution shows in addition to its status: model costs, the diagram of its workflow, its queue
 * position.
 */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { RunAcceptance } from './acceptance/acceptance.ts'
import { CHARGE_STATUSES, RELEASE_REASONS } from './acceptance/charge-values.ts'
import { PRIORITIES } from './execution-states.ts'

/** What a new run of an agent may be refused with, however it is asked for. */
export const RUN_REFUSALS = ['agreement_needed', 'payment_required', 'insufficient_credits', 'cap_reached'] as const

/** What the caller may do with a run now. */
export const RunAbilities = z.object({
  pause: Ability,
  resume: Ability,
  cancel: Ability,
  retry: Ability,
  rerun: Ability,
  fork: Ability,
  make_case: Ability,
  delete: Ability,
})

/** Of several calls of models together. `cost_micros` in micro-rupees (₹1 = 1,000,000). */
export const UsageSum = z.object({
  calls: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  cost_micros: z.number().int().describe('Micro-rupees without GST: ₹1 is 1,000,000.'),
})
export type UsageSum = z.infer<typeof UsageSum>

/** The workflow that runs, as its picture is drawn from. */
export const RunGraph = z.object({
  nodes: z.array(z.object({ id: z.string(), type: z.string(), title: z.string() })),
  edges: z.array(z.object({ from: z.string(), port: z.string(), to: z.string() })),
})
export type RunGraph = z.infer<typeof RunGraph>

/**
 * The cost of a run of another seller's agent. Held while it runs; charged with its result, released when it fails or
 * returns nothing.
 */
export const RunCharge = z.object({
  /** `models`: the run is free, its models are not. */
  kind: z.enum(['credits', 'trial', 'purchase', 'models']),
  status: z.enum(CHARGE_STATUSES),
  /** Why it was given back. */
  reason: z.enum(RELEASE_REASONS).nullable(),
  price_paise: z.number().int().describe('The price of the agent with GST, without models.'),
  /** The most it may cost with its models; null without a cap. */
  cap_paise: z.number().int().nullable(),
  /** What those of its calls of models took so far that credits pay, micro-rupees without GST. */
  model_micros: z.number().int(),
  /** What credits pay for its models, with GST: held while it runs, charged when it has a result; on top of the price. */
  models_paise: z.number().int(),
  /** The days there will be to accept or reject the result; null for a run that is charged when it succeeds. */
  accept_days: z.number().int().nullable(),
  /** Null until it has succeeded, and for a run that is charged then. */
  acceptance: RunAcceptance.nullable(),
})
export type RunCharge = z.infer<typeof RunCharge>

/** Position of a queued execution among those of its owner: workers take owners in turn. */
export const QueuePlace = z.object({
  /** 1 is next. */
  place: z.number().int(),
  /** How long it has been queued. */
  waited_ms: z.number().int(),
  /** About how long until it begins, by how long runs of late took; null when that is not known. */
  about_ms: z.number().int().nullable(),
  /** Whether any worker is up to take it. */
  workers: z.number().int(),
})
export type QueuePlace = z.infer<typeof QueuePlace>

/** The queue as a whole. Times in ms. */
export const QueueState = z.object({
  depth: z.array(z.object({ priority: z.enum(PRIORITIES), queued: z.number().int(), oldest_ms: z.number().int() })),
  /** Executions of how many owners are queued. */
  owners: z.number().int(),
  running: z.number().int().describe('Executions that a worker runs now.'),
  waiting: z.number().int().describe('Executions that wait for a person, a time or another run.'),
  paused: z.number().int(),
  workers: z.array(z.object({ id: z.string(), role: z.string(), since: z.iso.datetime(), running: z.number().int() })),
})
export type QueueState = z.infer<typeof QueueState>
