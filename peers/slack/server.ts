/**
 * A stand-in for the incoming webhooks of Slack: one address that takes messages (https://api.slack.com/messaging/webhooks), and everything
 * else refused as Slack does. It keeps what it was sent. `node peers/slack/server.ts [PORT]` runs it by itself.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface SlackPeer {
  /** The secret address of the channel. */
  webhook: string
  posted: { text?: string; blocks?: unknown[] }[]
  close(): Promise<void>
}

const PATH = '/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'

/** @returns status and word, as Slack answers */
function take(body: string, posted: SlackPeer['posted']): [number, string] {
  try {
    const message = JSON.parse(body) as SlackPeer['posted'][number]
    if (!message.text && !message.blocks) return [400, 'no_text']
    posted.push(message)
    return [200, 'ok']
  } catch {
    return [400, 'invalid_payload']
  }
}

/** @param port 0 takes any free one */
export async function startSlackPeer(port = 0): Promise<SlackPeer> {
  const posted: SlackPeer['posted'] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const [status, word] = request.url === PATH && request.method === 'POST' ? take(body, posted) : [404, 'no_service']
    response.writeHead(status, { 'content-type': 'text/html' }).end(word)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    webhook: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    posted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

if (import.meta.main) console.log((await startSlackPeer(Number(process.argv[2] ?? 4600))).webhook)
