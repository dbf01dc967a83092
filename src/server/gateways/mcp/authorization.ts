/**
 * How a person signs in to a server: its authorization server is found (RFC 9728, RFC 8414, OpenID Connect discovery) and this
 * installation becomes its client, by a metadata document or by registration (RFC 7591). What comes after is the flow of every account.
 */
import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  registerClient,
} from '@modelcontextprotocol/client'
import { NodeError } from '#nodes/node.ts'
import type { Outbound } from '#server/gateways/outbound.ts'
import { asNodeError } from './errors.ts'
import { createGuardedFetch, type Fetch, MOST_SCOPE } from './guarded-fetch.ts'

type Metadata = NonNullable<Awaited<ReturnType<typeof discoverAuthorizationServerMetadata>>>

/** What a server says about signing in. */
export interface AuthorizationServer {
  issuer: string
  authorize_url: string
  token_url: string
  /** What a token is asked for (RFC 8707). */
  resource: string
  scope: string
  metadata: Metadata
}

interface ClientOfServer {
  client_id: string
  client_secret: string
  /** The secret goes into the header instead of the form. */
  basic: boolean
}

export interface McpAuthorization {
  /** @returns `open` when it takes callers without a sign-in, `unknown` when it does not say how to sign in. @throws NodeError */
  find(url: string, signal: AbortSignal): Promise<AuthorizationServer | 'open' | 'unknown'>
  /** Whether `become` can work. */
  registers(server: AuthorizationServer, client_document: string): boolean
  /** @throws NodeError `mcp_registration` */
  become(server: AuthorizationServer, us: OurClient, signal: AbortSignal): Promise<ClientOfServer>
}

interface OurClient {
  redirect_uri: string
  /** Where our metadata document is (draft-ietf-oauth-client-id-metadata-document); servers fetch it over https. */
  client_document: string
  name: string
}

const MOST_MS = 15_000

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'Chowk', version: '1' } },
})

/** A person is sent there, or a secret: over https, unless the server itself was connected without. @throws NodeError */
function checked(address: string | undefined, server: string): string {
  const url = URL.parse(address ?? '')
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && server.startsWith('http://'))
  if (!url || !isSafe || url.username !== '')
    throw new NodeError('mcp_failed', 'The server names no usable address for signing in.')
  return url.href
}

type Challenge = ReturnType<typeof extractWWWAuthenticateParams>

async function metadataOf(fetch: Fetch, url: string, challenge: Challenge) {
  const { resourceMetadataUrl } = challenge
  const resource = await discoverOAuthProtectedResourceMetadata(
    url,
    resourceMetadataUrl ? { resourceMetadataUrl } : {},
    fetch,
  ).catch(() => null)
  // Servers of 2025-03-26 are their own authorization server.
  const issuer = resource?.authorization_servers?.[0] ?? new URL('/', url).href
  // Those name an issuer of their own choice; without a second party there is none to be mistaken for it.
  const isItself = resource?.authorization_servers?.[0] === undefined
  const metadata = await discoverAuthorizationServerMetadata(issuer, {
    fetchFn: fetch,
    skipIssuerValidation: isItself,
  })
  const usual = metadata === undefined && isItself ? await usualMetadata(fetch, issuer) : null
  return { resource, issuer, metadata: metadata ?? usual }
}

/** RFC 7591 §3.2.2, and what some answer instead. */
const REFUSALS = new Set(['invalid_client_metadata', 'invalid_redirect_uri', 'invalid_request'])

/**
 * Servers of 2025-03-26 without metadata have their endpoints at usual paths. Whether there is one is asked of the endpoint that can be
 * asked without a person: a registration of nothing is refused in the words of OAuth.
 */
async function usualMetadata(fetch: Fetch, issuer: string): Promise<Metadata | null> {
  const at = (path: string) => new URL(path, issuer).href
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const answer = await fetch(at('/register'), { method: 'POST', headers, body: '{}' })
  const said = answer.status < 500 ? ((await answer.json().catch(() => null)) as Record<string, unknown> | null) : null
  const isRefusal = typeof said?.error === 'string' && REFUSALS.has(said.error)
  if (!isRefusal && typeof said?.client_id !== 'string') return null
  return {
    issuer,
    authorization_endpoint: at('/authorize'),
    token_endpoint: at('/token'),
    registration_endpoint: at('/register'),
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  }
}

/** @returns `unknown` when it does not say how to sign in. @throws NodeError for a sign-in that can't be used */
async function locate(fetch: Fetch, url: string, challenge: Challenge): Promise<AuthorizationServer | 'unknown'> {
  const { resource, issuer, metadata } = await metadataOf(fetch, url, challenge)
  if (!metadata) return 'unknown'
  const named = resource?.resource
  const isOurs = named !== undefined && checkResourceAllowed({ requestedResource: url, configuredResource: named })
  if (named !== undefined && !isOurs)
    throw new NodeError('mcp_failed', 'The server names the sign-in of another server.')
  if (metadata.code_challenge_methods_supported && !metadata.code_challenge_methods_supported.includes('S256'))
    throw new NodeError('mcp_failed', 'The sign-in of this server does not support PKCE.')
  const scopes = challenge.scope ?? resource?.scopes_supported?.join(' ') ?? ''
  return {
    issuer,
    authorize_url: checked(metadata.authorization_endpoint, url),
    token_url: checked(metadata.token_endpoint, url),
    resource: named ?? url,
    scope: scopes.slice(0, MOST_SCOPE),
    metadata,
  }
}

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} })

/** Some servers let anyone begin, and ask for a sign-in at the first question. @returns null where no one asks for one */
async function findRefusal(fetch: Fetch, url: string): Promise<Response | null> {
  const send = async (body: string, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more }
    const answer = await fetch(url, { method: 'POST', headers, body })
    await answer.body?.cancel()
    return answer
  }
  const isRefused = ({ status }: Response) => status === 401 || status === 403
  const first = await send(INITIALIZE)
  if (isRefused(first)) return first
  const session = first.headers.get('mcp-session-id')
  const second = await send(LIST, {
    'mcp-protocol-version': '2025-06-18',
    ...(session && { 'mcp-session-id': session }),
  })
  return isRefused(second) ? second : null
}

export function createMcpAuthorization({ open }: Pick<Outbound, 'open'>): McpAuthorization {
  const fetchOf = (signal: AbortSignal) =>
    createGuardedFetch({ open, signal, most_ms: MOST_MS, standing_streams: true })
  const isDocumentTaken = ({ metadata }: AuthorizationServer, document: string) =>
    document.startsWith('https://') && metadata.client_id_metadata_document_supported === true
  return {
    async find(url, signal) {
      try {
        const fetch = fetchOf(signal)
        const refusal = await findRefusal(fetch, url)
        return refusal === null ? 'open' : await locate(fetch, url, extractWWWAuthenticateParams(refusal))
      } catch (error) {
        throw asNodeError(error)
      }
    },
    registers: (server, document) =>
      isDocumentTaken(server, document) || server.metadata.registration_endpoint !== undefined,
    async become(server, { redirect_uri, client_document, name }, signal) {
      if (isDocumentTaken(server, client_document))
        return { client_id: client_document, client_secret: '', basic: false }
      const { metadata, issuer } = server
      if (metadata.registration_endpoint === undefined)
        throw new NodeError('mcp_registration', 'This server does not register clients. Enter a client ID of your own.')
      const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      const method =
        ['none', 'client_secret_post', 'client_secret_basic'].find((one) => methods.includes(one)) ?? 'none'
      try {
        const client = await registerClient(issuer, {
          metadata,
          clientMetadata: {
            client_name: name,
            redirect_uris: [redirect_uri],
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
            token_endpoint_auth_method: method,
            ...(server.scope !== '' && { scope: server.scope }),
          },
          fetchFn: fetchOf(signal),
        })
        const { client_id, client_secret = '', token_endpoint_auth_method } = client
        return { client_id, client_secret, basic: (token_endpoint_auth_method ?? method) === 'client_secret_basic' }
      } catch (error) {
        const { code } = asNodeError(error)
        if (code !== 'mcp_failed') throw asNodeError(error)
        throw new NodeError(
          'mcp_registration',
          'The server refused to register this installation. Enter a client ID of your own.',
        )
      }
    },
  }
}
