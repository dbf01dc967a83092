/** Custom agents: workflows of a known shape, which a builder edits. A new one is blank, or drafted from a sentence. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, Timestamp, WorkflowId } from '#contract/core/primitives.ts'
import { PROPOSALS } from './workflow-proposals.ts'
import { WorkflowSummary } from './workflows.ts'

export const CreateCustomAgent = z.strictObject({
  /** What it is for; without one it is blank. */
  sentence: z.string().trim().min(3, 'Describe what the agent should do').max(PROPOSALS.sentence_chars).optional(),
})

/** The instructions of an agent as they were from a version on. */
export const PromptVersion = z.object({
  /** The first version of the workflow with them; below zero for a draft that only chats and tests have run. */
  version: z.number().int(),
  created_at: Timestamp,
  /** A version with them is what runs now. */
  is_live: z.boolean(),
  prompt: z.string(),
})
export type PromptVersion = z.infer<typeof PromptVersion>

export const customAgentEndpoints = {
  listPrompts: endpoint({
    method: 'GET',
    path: '/api/v1/custom-agents/{id}/prompts',
    access: withPermission('workflows.create'),
    params: z.object({ id: WorkflowId }),
    query: z.object(listQuery(50)),
    returns: listOf(PromptVersion),
    errors: ['not_found'],
  }),
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
