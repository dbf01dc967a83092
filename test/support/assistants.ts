/** An assistant of a test: registers, asks a person, exchanges what it gets, and calls tools, by the letters of the RFCs. */
import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Person, TestApp } from './app.ts'

export const ORIGIN = 'https://chowk.example'
export const BACK = 'https://assistant.example/callback'
export const AUTHORIZATION = '/api/v1/assistants/authorization'

export interface Proof {
  verifier: string
  challenge: string
}
export function proof(): Proof {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The query with which an assistant opens the page of consent; null leaves a parameter out. */
export function queryOf(client_id: string, { challenge }: Proof, changes: Record<string, string | null> = {}): string {
  const parameters = {
    response_type: 'code',
    client_id,
    redirect_uri: BACK,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: `${ORIGIN}/mcp/services`,
    scope: 'read run',
    state: 'a state',
    ...changes,
  }
  const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== null)
  return new URLSearchParams(given).toString()
}

export interface Connected {
  client: string
  access: string
  refresh: string
}

interface SendOptions {
  body?: object
  form?: object
  token?: string
  ip?: string
}

/** Registrations are limited for each network: every one of a test comes from another. */
let networks = 0
const anotherNetwork = () => `198.18.${(networks >> 8) & 255}.${networks++ & 255}`

export function assistantsOf(test: () => TestApp) {
  async function send(
    method: 'GET' | 'POST',
    url: string,
    { body, form, token, ip = '203.0.113.9' }: SendOptions = {},
  ) {
    const response = await test().app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: {
        host: 'chowk.example',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(body && { accept: 'application/json, text/event-stream' }),
      },
      ...(body && { payload: body }),
      ...(form && { payload: new URLSearchParams(form as Record<string, string>).toString() }),
    })
    const text = response.body
    const read = text.startsWith('{') ? JSON.parse(text) : null
    return { status: response.statusCode, headers: response.headers, text, body: read }
  }

  const register = (metadata: object = {}, ip = anotherNetwork()) =>
    send('POST', '/oauth/register', { body: { client_name: 'Claude', redirect_uris: [BACK], ...metadata }, ip })
  const newClient = async (metadata: object = {}): Promise<string> => (await register(metadata)).body.client_id

  const look = (as: Person | null, request: string, headers = {}) =>
    test().call('GET', AUTHORIZATION, { as, query: { request }, headers })
  const agree = (as: Person | null, request: string, digest: string, scopes = ['read', 'run'], headers = {}) =>
    test().call('POST', AUTHORIZATION, { as, body: { request, digest, scopes }, headers })

  /** The address that the browser goes back to. */
  async function agreed(person: Person, request: string, scopes = ['read', 'run']): Promise<URL> {
    const { body, status } = await look(person, request)
    expect([status, body.data?.refusal]).toEqual([200, null])
    const answer = await agree(person, request, body.data.digest, scopes)
    expect(answer.status).toBe(200)
    return new URL(answer.body.data.redirect_to)
  }

  const token = (form: object) => send('POST', '/oauth/token', { form })
  const exchange = (client_id: string, { verifier }: Proof, code: string, changes: object = {}) =>
    token({
      grant_type: 'authorization_code',
      client_id,
      code,
      redirect_uri: BACK,
      code_verifier: verifier,
      ...changes,
    })
  const refresh = (client_id: string, refresh_token: string, changes: object = {}) =>
    token({ grant_type: 'refresh_token', client_id, refresh_token, ...changes })

  async function connect(
    person: Person,
    changes: Record<string, string | null> = {},
    client?: string,
  ): Promise<Connected> {
    const id = client ?? (await newClient())
    const pkce = proof()
    const back = await agreed(person, queryOf(id, pkce, changes), (changes.scope ?? 'read run').split(' '))
    const { status, body } = await exchange(id, pkce, back.searchParams.get('code') ?? '')
    expect(status).toBe(200)
    return { client: id, access: body.access_token, refresh: body.refresh_token }
  }

  const rpc = (access: string | null, method = 'tools/list', params: object = {}, path = '/mcp/services') =>
    send('POST', path, { body: { jsonrpc: '2.0', id: 1, method, params }, ...(access && { token: access }) })
  const resultOf = ({ text }: { text: string }) =>
    JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}')).result
  const works = async (access: string) => (await rpc(access)).status

  return { send, register, newClient, look, agree, agreed, token, exchange, refresh, connect, rpc, resultOf, works }
}
