/** What stand-ins of services that people write on have in common: a server of replies, of which some are lost on the way. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Reply {
  status: number
  json?: unknown
  bytes?: Uint8Array
  headers?: Record<string, string>
}

/** What comes after a request was carried out: the connection ends, or nothing, until the caller gives up. */
export type NoReply = 'lost' | 'silent'
export type Answer = (request: IncomingMessage, body: Buffer) => Promise<Reply | NoReply> | Reply | NoReply

export interface ReplyServer {
  url: string
  close(): Promise<void>
}

/** @param port 0 takes any free one */
export async function startReplyServer(port: number, answer: Answer): Promise<ReplyServer> {
  const server = createServer(async (request, response) => {
    const reply = await answer(request, await buffer(request))
    if (reply === 'silent') return
    if (reply === 'lost') return void response.destroy()
    response
      .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      .end(reply.bytes ?? JSON.stringify(reply.json))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
