/**
 * Our client of MCP servers as the official conformance tests want it: a program that is given the address of a server, signs in when it
 * has to, and calls every tool. Started by `campaigns/mcp-conformance.ts`.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { type AuthorizationServer, createMcpAuthorization } from '#server/gateways/mcp/authorization.ts'
import type { HttpTarget } from '#server/gateways/mcp/connection.ts'
import { ScopeNeeded } from '#server/gateways/mcp/errors.ts'
import { createMcpGateway } from '#server/gateways/mcp/mcp.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { createOAuth } from '#server/gateways/vault/oauth.ts'
import { noPackages } from '#test/support/no-packages.ts'

const url = process.argv.at(-1) ?? ''
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as {
  client_id?: string
  client_secret?: string
}
const redirect_uri = 'http://localhost:3000/callback'
// The servers of the tests are on this machine, at ports that no one knows before.
const allow = Array.from({ length: 65_535 }, (_, port) => [`localhost:${port + 1}`, `127.0.0.1:${port + 1}`]).flat()
const outbound = createOutbound({ allow })
const gateway = createMcpGateway({ ...outbound, run: noPackages })
const authorization = createMcpAuthorization(outbound)
const signal = AbortSignal.timeout(25_000)

async function clientOf(server: AuthorizationServer) {
  const { client_id, client_secret = '' } = context
  if (client_id !== undefined) {
    const methods = server.metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return { client_id, client_secret, basic: methods.includes('client_secret_basic') }
  }
  const client_document = 'https://conformance-test.local/client-metadata.json'
  return authorization.become(server, { redirect_uri, client_document, name: 'Chowk' }, signal)
}

/** The flow of a person, whom the test service sends back at once. @returns the access token */
async function signIn(more = ''): Promise<string> {
  const server = await authorization.find(url, signal)
  if (typeof server === 'string') throw new Error(`Nothing to sign in to: ${server}`)
  const scope = [...new Set(`${server.scope} ${more}`.split(' ').filter(Boolean))].join(' ')
  const client = await clientOf(server)
  const resource = JSON.stringify({ resource: server.resource })
  const fields = {
    authorize_url: server.authorize_url,
    token_url: server.token_url,
    scope,
    client_id: client.client_id,
    client_secret: client.client_secret,
    authorize_parameters: resource,
    token_parameters: resource,
    ...(client.basic && { client_authentication: 'basic' }),
  }
  const secret = { id: 'x', type: 'app_account' as const, name: 'x', owner_id: 'x' as UserId, fields }
  const oauth = createOAuth({ http: outbound.http, gmail: null, redirect_uri, findApplication: async () => null })
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const page = await fetch(await oauth.authorizeUrl(secret, 'state', challenge), { redirect: 'manual' })
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return (await oauth.exchange(secret, code, verifier)).access_token
}

/** What a person answers who leaves every field as it is. */
const ANSWERS = [{ message: 'Test client default value handling - please accept with defaults', values: {} }]

const plain: HttpTarget = { id: 'conformance', url, transport: 'http', headers: {}, secrets: [] }

async function withSignIn(): Promise<HttpTarget> {
  try {
    await gateway.describe(plain, signal)
    return plain
  } catch (error) {
    if (!(error instanceof NodeError) || !['mcp_unauthorized', 'mcp_refused'].includes(error.code)) throw error
    const more = error instanceof ScopeNeeded ? error.scope : ''
    return { ...plain, headers: { authorization: `Bearer ${await signIn(more)}` } }
  }
}

/** A person who agrees each time a server asks for more, and gives up on one that is never content. */
async function agreeing<T>(work: (target: HttpTarget) => Promise<T>): Promise<T> {
  for (let left = MOST_SIGN_INS; ; left--)
    try {
      return await work(target)
    } catch (error) {
      if (!(error instanceof ScopeNeeded) || left === 0) throw error
      target = {
        ...plain,
        id: `conformance-${left}`,
        headers: { authorization: `Bearer ${await signIn(error.scope)}` },
      }
    }
}

const MOST_SIGN_INS = 2
let target = await withSignIn()
const { tools } = await agreeing((one) => gateway.describe(one, signal))
for (const { name } of tools) {
  const input: JsonObject = name === 'add_numbers' ? { a: 5, b: 3 } : {}
  await agreeing((one) => gateway.call(one, { tool: name, input, signal, answers: ANSWERS }))
}
gateway.close()
outbound.close()
process.exit(0)
