/** Accounts that stay connected: refresh tokens (RFC 6749 §6), and a service that is no known one, under /generic. */
import { chooser, chosen, type Given, random, redeem, type State } from './behaviour.ts'
import type { Answer, Asked } from './message.ts'

/** An access token that ends, and a refresh token that does not. */
export function lasting(state: State, given: Given): { [name: string]: string | number } {
  const [access_token, refresh_token] = [random(), random()]
  state.tokens.set(access_token, given)
  state.refresh_tokens.set(refresh_token, given)
  return { access_token, refresh_token, token_type: 'Bearer', expires_in: state.behaviour.expires_in }
}

/** A fresh access token; the refresh token stays, as it does at Google. */
export function refreshed(state: State, form: URLSearchParams): Answer {
  state.refreshes++
  const given = state.refresh_tokens.get(form.get('refresh_token') ?? '')
  if (!given || state.behaviour.revoked || form.get('client_secret') !== `secret of ${given.client_id}`)
    return { status: 400, json: { error: 'invalid_grant' } }
  const access_token = random()
  state.tokens.set(access_token, given)
  return { status: 200, json: { access_token, token_type: 'Bearer', expires_in: state.behaviour.expires_in } }
}

export function generic(state: State, { method, path, query, form, bearer }: Asked): Answer {
  if (path === '/generic/authorize') return { status: 200, html: chooser(state, 'generic', query) }
  if (path === '/generic/choose') return { status: 302, location: chosen(state, 'generic', query) }
  if (path === '/generic/token' && method === 'POST') {
    if (state.behaviour.moved_to !== null) return { status: 307, location: state.behaviour.moved_to }
    if (form.get('grant_type') === 'refresh_token') return refreshed(state, form)
    const given = redeem(state, 'generic', form)
    if (!given) return { status: 400, json: { error: 'invalid_grant' } }
    // Some services tell more than the standard with the token.
    const told = { api_domain: 'https://lamps.example.org', api_key: random(), more: { nested: true } }
    return { status: 200, json: { ...lasting(state, given), ...told } }
  }
  if (path === '/generic/me') {
    const person = state.tokens.get(bearer ?? '')?.person
    return person
      ? { status: 200, json: { email: person.email, bearer } }
      : { status: 401, json: { error: 'invalid_token' } }
  }
  return { status: 404, text: 'Not found' }
}
