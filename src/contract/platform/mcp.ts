/**
 * The Model Context Protocol over Streamable HTTP, without sessions: the marketplace as one server, and every service as one of its own.
 * What is sent and answered is the protocol's JSON-RPC; each tool is a door to endpoints that are there without it.
 */
import { z } from 'zod'
import { AgentRef, PRICE_TYPES } from '#contract/agents/agents.ts'
import { anyoneOrOwner, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, Json, ServiceId, Slug } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'

const MOST_FOUND = 25

/** What the tools take. The texts are read by assistants. */
export const MCP_ARGUMENTS = {
  search_agents: z.strictObject({
    query: z.string().max(SERVER_LIMITS.search_chars).optional().describe('What it is to do, in a few words.'),
    category: Slug.optional().describe('The slug of a category, such as "healthcare".'),
    price: z.enum(PRICE_TYPES).optional().describe('How it is paid for.'),
    limit: z.number().int().min(1).max(MOST_FOUND).default(10).describe('How many to give at most.'),
  }),
  get_agent: z.strictObject({ agent_id: AgentRef.describe('The slug or the id of an agent.') }),
  run_agent: z
    .strictObject({
      agent_id: AgentRef.optional().describe('The slug or the id of an agent.'),
      service_id: ServiceId.optional().describe('Instead of agent_id: the id of a service of yours.'),
      input: z
        .record(z.string(), Json)
        .describe(
          'What get_agent gives as input_schema. A document is {"file_id": "…"}, a file uploaded before; most agents take a text instead.',
        ),
    })
    .refine(({ agent_id, service_id }) => (agent_id === undefined) !== (service_id === undefined), {
      message: 'Name either agent_id or service_id',
      path: ['agent_id'],
    }),
  get_run: z.strictObject({
    execution_id: ExecutionId.describe('What run_agent gave.'),
    access_token: z.string().max(100).optional().describe('What run_agent gave, of a run without an API key.'),
  }),
} as const

const mcp = {
  method: 'POST',
  any_method: true,
  body: Json.optional(),
  returns: Json,
  answers: 'tools',
} as const

export const mcpEndpoints = {
  callMcp: endpoint({
    ...mcp,
    path: '/mcp',
    summary: 'The marketplace as an MCP server: finds, describes and runs agents',
    access: anyoneOrOwner,
    late: true,
  }),
  callServiceMcp: endpoint({
    ...mcp,
    path: '/mcp/services/{id}',
    summary: 'A service as an MCP server: one tool that runs it, and one that looks at a run later',
    access: withPermission('pods.create.subscribed_agent'),
    params: z.object({ id: ServiceId }),
    errors: ['not_found'],
  }),
}
