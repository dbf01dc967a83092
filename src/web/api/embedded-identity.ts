/** The embedded identity provider: an HttpOnly session cookie, and a short-lived token that the cookie is exchanged for. */
import type { ExternalProvider } from '#contract/accounts/external-providers.ts'
import { ApiError } from './api-error.ts'
import type { Account, EmbeddedMethod, Identity, IdentityProvider } from './identity.ts'
import { IdentityError } from './identity.ts'

/** A token is renewed this long before it ends. */
const EARLY_MS = 60_000
/** Nobody but the owner of the mailbox is told that the address has an account. */
const CHECK_MAILBOX =
  'Check your inbox: we’ve emailed you what to do next. If you already have an account, sign in or reset your password.'

export interface EmbeddedPorts {
  /** Calls the provider's endpoints: no bearer token, only the cookie. Throws ApiError. */
  call: (
    name: 'signIn' | 'signUp' | 'signOut' | 'getSession' | 'getToken' | EmbeddedMethod,
    body?: unknown,
  ) => Promise<unknown>
  /** Signs in through the provider's popup; the cookie is there when it resolves. Throws IdentityError. */
  popup: (provider: ExternalProvider) => Promise<void>
  now: () => number
  /** Tells the other tabs of this browser that who is signed in has changed, and hears it from them. */
  tabs: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null
  /** Whether a user was signed in when the page was last open: then the token is fetched ahead. */
  expected: boolean
}

/** When a JWT ends, in ms since 1970; 0 when it cannot be read, so it is renewed at once. */
export function readExpiry(jwt: string): number {
  try {
    const payload = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 : 0
  } catch {
    return 0
  }
}

/** The failure with the substring that §8's tables match on, or with the provider's own words and problems. */
export function toIdentityError(error: unknown): IdentityError {
  if (!(error instanceof ApiError)) return new IdentityError('unknown', '', [], error)
  if (error.category === 'TIMEOUT') return new IdentityError('timeout', 'timeout', [], error)
  if (error.status === null) return new IdentityError('network', 'network', [], error)
  if (error.status === 429) return new IdentityError('too_many_requests', 'too-many-requests', [], error)
  // A refused sign-in is a 401, and the general words for that status would ask to log in.
  const message = error.problems[0]?.message ?? error.message
  return new IdentityError(error.code ?? 'unknown', message, error.problems, error)
}

const toMailbox = (error: unknown): never => {
  if (!(error instanceof IdentityError) || error.code !== 'invalid_credentials') throw error
  throw new IdentityError('check_mailbox', CHECK_MAILBOX, [], error)
}

const identityOf = (account: Account | null): Identity | null =>
  account && { subject: account.id, email: account.email, display_name: account.display_name || null }

/** The token of the person who is signed in, fetched once for callers that come together. */
function createTokenCache(fetchToken: () => Promise<string>, now: () => number) {
  let kept: { token: string; until: number } | null = null
  let asking: Promise<string | null> | null = null
  /** Goes up whenever another person may be here: a token that was asked for before is not theirs. */
  let person = 0
  const load = async (): Promise<string | null> => {
    const asked = person
    const token = await fetchToken().catch((error: unknown) => {
      if (asked === person) throw error
      return null
    })
    if (asked !== person || token === null) return null
    kept = { token, until: readExpiry(token) - EARLY_MS }
    return token
  }
  return {
    /** Null when the person changed meanwhile. */
    read: async (force: boolean): Promise<string | null> => {
      if (!force && kept && now() < kept.until) return kept.token
      if (asking !== null) return asking
      const own = load().finally(() => {
        if (asking === own) asking = null
      })
      asking = own
      return own
    },
    forget: () => {
      person += 1
      kept = null
      asking = null
    },
  }
}

export function createEmbeddedIdentity(ports: EmbeddedPorts): IdentityProvider {
  const listeners = new Set<(identity: Identity | null) => void>()
  let signedIn = false

  const ask = (...call: Parameters<EmbeddedPorts['call']>) =>
    ports.call(...call).catch((error: unknown) => {
      throw toIdentityError(error)
    })
  const tokens = createTokenCache(async () => ((await ask('getToken')) as { token: string }).token, ports.now)
  /** A session ended elsewhere gives no token any more: then nobody is signed in here either. */
  const ended = (error: unknown) => {
    if (!(error instanceof IdentityError) || error.code !== 'unauthenticated') throw error
    announce(null)
    return null
  }
  const announce = (identity: Identity | null) => {
    signedIn = identity !== null
    if (!signedIn) tokens.forget()
    for (const listener of [...listeners]) listener(identity)
  }
  /** Reads the session the cookie stands for. */
  const look = async (ahead: boolean) => {
    if (ahead) tokens.read(true).catch(() => null)
    const { account } = (await ask('getSession')) as { account: Account | null }
    announce(identityOf(account))
  }
  const enter = async (name: 'signIn' | EmbeddedMethod, body: unknown) => {
    const account = (await ask(name, body)) as Account
    tokens.forget()
    announce(identityOf(account))
    ports.tabs?.postMessage('changed')
  }
  const enterBy = async (provider: ExternalProvider) => {
    await ports.popup(provider)
    tokens.forget()
    await look(false)
    ports.tabs?.postMessage('changed')
  }

  ports.tabs?.addEventListener('message', () => {
    // It may be another person by now: nothing may be asked in their name with the token of who was here before.
    tokens.forget()
    void look(false).catch(() => announce(null))
  })

  return {
    signInWithPassword: (email, password) => enter('signIn', { email, password }),
    createUser: async (email, password, displayName, invitation) => {
      await ask('signUp', { email, password, display_name: displayName, ...(invitation && { invitation }) })
      await enter('signIn', { email, password }).catch(toMailbox)
    },
    enter,
    signInWithGoogle: () => enterBy('google'),
    signInWithGitHub: () => enterBy('github'),
    signOut: async () => {
      await ask('signOut')
      announce(null)
      ports.tabs?.postMessage('changed')
    },
    token: async (force) => {
      while (signedIn) {
        const token = await tokens.read(force).catch(ended)
        if (token !== null) return token
      }
      return null
    },
    onChange: (listener) => {
      listeners.add(listener)
      void look(ports.expected).catch(() => announce(null))
      return () => listeners.delete(listener)
    },
  }
}
