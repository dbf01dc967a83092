import { mayManageOwnAccount } from '#server/areas/accounts/accounts.ts'
import { type PluginStatusParts, pluginStatus, pluginsStatus } from '#server/areas/connectors/plugins/status.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { connectPackage } from './connect-package.ts'
import {
  agreeToTools,
  checkServer,
  createServer,
  deleteServer,
  getServer,
  listServers,
  refreshServer,
  switchTool,
  updateServer,
} from './mcp-servers.ts'
import type { McpParts } from './mcp-sign-in.ts'
import { mcpStatus } from './status.ts'
import { tryTool } from './try-tool.ts'

type Names =
  | 'listMcpServers'
  | 'checkMcpServer'
  | 'createMcpServer'
  | 'connectMcpPackage'
  | 'getMcpServer'
  | 'updateMcpServer'
  | 'deleteMcpServer'
  | 'refreshMcpServer'
  | 'agreeToMcpTools'
  | 'updateMcpTool'
  | 'tryMcpTool'
  | 'getMcpClient'
  | 'getMcpStatus'
  | 'getPluginsStatus'
  | 'getPluginStatus'

const own = mayManageOwnAccount

export const mcpServerHandlers = (parts: McpParts & PluginStatusParts): Pick<Handlers, Names> => ({
  listMcpServers: async ({ query }, { caller }) =>
    listPage({ items: await listServers(parts, own(caller)), redirect_url: parts.redirect_uri }, 'items', query),
  checkMcpServer: ({ body }, { caller, signal }) => checkServer(parts, own(caller), body.url, signal),
  createMcpServer: async ({ body }, { caller, signal }) => ({
    server: await createServer(parts, own(caller), body, signal),
  }),
  connectMcpPackage: async ({ params, body }, { caller, signal }) => ({
    server: await connectPackage(parts, own(caller), params.id, body.values, signal),
  }),
  getMcpServer: async ({ params }, { caller }) => ({ server: await getServer(parts, own(caller), params.id) }),
  updateMcpServer: async ({ params, body }, { caller }) => ({
    server: await updateServer(parts, own(caller), params.id, body),
  }),
  deleteMcpServer: ({ params, query }, { caller }) => deleteServer(parts, own(caller), params.id, query.even_if_used),
  refreshMcpServer: async ({ params }, { caller, signal }) => ({
    server: await refreshServer(parts, own(caller), params.id, signal),
  }),
  agreeToMcpTools: async ({ params, body }, { caller }) => ({
    server: await agreeToTools(parts, own(caller), params.id, body.tools),
  }),
  updateMcpTool: async ({ params, body }, { caller }) => ({
    server: await switchTool(parts, own(caller), params, body.enabled),
  }),
  tryMcpTool: ({ params, body }, { caller, signal }) =>
    tryTool(parts, own(caller), { ...params, input: body.input, answers: body.answers ?? [] }, signal),
  getMcpClient: async () => ({
    client_id: parts.client_document,
    client_name: parts.client_name,
    redirect_uris: [parts.redirect_uri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }),
  getMcpStatus: (_asked, { caller }) => mcpStatus(parts, own(caller).on),
  getPluginsStatus: () => pluginsStatus(parts),
  getPluginStatus: ({ params }) => pluginStatus(parts, params.name),
})
