/** Servers as connectors: each tool that can be called is an action. */
import type { Action, Connector } from '#connectors/connector.ts'
import { McpServerId } from '#contract/connectors/mcp-servers.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './mcp-servers.store.ts'
import { effectOf, stateOf } from './mcp-tools.ts'

export const connectorIdOf = (id: McpServerId): string => `mcp-${id}`

/** The id of a server, from its id as a connector; null for one of another source. */
export const serverIdOf = (connector: string): McpServerId | null =>
  McpServerId.safeParse(/^mcp-(.+)$/.exec(connector)?.[1]).data ?? null

function asAction(server: McpServerId, trusted: boolean, { id, definition }: store.ToolRow): Action {
  const { title, description, input, output, hints } = definition
  return {
    id,
    title,
    description,
    group: '',
    effect: effectOf(definition, trusted),
    // The server's own word: a call that may be tried again needs the same agreement as one that only reads.
    idempotent: trusted && (hints.idempotent || hints.read_only),
    input,
    output: {
      type: 'object',
      properties: {
        text: { type: 'string', title: 'Text' },
        data: output ?? { title: 'Data' },
        content: { type: 'array', title: 'Other content', items: { type: 'object' } },
      },
      required: ['text', 'data', 'content'],
    },
    sample: null,
    scopes: [],
    docs_url: null,
    call: { type: 'mcp', server, tool: id },
  }
}

/** Who runs it, and where what is sent to it may go. */
function placeOf({ url, package: name, package_hosts }: store.ServerRow) {
  if (url === null)
    return {
      ...{ description: `Tools of the package ${name} on this server.`, provider: name ?? '', website: null },
      ...{ base_url: '', hosts: package_hosts ?? [] },
    }
  const { host, origin } = new URL(url)
  return {
    ...{ description: `Tools of the MCP server at ${host}.`, provider: host, website: origin },
    ...{ base_url: url.replace(/\/+$/, ''), hosts: [] },
  }
}

function asConnector(row: store.ServerRow, tools: readonly store.ToolRow[]): Connector {
  return {
    id: connectorIdOf(row.id),
    name: row.name,
    ...placeOf(row),
    source: 'mcp',
    version: row.version,
    categories: [],
    logo: null,
    licence: null,
    // The server holds its own sign-in: a step needs to name none.
    sign_in: [],
    variables: [],
    actions: tools.filter((tool) => stateOf(tool) === 'on').map((tool) => asAction(row.id, row.trust_read_only, tool)),
  }
}

/** A server of this person as a connector, with the tools that can be called. Null for a foreign one, and for another kind of id. */
export async function findMcpConnector(db: Queryable, owner: UserId, id: string): Promise<Connector | null> {
  const server = serverIdOf(id)
  const [row] = server === null ? [] : await store.findServers(db, owner, server)
  return row ? asConnector(row, await store.findTools(db, row.id)) : null
}

/** All servers of this person as connectors, the newest first; not those whose package is disabled. */
export async function listMcpConnectors(db: Queryable, owner: UserId): Promise<Connector[]> {
  const rows = (await store.findServers(db, owner)).filter(({ package_state }) => package_state !== 'disabled')
  return Promise.all(rows.map(async (row) => asConnector(row, await store.findTools(db, row.id))))
}
