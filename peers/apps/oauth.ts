/** Signing in at an app as RFC 6749 and RFC 7636 have it: a page on which a person agrees, codes, and refresh tokens that are used once. */
import { createHash, randomBytes } from 'node:crypto'
import type { Answer, Asked } from '#peers/oauth/message.ts'

interface Agreed {
  client_id: string
  redirect_uri: string
  challenge: string
  scope: string
}

export interface Tokens {
  codes: Map<string, Agreed>
  access: Map<string, Agreed>
  refresh: Map<string, Agreed>
  /** How often a fresh token was asked for. */
  refreshes: number
}

export const createTokens = (): Tokens => ({ codes: new Map(), access: new Map(), refresh: new Map(), refreshes: 0 })

/** Seconds. */
const LASTS = 3600

const random = (): string => randomBytes(24).toString('base64url')

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[found] ?? '')

/** The page on which a person agrees, or does not. */
function page(query: URLSearchParams): Answer {
  const link = (choice: string) => escaped(`/consent/${choice}?${query}`)
  const scopes = (query.get('scope') ?? '').split(' ').map((scope) => `<li>${escaped(scope)}</li>`)
  return {
    status: 200,
    html: `<!doctype html><title>Sign in</title><h1>Choose what to allow</h1><ul>${scopes.join('')}</ul><a href="${link('allow')}">Allow</a> <a href="${link('deny')}">Cancel</a>`,
  }
}

function back({ codes }: Tokens, choice: string, query: URLSearchParams): Answer {
  const to = new URL(query.get('redirect_uri') ?? '')
  to.searchParams.set('state', query.get('state') ?? '')
  if (choice !== 'allow') to.searchParams.set('error', 'access_denied')
  else {
    const code = random()
    codes.set(code, {
      client_id: query.get('client_id') ?? '',
      redirect_uri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
      scope: query.get('scope') ?? '',
    })
    to.searchParams.set('code', code)
  }
  return { status: 302, location: to.href }
}

function given(tokens: Tokens, agreed: Agreed): Answer {
  const [access_token, refresh_token] = [random(), random()]
  tokens.access.set(access_token, agreed)
  tokens.refresh.set(refresh_token, agreed)
  const { scope } = agreed
  return { status: 200, json: { access_token, refresh_token, token_type: 'Bearer', expires_in: LASTS, scope } }
}

/** The client secret is "secret of " and the client's id. */
function token(tokens: Tokens, form: URLSearchParams): Answer {
  const refused: Answer = { status: 400, json: { error: 'invalid_grant' } }
  const isFresh = form.get('grant_type') === 'refresh_token'
  const from = isFresh ? tokens.refresh : tokens.codes
  const key = form.get(isFresh ? 'refresh_token' : 'code') ?? ''
  const agreed = from.get(key)
  // Neither a code nor a refresh token is taken twice.
  from.delete(key)
  if (isFresh) tokens.refreshes++
  if (!agreed || form.get('client_secret') !== `secret of ${agreed.client_id}`) return refused
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (!isFresh && (challenge !== agreed.challenge || form.get('redirect_uri') !== agreed.redirect_uri)) return refused
  return given(tokens, agreed)
}

/** Null for what is no part of signing in. */
export function signIn(tokens: Tokens, { method, path, query, form }: Asked): Answer | null {
  if (path === '/o/oauth2/v2/auth') return page(query)
  if (path.startsWith('/consent/')) return back(tokens, path.slice('/consent/'.length), query)
  if (path === '/token' && method === 'POST') return token(tokens, form)
  return null
}
