/** How sellers see failures of their agents: counted without anything a buyer put in, and whole where a buyer shares a run. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, ExecutionId, listOf, listQuery, Timestamp } from '#contract/core/primitives.ts'
import { EXECUTION_STATUSES } from './execution-states.ts'

export const RunShare = z.object({
  /** Until when the seller can read the run; null while it is not shared. */
  shared_until: Timestamp.nullable(),
  /** False for the seller it is shared with. */
  is_own: z.boolean(),
  /** Whether it can be shared now. */
  share: Ability,
})
export type RunShare = z.infer<typeof RunShare>

/** Failed runs of 30 days with the same cause in the same step of the same version. Nothing of what was put in. */
export const AgentFailure = z.object({
  code: z.string(),
  /** What the code means. */
  cause: z.string(),
  /** The step that failed; null when it was none. */
  step: z.object({ node_id: z.string(), title: z.string() }).nullable(),
  /** Null when the version was removed. */
  version: z.number().int().nullable(),
  runs: z.number().int(),
  first_at: Timestamp,
  last_at: Timestamp,
})
export type AgentFailure = z.infer<typeof AgentFailure>

export const SharedRun = z.object({
  execution_id: ExecutionId,
  status: z.enum(EXECUTION_STATUSES),
  code: z.string().nullable(),
  version: z.number().int().nullable(),
  created_at: Timestamp,
  shared_until: Timestamp,
})
export type SharedRun = z.infer<typeof SharedRun>

const run = z.object({ id: ExecutionId })
const agent = z.object({ id: AgentId })
const seller = withPermission('agents.create')

export const runSharingEndpoints = {
  getRunShare: endpoint({
    method: 'GET',
    path: '/api/v1/executions/{id}/share',
    access: signedIn,
    params: run,
    returns: RunShare,
    errors: ['not_found'],
    late: true,
  }),
  shareRun: endpoint({
    method: 'PUT',
    path: '/api/v1/executions/{id}/share',
    access: signedIn,
    params: run,
    returns: RunShare,
    errors: ['not_found', 'illegal_transition'],
    late: true,
  }),
  endRunShare: endpoint({
    method: 'DELETE',
    path: '/api/v1/executions/{id}/share',
    access: signedIn,
    params: run,
    returns: RunShare,
    errors: ['not_found'],
    late: true,
  }),
  listAgentFailures: endpoint({
    method: 'GET',
    path: '/api/v1/seller/agents/{id}/failures',
    access: seller,
    params: agent,
    query: z.object({ ...listQuery(25) }),
    returns: listOf(AgentFailure),
    errors: ['not_found'],
    late: true,
  }),
  listSharedRuns: endpoint({
    method: 'GET',
    path: '/api/v1/seller/agents/{id}/shared-runs',
    access: seller,
    params: agent,
    query: z.object({ ...listQuery(25) }),
    returns: listOf(SharedRun),
    errors: ['not_found'],
    late: true,
  }),
}
