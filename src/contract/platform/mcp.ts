/**
 * The Model Context Protocol over Streamable HTTP, without sessions: the marketplace as one server, a person's services with it as another,
 * and every service as one of its own.
 * What is sent and answered is the protocol's JSON-RPC; each tool is a door to endpoints that are there without it.
 */
import { z } from 'zod'
import { ALL_SERVICES_PATH } from '#contract/accounts/assistant-values.ts'
import { AgentRef, PRICE_TYPES } from '#contract/agents/agents.ts'
import { anyoneOrOwner, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, Json, ServiceId, Slug } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'

const MOST_FOUND = 25

/** What the tools take. The texts are read by assistants. */
export const MCP_ARGUMENTS = {
  search_agents: z.strictObject({
    query: z.string().max(SERVER_LIMITS.search_chars).optional().describe('What the agent should do, in a few words.'),
    category: Slug.optional().describe('The slug of a category, such as "healthcare".'),
    price: z.enum(PRICE_TYPES).optional().describe('Pricing model of the agent.'),
    limit: z.number().int().min(1).max(MOST_FOUND).default(10).describe('Maximum number of agents to return.'),
  }),
  list_services: z.strictObject({
    limit: z.number().int().min(1).max(100).default(25).describe('Maximum number of services to return.'),
    offset: z.number().int().min(0).max(10_000).default(0).describe('How many services to leave out.'),
  }),
  get_service: z.strictObject({ service_id: ServiceId.describe('The service_id returned by list_services.') }),
  get_agent: z.strictObject({ agent_id: AgentRef.describe('Slug or id of the agent.') }),
  run_agent: z
    .strictObject({
      agent_id: AgentRef.optional().describe('Slug or id of the agent.'),
      service_id: ServiceId.optional().describe('Id of one of your services, instead of agent_id.'),
      input: z
        .record(z.string(), Json)
        .describe(
          'Input that matches the input_schema returned by get_agent or get_service. Pass a document as {"file_id": "…"} after uploading it; most agents also accept text.',
        ),
    })
    .refine(({ agent_id, service_id }) => (agent_id === undefined) !== (service_id === undefined), {
      message: 'Send either agent_id or service_id',
      path: ['agent_id'],
    }),
  get_run: z.strictObject({
    execution_id: ExecutionId.describe('The execution_id returned by run_agent.'),
    access_token: z
      .string()
      .max(100)
      .optional()
      .describe('The access_token returned by run_agent. Needed only for runs started without an API key.'),
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
    access: anyoneOrOwner,
    late: true,
  }),
  callServicesMcp: endpoint({
    ...mcp,
    path: ALL_SERVICES_PATH,
    access: withPermission('pods.create.subscribed_agent'),
    late: true,
  }),
  callServiceMcp: endpoint({
    ...mcp,
    path: '/mcp/services/{id}',
    access: withPermission('pods.create.subscribed_agent'),
    params: z.object({ id: ServiceId }),
    errors: ['not_found'],
  }),
}
