/** The authorization server of the stand-in: RFC 9728, 8414, 7591, 7636 and 8707, with refresh tokens that change each time. */
import { createHash, randomBytes } from 'node:crypto'
import type { Behaviour } from './behaviour.ts'

const word = () => randomBytes(18).toString('base64url')

interface Code {
  client_id: string
  redirect_uri: string
  challenge: string
  resource: string
}

export interface Reply {
  status: number
  json?: unknown
  location?: string
}

const refusal = (error: string): Reply => ({ status: 400, json: { error } })

function metadata(url: string, path: string): Reply | null {
  if (path.startsWith('/.well-known/oauth-protected-resource'))
    return {
      status: 200,
      json: { resource: `${url}/mcp`, authorization_servers: [url], scopes_supported: ['notes'] },
    }
  if (!path.startsWith('/.well-known/oauth-authorization-server')) return null
  return {
    status: 200,
    json: {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      registration_endpoint: `${url}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: ['notes'],
    },
  }
}

export function createAuthorization(url: () => string, behaviour: Behaviour) {
  const clients = new Map<string, string[]>()
  const codes = new Map<string, Code>()
  const access = new Map<string, number>()
  /** Scopes that people agreed to. */
  const agreed = new Set<string>()
  const refresh = new Set<string>()

  const tokens = (): Reply => {
    const [access_token, refresh_token] = [`at-${word()}`, `rt-${word()}`]
    access.set(access_token, Date.now() + behaviour.token_s * 1000)
    refresh.add(refresh_token)
    return { status: 200, json: { access_token, refresh_token, token_type: 'Bearer', expires_in: behaviour.token_s } }
  }

  const authorize = (query: URLSearchParams): Reply => {
    const [client_id, redirect_uri] = [query.get('client_id') ?? '', query.get('redirect_uri') ?? '']
    if (!clients.get(client_id)?.includes(redirect_uri)) return refusal('invalid_client')
    if (query.get('code_challenge_method') !== 'S256') return refusal('invalid_request')
    for (const scope of (query.get('scope') ?? '').split(' ')) agreed.add(scope)
    const code = word()
    codes.set(code, {
      client_id,
      redirect_uri,
      challenge: query.get('code_challenge') ?? '',
      resource: query.get('resource') ?? '',
    })
    const back = new URL(redirect_uri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    return { status: 302, location: back.href }
  }

  const exchange = (form: URLSearchParams): Reply => {
    if (form.get('grant_type') === 'refresh_token') {
      const given = form.get('refresh_token') ?? ''
      if (behaviour.revoked || !refresh.delete(given)) return refusal('invalid_grant')
      return tokens()
    }
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (code?.challenge !== proof || code.redirect_uri !== form.get('redirect_uri')) return refusal('invalid_grant')
    // RFC 8707: a token is for the server it was asked for.
    if (code.resource !== `${url()}/mcp` || form.get('resource') !== code.resource) return refusal('invalid_target')
    return tokens()
  }

  return {
    allows: (scope: string) => agreed.has(scope),
    isGood: (token: string) => !behaviour.tokens_forgotten && (access.get(token) ?? 0) > Date.now(),
    /** Tokens given so far are not good any more. */
    forget: () => access.clear(),
    answer(method: string, path: string, query: URLSearchParams, body: string): Reply | null {
      if (path.startsWith('/.well-known/'))
        return behaviour.sign_in === 'oauth' && !behaviour.unsaid ? metadata(url(), path) : null
      if (path === '/register' && method === 'POST' && behaviour.sign_in === 'oauth') {
        const asked = JSON.parse(body) as { redirect_uris?: string[] }
        if (!asked.redirect_uris) return refusal('invalid_redirect_uri')
        const client_id = `client-${word()}`
        clients.set(client_id, asked.redirect_uris)
        return { status: 201, json: { ...asked, client_id, token_endpoint_auth_method: 'none' } }
      }
      if (path === '/authorize') return authorize(query)
      if (path === '/token' && method === 'POST') return exchange(new URLSearchParams(body))
      return null
    },
  }
}
