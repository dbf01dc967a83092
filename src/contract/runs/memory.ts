/** What agents remember of a person, who allowed it, sees it, changes it and deletes it. Nobody else does. */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  AgentId,
  ExecutionId,
  listOf,
  listQuery,
  Slug,
  Timestamp,
  WorkflowId,
  wholeList,
} from '#contract/core/primitives.ts'
import { MEMORY } from './memory-values.ts'

const MemoryId = z.uuid().brand('MemoryId')
export type MemoryId = z.infer<typeof MemoryId>
const FactId = z.uuid().brand('FactId')
export type FactId = z.infer<typeof FactId>

const Memory = z.object({
  id: MemoryId,
  /** Of the agent, or of the workflow where it isn’t listed. */
  name: z.string(),
  slug: Slug.nullable(),
  facts: z.number().int(),
  allowed_at: Timestamp,
})
export type Memory = z.infer<typeof Memory>

const Fact = z.object({
  id: FactId,
  fact: z.string(),
  /** Who wrote it as it is now. */
  by: z.enum(['agent', 'person']),
  /** The run in which it was said; null when that is gone. */
  execution_id: ExecutionId.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Fact = z.infer<typeof Fact>

/** An agent, or a workflow of one’s own or shared with one. */
const who = { agent_id: AgentId.optional(), workflow_id: WorkflowId.optional() }
const isOne = ({ agent_id, workflow_id }: { agent_id?: unknown; workflow_id?: unknown }) =>
  (agent_id === undefined) !== (workflow_id === undefined)
const ONE = { message: 'Name an agent or a workflow', path: ['agent_id'] }

const path = '/api/v1/memories'
const params = z.object({ id: MemoryId })
const ofFact = z.object({ id: MemoryId, fact_id: FactId })

export const memoryEndpoints = {
  listMemories: endpoint({
    method: 'GET',
    path,
    access: signedIn,
    query: z.object(listQuery(50)),
    returns: listOf(Memory),
  }),
  getMemoryState: endpoint({
    method: 'GET',
    path: `${path}/state`,
    access: signedIn,
    query: z.object(who).refine(isOne, ONE),
    /** `asks`: it remembers people who allow it. `memory`: what this person has allowed. */
    returns: z.object({ asks: z.boolean(), memory: Memory.nullable() }),
    errors: ['not_found'],
  }),
  allowMemory: endpoint({
    method: 'POST',
    path,
    access: signedIn,
    body: z.strictObject(who).refine(isOne, ONE),
    returns: Memory,
    errors: ['not_found', 'limit_reached'],
    success: 201,
  }),
  eraseMemory: endpoint({
    method: 'DELETE',
    path: `${path}/{id}`,
    access: signedIn,
    params,
    returns: z.object({ id: MemoryId }),
    errors: ['not_found'],
  }),
  listFacts: endpoint({
    method: 'GET',
    path: `${path}/{id}/facts`,
    access: signedIn,
    params,
    query: wholeList(MEMORY.facts),
    returns: listOf(Fact),
    errors: ['not_found'],
  }),
  editFact: endpoint({
    method: 'PUT',
    path: `${path}/{id}/facts/{fact_id}`,
    access: signedIn,
    params: ofFact,
    body: z.strictObject({ fact: z.string().trim().min(1, 'Enter a fact').max(MEMORY.fact) }),
    returns: Fact,
    errors: ['not_found'],
  }),
  deleteFact: endpoint({
    method: 'DELETE',
    path: `${path}/{id}/facts/{fact_id}`,
    access: signedIn,
    params: ofFact,
    returns: z.object({ id: FactId }),
    errors: ['not_found'],
  }),
}
