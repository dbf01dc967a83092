/**
 * A model server that speaks OpenAI's chat completions (streaming, tools, usage) and embeddings, and behaves as it is told. Run by
 * tests in their process, or by itself: `node peers/model/server.ts 8089` answers every conversation with its last message.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Asked, answerOf, type Behaviour, lastText } from './behaviour.ts'
import { pieces, sendWhole, sse } from './wire.ts'

export interface ModelPeer {
  /** With `/v1`. */
  url: string
  /** `host:port`, as the operator allows it. */
  host: string
  /** Every request that came, in order. */
  asked: Asked[]
  /** What comes next, in order; when used up, the last one goes on. A function answers each request as it likes. */
  behave(...behaviours: Behaviour[] | [(asked: Asked) => Behaviour]): void
  /** How embeddings are answered from now on; at first with eight numbers each. */
  embedWith(behaviour: EmbeddingBehaviour): void
  close(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<Asked['body']> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString('utf8')
  return (text === '' ? {} : JSON.parse(text)) as Asked['body']
}

/** How embeddings are answered: with so many numbers each, or with this status. */
export type EmbeddingBehaviour = { numbers: number } | { status: number }

function embed(response: ServerResponse, { body }: Asked, behaviour: EmbeddingBehaviour): void {
  if ('status' in behaviour) {
    refuse(response, { type: 'status', status: behaviour.status, message: 'No embeddings' })
    return
  }
  const inputs = Array.isArray(body.input) ? body.input : [body.input ?? '']
  const data = inputs.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: Array.from(
      { length: behaviour.numbers },
      (_, at) => ((text.charCodeAt(at % Math.max(1, text.length)) || 1) % 17) / 17,
    ),
  }))
  const usage = { prompt_tokens: inputs.join(' ').length, total_tokens: inputs.join(' ').length }
  sendWhole(response, 200, { object: 'list', model: body.model, data, usage })
}

function refuse(response: ServerResponse, behaviour: Extract<Behaviour, { type: 'status' }>): void {
  const { status, retry_after, message = 'No' } = behaviour
  if (retry_after !== undefined) response.setHeader('retry-after', String(retry_after))
  sendWhole(response, status, { error: { message, type: 'error', code: null } })
}

function complete(response: ServerResponse, asked: Asked, behaviour: Behaviour): void {
  if (behaviour.type === 'hang') return
  if (behaviour.type === 'status') {
    refuse(response, behaviour)
    return
  }
  if (behaviour.type === 'redirect') {
    response.writeHead(307, { location: behaviour.to }).end()
    return
  }
  if (behaviour.type === 'garbage') {
    response.writeHead(200, { 'content-type': asked.body.stream ? 'text/event-stream' : 'application/json' })
    response.end(asked.body.stream ? 'data: {"choices":[{"delta":{"content":"he\n\n' : '<html>busy</html>')
    return
  }
  const answer = answerOf(asked, behaviour)
  if (!asked.body.stream) {
    sendWhole(response, 200, answer.whole)
    return
  }
  const cut = behaviour.type === 'cut' ? behaviour.after : null
  sse(response, pieces(answer, asked.body.stream_options?.include_usage === true), cut)
}

/** @param options `port` 0 takes any free one; `key` makes it ask for this bearer token */
export async function startModelPeer(options: { port?: number; key?: string } = {}): Promise<ModelPeer> {
  let script: Behaviour[] | [(asked: Asked) => Behaviour] = [(asked) => ({ type: 'answer', text: lastText(asked) })]
  let embeddings: EmbeddingBehaviour = { numbers: 8 }
  const asked: Asked[] = []
  const next = (one: Asked): Behaviour => {
    const [first] = script
    if (typeof first === 'function') return first(one)
    return (script.length > 1 ? (script as Behaviour[]).shift() : first) ?? { type: 'answer', text: '' }
  }
  const server = createServer(async (request, response) => {
    const one: Asked = { path: request.url ?? '', headers: request.headers, body: await bodyOf(request) }
    asked.push(one)
    const { key } = options
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return refuse(response, {
        type: 'status',
        status: 401,
        message: `Incorrect API key: ${request.headers.authorization}`,
      })
    if (one.path === '/v1/embeddings') return embed(response, one, embeddings)
    if (one.path === '/v1/chat/completions') return complete(response, one, next(one))
    refuse(response, { type: 'status', status: 404, message: 'There is no such path' })
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    host: `127.0.0.1:${port}`,
    asked,
    behave: (...behaviours) => {
      script = behaviours
    },
    embedWith: (behaviour) => {
      embeddings = behaviour
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

if (import.meta.main) {
  const peer = await startModelPeer({ port: Number(process.argv[2] ?? 8089) })
  console.log(`Answering as a model at ${peer.url}`)
}
