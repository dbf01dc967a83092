/** OpenID Connect as Google does it. */
import { exportJWK, SignJWT } from 'jose'
import { chooser, chosen, random, redeem, type State } from './behaviour.ts'
import { lasting, refreshed } from './lasting.ts'
import type { Answer, Asked } from './message.ts'

const KEY = 'peer-1'

async function idToken(state: State, given: NonNullable<ReturnType<typeof redeem>>): Promise<string> {
  const { id_token } = state.behaviour
  const now = Math.floor(Date.now() / 1000) - (id_token === 'expired' ? 7200 : 0)
  const { person } = given
  return new SignJWT({
    email: person.email,
    email_verified: person.verified && !state.behaviour.unverified,
    name: person.name,
    nonce: id_token === 'other_nonce' ? random() : given.nonce,
  })
    .setProtectedHeader({ alg: 'RS256', kid: KEY })
    .setSubject(`google-${person.id}`)
    .setIssuer(id_token === 'other_issuer' ? 'https://evil.example' : `${state.url}/google`)
    .setAudience(id_token === 'other_audience' ? 'somebody else' : given.client_id)
    .setIssuedAt(now)
    .setExpirationTime(now + 3600)
    .sign((id_token === 'forged' ? state.forger : state.keys).privateKey)
}

export async function google(state: State, { method, path, query, form, bearer, json, key }: Asked): Promise<Answer> {
  const at = `${state.url}/google`
  if (path === '/google/.well-known/openid-configuration')
    return {
      status: 200,
      json: {
        issuer: at,
        authorization_endpoint: state.behaviour.signs_in_at ?? `${at}/authorize`,
        token_endpoint: `${at}/token`,
        userinfo_endpoint: `${at}/userinfo`,
        jwks_uri: `${at}/jwks`,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      },
    }
  if (path === '/google/jwks')
    return {
      status: 200,
      json: { keys: [{ ...(await exportJWK(state.keys.publicKey)), kid: KEY, alg: 'RS256', use: 'sig' }] },
    }
  if (path === '/google/authorize') {
    // A workspace whose provider it is names the person instead of having one chosen.
    const signsIn =
      query.get('scope') === 'openid email profile' &&
      (query.get('prompt') === 'select_account' || query.has('login_hint'))
    const sendsMail =
      query.get('scope') === 'https://www.googleapis.com/auth/gmail.send' &&
      query.get('access_type') === 'offline' &&
      query.get('prompt') === 'consent'
    const fits = signsIn || sendsMail
    return fits ? { status: 200, html: chooser(state, 'google', query) } : { status: 400, text: 'invalid_scope' }
  }
  if (path === '/google/choose') return { status: 302, location: chosen(state, 'google', query) }
  if (path === '/google/token' && method === 'POST') {
    if (form.get('grant_type') === 'refresh_token' || !form.has('code')) return refreshed(state, form)
    const given = redeem(state, 'google', form)
    if (!given) return { status: 400, json: { error: 'invalid_grant' } }
    if (given.nonce === '') return { status: 200, json: lasting(state, given) }
    const access_token = random()
    state.tokens.set(access_token, given)
    const id_token = state.behaviour.id_token === 'absent' ? undefined : await idToken(state, given)
    return { status: 200, json: { access_token, token_type: 'Bearer', expires_in: 3600, id_token } }
  }
  if (path === '/google/gmail/v1/users/me/messages/send' && method === 'POST') return send(state, bearer, json, key)
  if (path === '/google/userinfo') {
    const person = state.tokens.get(bearer ?? '')?.person
    if (!person) return { status: 401, json: { error: 'invalid_token' } }
    return { status: 200, json: { sub: `google-${person.id}`, email: person.email, email_verified: person.verified } }
  }
  return { status: 404, text: 'Not found' }
}

/** https://developers.google.com/gmail/api/reference/rest/v1/users.messages/send */
function send(state: State, bearer: string | null, json: unknown, key: string | null): Answer {
  if (!state.tokens.has(bearer ?? ''))
    return { status: 401, json: { error: { code: 401, message: 'Invalid Credentials' } } }
  const { raw } = json as { raw: string }
  state.sent.push({ raw: Buffer.from(raw, 'base64url').toString(), key })
  return { status: 200, json: { id: `m${state.sent.length}`, threadId: 't1', labelIds: ['SENT'] } }
}
