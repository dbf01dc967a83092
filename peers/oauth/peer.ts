/**
 * A stand-in for Google and GitHub that speaks what they speak: OpenID Connect with discovery, account chooser, signed id tokens
 * and PKCE under /google, OAuth with a user API under /github. It can be told to misbehave (`POST /behave`).
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Behaviour, createState, type Person, type State } from './behaviour.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { generic } from './lasting.ts'
import type { Answer, Asked } from './message.ts'

export interface OAuthPeer {
  url: string
  /** Who can be chosen, at both. */
  people: Person[]
  state: State
  behave(behaviour: Partial<Behaviour>): void
  close(): Promise<void>
}

async function read(request: IncomingMessage, url: string): Promise<Asked> {
  let body = ''
  for await (const chunk of request) body += chunk
  const address = new URL(request.url ?? '/', url)
  const isJson = request.headers['content-type']?.includes('json') ?? false
  return {
    method: request.method ?? 'GET',
    path: address.pathname,
    query: address.searchParams,
    form: isJson ? new URLSearchParams() : new URLSearchParams(body),
    json: isJson ? JSON.parse(body) : null,
    bearer: /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null,
    key: [request.headers['idempotency-key']].flat()[0] ?? null,
  }
}

/** What scripts it: `POST /behave` takes a part of `Behaviour`, `POST /people` further people to choose from. */
function scripted(state: State, { method, path, json }: Asked): Answer | null {
  if (method !== 'POST') return null
  if (path === '/behave') Object.assign(state.behaviour, json)
  else if (path === '/people') state.people.push(...(json as Person[]))
  else return null
  return { status: 200, json: { done: true } }
}

async function answer(state: State, asked: Asked): Promise<Answer> {
  const script = scripted(state, asked)
  if (script) return script
  if (state.behaviour.slow_ms > 0) await new Promise((resolve) => setTimeout(resolve, state.behaviour.slow_ms))
  if (state.behaviour.down) return { status: 500, text: '<h1>Server error</h1>' }
  if (asked.path.startsWith('/google/')) return google(state, asked)
  if (asked.path.startsWith('/generic/')) return generic(state, asked)
  if (asked.path.startsWith('/github/')) return github(state, asked)
  return { status: 404, text: 'Not found' }
}

/** @param port 0 takes any free one */
export async function startOAuthPeer(port = 0): Promise<OAuthPeer> {
  // Requests may come before the keys are made: they wait.
  const made = Promise.withResolvers<State>()
  const server: Server = createServer(async (request, response) => {
    try {
      const state = await made.promise
      const { status, json, html, text, location } = await read(request, state.url)
        .then((asked) => answer(state, asked))
        .catch((error: unknown): Answer => ({ status: 400, json: { error: 'invalid_request', detail: String(error) } }))
      const type = json !== undefined ? 'application/json' : html !== undefined ? 'text/html' : 'text/plain'
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...(location && { location }) })
      response.end(json !== undefined ? JSON.stringify(json) : (html ?? text ?? ''))
    } catch {
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state = await createState(url)
  made.resolve(state)
  return {
    url,
    people: state.people,
    state,
    behave: (behaviour) => Object.assign(state.behaviour, behaviour),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
