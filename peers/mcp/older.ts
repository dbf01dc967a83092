/** A server of 2024: a stream at `/sse`, messages at the address that the stream names. Made with the library of its time. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { z } from 'zod'

export interface OlderPeer {
  url: string
  close(): Promise<void>
}

/** @param port 0 takes any free one */
export async function startOlderPeer(port = 0): Promise<OlderPeer> {
  const open = new Map<string, SSEServerTransport>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (request.method === 'GET' && pathname === '/sse') {
      const transport = new SSEServerTransport('/messages', response)
      open.set(transport.sessionId, transport)
      const notes = new McpServer({ name: 'older notes', version: '0.1.0' })
      notes.registerTool(
        'read_note',
        { description: 'Returns a note.', inputSchema: { name: z.string() } },
        ({ name }) => ({ content: [{ type: 'text', text: `The text of ${name}` }] }),
      )
      return notes.connect(transport)
    }
    const transport = open.get(searchParams.get('sessionId') ?? '')
    if (request.method === 'POST' && pathname === '/messages' && transport)
      return transport.handlePostMessage(request, response)
    return response.writeHead(pathname === '/sse' ? 405 : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
