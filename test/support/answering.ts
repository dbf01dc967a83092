/** A service that answers what a test says next, and remembers what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Asked {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
export interface Answer {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  body: unknown
}
/** Null: it never answers. `broken`: the connection ends instead. */
type Reply = (asked: Asked) => Answer | 'broken' | null

const NOTHING: Reply = () => ({ body: {} })

export function answeringService() {
  const asked: Asked[] = []
  const answers = { reply: NOTHING }
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: await text(request) }
    asked.push(one)
    const reply = answers.reply(one)
    if (reply === null) return
    if (reply === 'broken') return void response.destroy()
    const { status = 200, headers: more = {}, body } = reply
    response.writeHead(status, { 'content-type': 'application/json', ...more })
    response.end(JSON.stringify(body))
  })
  return {
    asked,
    answers,
    /** @returns its host and port */
    async listen(): Promise<string> {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    /** Forgets what was asked and answers as usual again. */
    reset(): void {
      asked.length = 0
      answers.reply = NOTHING
    },
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}
