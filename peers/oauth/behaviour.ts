/** Who can be chosen, how the peer misbehaves, and the codes and tokens it gave out. */
import { createHash, randomBytes } from 'node:crypto'
import { generateKeyPair } from 'jose'

export interface Person {
  id: number
  login: string
  name: string
  email: string
  verified: boolean
}

export interface Behaviour {
  /** Comes back with another state than it was sent. */
  wrong_state: boolean
  /** The person says no, whatever they press. */
  denied: boolean
  /** Says that no address is verified. */
  unverified: boolean
  /** Waits before every answer. */
  slow_ms: number
  /** Answers 500 to everything. */
  down: boolean
  /** Answers the token endpoint with its refusal. */
  refuse_code: boolean
  /** Takes refresh tokens for ended. */
  revoked: boolean
  /** Seconds an access token of a connected account lasts. */
  expires_in: number
  /** Answers the token endpoint by sending elsewhere. */
  moved_to: string | null
  /** Says that people sign in at this address. */
  signs_in_at: string | null
  /** The id token is signed by somebody else, for another client, by another issuer, for another sign-in, long ago. */
  id_token: 'right' | 'forged' | 'other_audience' | 'other_issuer' | 'other_nonce' | 'expired' | 'absent'
}

export const BEHAVES: Behaviour = {
  wrong_state: false,
  denied: false,
  unverified: false,
  slow_ms: 0,
  down: false,
  refuse_code: false,
  revoked: false,
  expires_in: 3600,
  moved_to: null,
  signs_in_at: null,
  id_token: 'right',
}

export type Provider = 'google' | 'github' | 'generic'

export interface Given {
  provider: Provider
  person: Person
  client_id: string
  redirect_uri: string
  challenge: string
  nonce: string
}

export interface State {
  url: string
  people: Person[]
  behaviour: Behaviour
  keys: Awaited<ReturnType<typeof generateKeyPair>>
  forger: Awaited<ReturnType<typeof generateKeyPair>>
  codes: Map<string, Given>
  tokens: Map<string, Given>
  refresh_tokens: Map<string, Given>
  /** How often a fresh token was asked for. */
  refreshes: number
  /** Mails that came in at the API of Gmail, as RFC 5322 texts, with the key they came under. */
  sent: { raw: string; key: string | null }[]
}

export async function createState(url: string): Promise<State> {
  return {
    url,
    people: [
      { id: 1, login: 'asha', name: 'Asha Rao', email: 'asha@mail.example', verified: true },
      { id: 2, login: 'ravi', name: 'Ravi Iyer', email: 'ravi@mail.example', verified: true },
    ],
    behaviour: { ...BEHAVES },
    keys: await generateKeyPair('RS256'),
    forger: await generateKeyPair('RS256'),
    codes: new Map(),
    tokens: new Map(),
    refresh_tokens: new Map(),
    refreshes: 0,
    sent: [],
  }
}

export const random = (): string => randomBytes(24).toString('base64url')

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[found] ?? '')

/** The page on which a person chooses an account, or says no. */
export function chooser(state: State, provider: Provider, query: URLSearchParams): string {
  const link = (choice: string) => {
    const next = new URLSearchParams(query)
    next.set('choice', choice)
    return escaped(`/${provider}/choose?${next}`)
  }
  const people = state.people.map(
    ({ id, name, email }) => `<li><a href="${link(String(id))}">${escaped(name)} &lt;${escaped(email)}&gt;</a></li>`,
  )
  return `<!doctype html><title>Choose an account</title><h1>Choose an account</h1><ul>${people.join('')}</ul><a href="${link('deny')}">Cancel</a>`
}

/** Back to the client, with a code or with the refusal. */
export function chosen(state: State, provider: Provider, query: URLSearchParams): string {
  const back = new URL(query.get('redirect_uri') ?? '')
  back.searchParams.set('state', state.behaviour.wrong_state ? random() : (query.get('state') ?? ''))
  const person = state.people.find(({ id }) => String(id) === query.get('choice'))
  if (!person || state.behaviour.denied) back.searchParams.set('error', 'access_denied')
  else {
    const code = random()
    state.codes.set(code, {
      provider,
      person,
      client_id: query.get('client_id') ?? '',
      redirect_uri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
      nonce: query.get('nonce') ?? '',
    })
    back.searchParams.set('code', code)
  }
  return back.href
}

/** Takes a code as RFC 6749 §4.1.3 and RFC 7636 §4.6 want it; null is `invalid_grant`. */
export function redeem(state: State, provider: Provider, form: URLSearchParams): Given | null {
  const code = form.get('code') ?? ''
  const given = state.codes.get(code)
  state.codes.delete(code)
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const fits =
    given?.provider === provider &&
    given.challenge === challenge &&
    given.redirect_uri === form.get('redirect_uri') &&
    given.client_id === form.get('client_id') &&
    form.get('client_secret') === `secret of ${given.client_id}`
  return fits && !state.behaviour.refuse_code ? given : null
}
