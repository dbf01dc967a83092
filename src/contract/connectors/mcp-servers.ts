/** MCP servers that people connected (§7, MCP and plugin status): what they offer, what of it is switched on, and trying a tool. */
import { z } from 'zod'
import { anyone, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Json, JsonObject, listOf, recordOf, Timestamp, WorkflowId, wholeList } from '#contract/core/primitives.ts'
import { ACTION_EFFECTS } from './integration-values.ts'
import { ActionResult } from './integrations.ts'
import { MCP_PACKAGES } from './mcp-package-values.ts'
import { MCP_SERVERS, MCP_SIGN_INS, MCP_STATES, MCP_TOOL_STATES } from './mcp-server-values.ts'

export const McpServerId = z.uuid().brand('McpServerId')
export type McpServerId = z.infer<typeof McpServerId>

export const McpServerSummary = z.object({
  id: McpServerId,
  /** As an app: `mcp-` and the id. */
  integration: z.string(),
  name: z.string(),
  /** Null of one from a package. */
  url: z.string().nullable(),
  /** The package that it comes from, which an admin installed; null of one at an address. */
  package: z.object({ id: z.uuid(), name: z.string(), version: z.string() }).nullable(),
  /** `values`: a package that each person gives values of their own. */
  sign_in: z.enum([...MCP_SIGN_INS, 'values']),
  /** What holds its sign-in; null without one. */
  credential_id: z.uuid().nullable(),
  state: z.enum(MCP_STATES),
  /** Why the last attempt failed; null when it did not. */
  last_error: z.string().nullable(),
  /** When its tools were last read. */
  checked_at: Timestamp.nullable(),
  last_call_at: Timestamp.nullable(),
  calls: z.number().int(),
  failures: z.number().int(),
  /** Tools that can be called. */
  tools_on: z.number().int(),
  /** Tools that wait for agreement. */
  tools_waiting: z.number().int(),
  created_at: Timestamp,
})
export type McpServerSummary = z.infer<typeof McpServerSummary>

const Described = z.object({
  title: z.string(),
  /** What the server says of the tool. */
  description: z.string(),
  input_schema: JsonObject,
  output_schema: JsonObject.nullable(),
  hints: z.object({ read_only: z.boolean(), destructive: z.boolean(), idempotent: z.boolean() }),
})

export const McpTool = Described.extend({
  /** The id of the action. */
  id: z.string(),
  /** As the server calls it; one that starts with `@` stands for its resources or prompts. */
  name: z.string(),
  state: z.enum(MCP_TOOL_STATES),
  effect: z.enum(ACTION_EFFECTS),
  /** Of what the server says now. Agreeing names it, so that nothing else is agreed to. */
  hash: z.string(),
  /** What was agreed to, where the server says something else now. */
  before: Described.nullable(),
  calls: z.number().int(),
  failures: z.number().int(),
  last_call_at: Timestamp.nullable(),
})
export type McpTool = z.infer<typeof McpTool>

export const McpServer = McpServerSummary.extend({
  /** What the server calls itself. */
  title: z.string(),
  version: z.string(),
  /** The revision of the protocol that it speaks; empty before it was reached. */
  protocol: z.string(),
  /** What the server tells assistants. Shown to people only. */
  instructions: z.string(),
  resources: z.number().int(),
  prompts: z.number().int(),
  /** Tools that are not offered: too many, or too large. */
  left_out: z.number().int(),
  /** Names of the headers of `headers`. */
  header_names: z.array(z.string()),
  /** With `values`: the variables that the owner gives values for. */
  value_names: z.array(z.string()),
  /** Of a package: the only hosts that it can connect to. */
  hosts: z.array(z.string()),
  /** Whether a tool that the server calls read-only counts as such. */
  trust_read_only: z.boolean(),
  tools: z.array(McpTool),
  /** The owner's workflows that use it. */
  used_by: z.array(z.object({ id: WorkflowId, name: z.string() })),
})
export type McpServer = z.infer<typeof McpServer>

const Url = z.string().max(2000)
const Name = z
  .string()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'Remove control characters')
  .trim()
  .min(1, 'Name is required')
  .max(MCP_SERVERS.name_chars)
const McpHeaders = recordOf(z.string().max(100), z.string().max(4000), MCP_SERVERS.headers)

export const NewMcpServer = z.strictObject({
  name: Name,
  url: Url,
  sign_in: z.enum(MCP_SIGN_INS),
  /** With `headers`: what is sent with every request. Kept in the vault. */
  headers: McpHeaders.optional(),
  /** With `oauth`: of an application that was registered by hand, where the server registers none itself. */
  client_id: z.string().max(500).optional(),
  client_secret: z.string().max(4000).optional(),
})
export type NewMcpServer = z.infer<typeof NewMcpServer>

export const McpServerChange = z
  .strictObject({
    name: Name.optional(),
    headers: McpHeaders.optional(),
    /** Of each variable of a package that is the owner's own. Kept in the vault. */
    values: recordOf(
      z.string().max(100),
      z.string().max(MCP_PACKAGES.value_chars),
      MCP_PACKAGES.environment,
    ).optional(),
    trust_read_only: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Send at least one field to change')
export type McpServerChange = z.infer<typeof McpServerChange>

const params = z.object({ id: McpServerId })
const toolParams = params.extend({ tool: z.string().max(140) })
const one = z.object({ server: McpServer })
const REACHING = 70_000

export const McpTrial = ActionResult.extend({
  /** What the server asked for meanwhile. Without an answer, and for secrets always, it was declined. */
  asked: z.array(z.object({ message: z.string(), fields: JsonObject, secret: z.boolean() })),
})
export type McpTrial = z.infer<typeof McpTrial>

const PluginStatus = z.object({
  name: z.string(),
  installed: z.boolean(),
  version: z.string().nullable(),
  status: z.enum(['enabled', 'disabled', 'not_installed']),
})

export const mcpServerEndpoints = {
  listMcpServers: endpoint({
    method: 'GET',
    path: '/api/v1/mcp-servers',
    access: signedIn,
    query: wholeList(MCP_SERVERS.per_user),
    returns: listOf(McpServerSummary).extend({ redirect_url: z.string() }),
    late: true,
  }),
  checkMcpServer: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-servers/check',
    access: signedIn,
    body: z.strictObject({ url: Url }),
    returns: z.object({
      /** What it asks for. `headers`: it refuses callers without a sign-in and does not say how to get one. */
      sign_in: z.enum(MCP_SIGN_INS),
      /** What the server calls itself; empty where it does not say before one is signed in. */
      title: z.string(),
      tools: z.number().int(),
      /** With `oauth`: whether this installation can register itself there. */
      registers: z.boolean(),
    }),
    errors: ['too_many_requests', 'mcp_unreachable'],
    timeout: REACHING,
    late: true,
  }),
  createMcpServer: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-servers',
    access: signedIn,
    body: NewMcpServer,
    returns: one,
    errors: ['limit_reached', 'too_many_requests', 'mcp_unreachable'],
    success: 201,
    timeout: REACHING,
    late: true,
  }),
  getMcpServer: endpoint({
    method: 'GET',
    path: '/api/v1/mcp-servers/{id}',
    access: signedIn,
    params,
    returns: one,
    errors: ['not_found'],
    late: true,
  }),
  updateMcpServer: endpoint({
    method: 'PUT',
    path: '/api/v1/mcp-servers/{id}',
    access: signedIn,
    params,
    body: McpServerChange,
    returns: one,
    errors: ['not_found'],
    late: true,
  }),
  deleteMcpServer: endpoint({
    method: 'DELETE',
    path: '/api/v1/mcp-servers/{id}',
    access: signedIn,
    params,
    query: z.object({ even_if_used: z.stringbool().default(false) }),
    returns: z.object({ id: McpServerId }),
    errors: ['not_found', 'mcp_server_in_use'],
    late: true,
  }),
  refreshMcpServer: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-servers/{id}/refresh',
    access: signedIn,
    params,
    returns: one,
    errors: ['not_found', 'too_many_requests'],
    timeout: REACHING,
    late: true,
  }),
  agreeToMcpTools: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-servers/{id}/agree',
    access: signedIn,
    params,
    body: z.strictObject({
      /** As they were shown. One that was changed again since is not agreed to. */
      tools: z
        .array(z.strictObject({ id: z.string().max(140), hash: z.string().max(64) }))
        .min(1)
        .max(MCP_SERVERS.tools + 2),
    }),
    returns: one,
    errors: ['not_found'],
    late: true,
  }),
  updateMcpTool: endpoint({
    method: 'PUT',
    path: '/api/v1/mcp-servers/{id}/tools/{tool}',
    access: signedIn,
    params: toolParams,
    body: z.strictObject({ enabled: z.boolean() }),
    returns: one,
    errors: ['not_found'],
    late: true,
  }),
  tryMcpTool: endpoint({
    method: 'POST',
    path: '/api/v1/mcp-servers/{id}/tools/{tool}/try',
    access: signedIn,
    params: toolParams,
    body: z.strictObject({
      input: JsonObject,
      /** To what the server asked for in an earlier try, by its message. */
      answers: z
        .array(z.strictObject({ message: z.string().max(2000), values: recordOf(z.string().max(200), Json, 50) }))
        .max(MCP_SERVERS.answers)
        .optional(),
    }),
    returns: McpTrial,
    errors: ['not_found', 'too_many_requests'],
    timeout: REACHING,
    late: true,
  }),
  /** What this installation is as a client of servers; they read it from here. */
  getMcpClient: endpoint({
    method: 'GET',
    path: '/api/v1/mcp-servers/client',
    access: anyone,
    answers: 'raw',
    returns: z.object({
      client_id: z.string(),
      client_name: z.string(),
      redirect_uris: z.array(z.string()),
      grant_types: z.array(z.string()),
      response_types: z.array(z.string()),
      token_endpoint_auth_method: z.string(),
    }),
    late: true,
  }),
  getMcpStatus: endpoint({
    method: 'GET',
    path: '/api/mcp/status',
    access: signedIn,
    returns: z.object({
      mcp_servers: z.object({
        connected: z.number().int(),
        available_tools: z.number().int(),
        servers: z.array(
          z.object({
            id: McpServerId,
            name: z.string(),
            status: z.enum(MCP_STATES),
            tools: z.number().int(),
            last_error: z.string().nullable(),
          }),
        ),
      }),
      plugins: z.object({
        installed: z.number().int(),
        available: z.number().int(),
        plugins: z.array(PluginStatus),
      }),
      service_status: z.enum(['available', 'unavailable']),
    }),
    late: true,
  }),
  getPluginsStatus: endpoint({
    method: 'GET',
    path: '/api/plugins/status',
    access: signedIn,
    returns: z.object({
      installed: z.number().int(),
      available: z.number().int(),
      plugins: z.array(PluginStatus),
      service_status: z.enum(['available', 'unavailable']),
    }),
    late: true,
  }),
  getPluginStatus: endpoint({
    method: 'GET',
    path: '/api/plugins/{name}/status',
    access: signedIn,
    params: z.object({ name: z.string().max(200) }),
    returns: PluginStatus,
    late: true,
  }),
}
