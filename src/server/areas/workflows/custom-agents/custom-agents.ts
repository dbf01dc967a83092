/** The verb of custom agents: everything else about them is a workflow’s. */
import { JsonObject } from '#contract/core/primitives.ts'
import type { CreateCustomAgent } from '#contract/workflows/custom-agents.ts'
import { PROPOSALS } from '#contract/workflows/workflow-proposals.ts'
import type { WorkflowSummary } from '#contract/workflows/workflows.ts'
import { newAgent } from '#graph/custom-agent/change-agent.ts'
import type { ModelPort } from '#nodes/model-port.ts'
import { NodeError } from '#nodes/node.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import { createWorkflow } from '#server/areas/workflows/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { ANSWER_SCHEMA, BLANK, type DraftedAgent, draftByRules, draftFrom, messagesFor } from './drafted.ts'

export interface CustomAgentDeps {
  db: Database
  port: ModelPort
  /** Whether models may draft workflows and agents here. */
  mayDraft(): Promise<boolean>
}

/** A model that is away, refuses or answers nonsense costs nobody the agent. */
async function drafted({ port, mayDraft }: CustomAgentDeps, grant: EditGrant, sentence: string): Promise<DraftedAgent> {
  const who = { owner: { user_id: grant.on }, author: null, version: null }
  if (!(await mayDraft()) || !(await port.available(who))) return draftByRules(sentence)
  const signal = AbortSignal.timeout(PROPOSALS.timeout_ms - 10_000)
  try {
    const request = { messages: messagesFor(sentence), schema: ANSWER_SCHEMA, temperature: 0, max_output_tokens: 4_000 }
    const { object } = await port.generate(request, who, signal)
    return draftFrom(JsonObject.parse(object), sentence)
  } catch (error) {
    if (error instanceof NodeError || signal.aborted) return draftByRules(sentence)
    throw error
  }
}

/** @throws limit_reached, too_many_requests */
export async function createCustomAgent(
  deps: CustomAgentDeps,
  grant: EditGrant,
  { sentence }: CreateCustomAgent,
): Promise<WorkflowSummary> {
  if (sentence !== undefined) {
    const limit = rateLimitFor('workflow proposals', { key: grant.on, shared: false }, PROPOSALS.per_hour)
    await enforceRateLimit(deps.db, [limit], 'You’ve created many agents from a sentence')
  }
  const { name, ...parts } = sentence === undefined ? BLANK : await drafted(deps, grant, sentence)
  const made = await createWorkflow(deps.db, grant, {
    name,
    description: sentence ?? '',
    document: JsonObject.parse(newAgent(parts)),
  })
  const { id, description, revision, nodes, created_at, updated_at } = made
  return { id, name: made.name, description, revision, nodes, created_at, updated_at }
}
