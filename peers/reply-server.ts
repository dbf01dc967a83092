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

/** A form as it was sent: its texts by name, and its file. */
export async function readForm(
  { headers }: IncomingMessage,
  body: Buffer,
): Promise<{ fields: Record<string, string>; file: { name: string; mime: string; bytes: Uint8Array } | null }> {
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const entries = [...form.entries()]
  const fields = entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const found = entries.map(([, value]) => value).find((value) => typeof value !== 'string')
  const file = found ? { name: found.name, mime: found.type, bytes: await found.bytes() } : null
  return { fields: Object.fromEntries(fields) as Record<string, string>, file }
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
