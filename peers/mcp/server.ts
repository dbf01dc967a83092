/**
 * A stand-in for an MCP server, made with the protocol's own library: notes with tools, resources and prompts, over Streamable HTTP at
 * `/mcp`, with or without a sign-in. It can be told to misbehave (`POST /behave`, or `behave`). `node peers/mcp/server.ts [PORT]` runs it
 * by itself.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { type Behaviour, HONEST, KEY, type Noted } from './behaviour.ts'
import { createAuthorization } from './oauth.ts'
import { createNotes } from './tools.ts'

export interface McpPeer {
  /** Of its MCP endpoint. */
  url: string
  behaviour: Behaviour
  noted: Noted
  behave(behaviour: Partial<Behaviour>): void
  /** Access tokens given so far are not taken any more. */
  forgetTokens(): void
  close(): Promise<void>
}

function misbehave(behaviour: Behaviour, body: string, response: ServerResponse): boolean {
  if (behaviour.redirect !== '') {
    response.writeHead(307, { location: behaviour.redirect }).end()
    return true
  }
  if (behaviour.not_mcp) {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
    return true
  }
  if (behaviour.endless === 'none' || !body.includes('"tools/call"')) return false
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const piece = behaviour.endless === 'events' ? ': still here\n\n' : 'x'.repeat(65_536)
  const timer = setInterval(() => response.write(piece), behaviour.endless === 'events' ? 50 : 5)
  response.on('close', () => clearInterval(timer))
  return true
}

/** @param port 0 takes any free one */
export async function startMcpPeer(port = 0): Promise<McpPeer> {
  const behaviour: Behaviour = { ...HONEST }
  const noted: Noted = { written: [], deleted: [], answered: [], requests: [] }
  let origin = ''
  const authorization = createAuthorization(() => origin, behaviour)
  const handler = createMcpHandler(() => createNotes(behaviour, noted), { maxSubscriptions: 0 })

  const isSignedIn = ({ headers }: IncomingMessage): boolean => {
    if (behaviour.sign_in === 'none') return true
    if (behaviour.sign_in === 'header') return headers['x-key'] === KEY
    return authorization.isGood(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
  }

  const serve = async (request: IncomingMessage, response: ServerResponse, body: string, path: string) => {
    if (misbehave(behaviour, body, response)) return
    if (!isSignedIn(request)) {
      const metadata = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource${path}"`
      const challenge = behaviour.sign_in === 'oauth' ? { 'www-authenticate': metadata } : {}
      response.writeHead(401, { 'content-type': 'application/json', ...challenge }).end('{"error":"unauthorized"}')
      return
    }
    const { asks_for } = behaviour
    if (asks_for !== '' && body.includes('"tools/call"') && !authorization.allows(asks_for)) {
      const challenge = `Bearer error="insufficient_scope", scope="${asks_for}"`
      response.writeHead(403, { 'www-authenticate': challenge }).end()
      return
    }
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
    const { method = 'GET' } = request
    const asked = new Request(origin + path, { method, headers, ...(body !== '' && { body }) })
    const answer = await handler.fetch(asked)
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body === null) response.end()
    else
      Readable.fromWeb(answer.body as ReadableStream)
        .on('error', () => response.destroy())
        .pipe(response)
  }

  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', origin)
    const { method = 'GET' } = request
    const body = await text(request)
    noted.requests.push({ method, path, authorization: request.headers.authorization ?? '', body })
    if (path === '/behave') {
      Object.assign(behaviour, JSON.parse(body))
      return response.writeHead(200).end('{}')
    }
    if (path === '/mcp') return serve(request, response, body, path).catch(() => response.destroy())
    const reply = authorization.answer(method, path, searchParams, body)
    if (!reply) return response.writeHead(404).end()
    response.writeHead(reply.status, {
      'content-type': 'application/json',
      ...(reply.location && { location: reply.location }),
    })
    return response.end(reply.json === undefined ? '' : JSON.stringify(reply.json))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}/mcp`,
    behaviour,
    noted,
    behave: (part) => Object.assign(behaviour, part),
    forgetTokens: () => authorization.forget(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

if (import.meta.main) console.log((await startMcpPeer(Number(process.argv[2] ?? 4700))).url)
