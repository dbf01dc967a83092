/** Custom agents: workflows of a known shape, which a builder edits. A new one is blank, or drafted from a sentence. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { PROPOSALS } from './workflow-proposals.ts'
import { WorkflowSummary } from './workflows.ts'

export const CreateCustomAgent = z.strictObject({
  /** What it is for; without one it is blank. */
  sentence: z.string().trim().min(3, 'Describe what the agent should do').max(PROPOSALS.sentence_chars).optional(),
})

export const customAgentEndpoints = {
  createCustomAgent: endpoint({
    method: 'POST',
    path: '/api/v1/custom-agents',
    access: withPermission('workflows.create'),
    body: CreateCustomAgent,
    returns: WorkflowSummary,
    errors: ['limit_reached', 'too_many_requests'],
    success: 201,
    timeout: PROPOSALS.timeout_ms,
  }),
}

export type CreateCustomAgent = z.output<typeof CreateCustomAgent>
