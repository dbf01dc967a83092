/** Recovering runs that failed, many at once: what it would repeat and cost is shown first, then each is done once. */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { ExecutionId, listQuery, Timestamp, WorkflowId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { ExecutionSummary } from './executions.ts'
import { revealQuery } from './oversight/masks.ts'

/** `retry`: from what failed, finished nodes are kept. `rerun`: the same input from the start, on the version that ran. `rerun_newest`: on the newest version. */
export const RUN_RECOVERY_ACTIONS = ['retry', 'rerun', 'rerun_newest'] as const
export type RunRecoveryAction = (typeof RUN_RECOVERY_ACTIONS)[number]

/** `all` is for admins. */
const scope = z.enum(['own', 'all']).default('own')
const filter = {
  /** The error's code; `poison` is one that workers died on. */
  code: z.string().max(100).optional(),
  /** The id of the node that failed. */
  node_id: z.string().max(64).optional(),
  workflow_id: WorkflowId.optional(),
}

export const RunRecoveryQuery = z.object({
  scope,
  ...filter,
  ...revealQuery,
  ...listQuery(LIMITS.pages.executions),
})
export type RunRecoveryQuery = z.output<typeof RunRecoveryQuery>

/** Failed runs by why they failed, of the newest ones. */
export const FailureReason = z.object({ code: z.string(), node_id: z.string().nullable(), runs: z.number().int() })
export type FailureReason = z.infer<typeof FailureReason>

const ids = z.array(ExecutionId).min(1).max(SERVER_LIMITS.recovery_runs)

export const RunRecoveryChoice = z.strictObject({
  action: z.enum(RUN_RECOVERY_ACTIONS),
  scope,
  /** Either these, or all that fit `filter`, the newest first, as many as one recovery takes. */
  execution_ids: ids.optional(),
  filter: z.strictObject(filter).optional(),
})
export type RunRecoveryChoice = z.output<typeof RunRecoveryChoice>

/** Of what nodes did before: `cost_micros` of their calls of models, in micro-rupees. */
const work = z.object({ nodes: z.number().int(), cost_micros: z.number().int() })

export const RunRecoveryPlan = z.object({
  /** Runs that would be started. */
  runs: z.number().int(),
  /** Finished work that is used again. */
  kept: work,
  /** Work that was done, or begun, and is done again. Nodes that were never reached are not in it. */
  repeated: work,
  refused: z.array(z.object({ execution_id: ExecutionId, reason: z.string() })),
  /** More fit than one recovery takes. */
  more: z.boolean(),
})
export type RunRecoveryPlan = z.infer<typeof RunRecoveryPlan>

export const RUN_RECOVERY_STATES = ['pending', 'started', 'refused'] as const

export const RunRecovery = z.object({
  id: z.uuid(),
  action: z.enum(RUN_RECOVERY_ACTIONS),
  runs: z.number().int().describe('How many runs were chosen.'),
  started: z.number().int().describe('Of them, those that were started again so far.'),
  refused: z.number().int().describe('Of them, those that could not be started.'),
  /** What became of the runs that were started: how many have ended, and how. */
  succeeded: z.number().int(),
  failed: z.number().int(),
  /** The first of what was refused, and of what failed again. */
  problems: z.array(z.object({ execution_id: ExecutionId, new_id: ExecutionId.nullable(), reason: z.string() })),
  created_at: Timestamp,
  /** When the last one was started or refused. */
  finished_at: Timestamp.nullable(),
})
export type RunRecovery = z.infer<typeof RunRecovery>

export const runRecoveryEndpoints = {
  listRecoverable: endpoint({
    method: 'GET',
    path: '/api/v1/recovery/executions',
    access: signedIn,
    query: RunRecoveryQuery,
    returns: z.object({
      items: z.array(ExecutionSummary),
      total: z.number().int(),
      limit: z.number().int(),
      offset: z.number().int(),
      reasons: z.array(FailureReason),
    }),
    errors: ['forbidden'],
    timeout: 10_000,
  }),
  planRecovery: endpoint({
    method: 'POST',
    path: '/api/v1/recovery/plan',
    access: signedIn,
    body: RunRecoveryChoice,
    returns: RunRecoveryPlan,
    errors: ['forbidden', 'invalid_input'],
    timeout: 15_000,
  }),
  startRecovery: endpoint({
    method: 'POST',
    path: '/api/v1/recovery/runs',
    access: signedIn,
    body: RunRecoveryChoice.extend({ key: z.uuid() }),
    returns: RunRecovery,
    errors: ['forbidden', 'invalid_input', 'limit_reached', 'too_many_requests'],
    timeout: 15_000,
  }),
  getRecovery: endpoint({
    method: 'GET',
    path: '/api/v1/recovery/runs/{id}',
    access: signedIn,
    params: z.object({ id: z.uuid() }),
    returns: RunRecovery,
    errors: ['not_found'],
  }),
}
