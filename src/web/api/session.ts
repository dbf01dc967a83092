/**
 * Who is signed in, as the state machine of specification §4.
 *
 * `loading` until the provider has said who is there, and while their user record is fetched; then `initialized`. On every change of
 * identity: nobody clears the user; somebody triggers a fresh token and a fetch of the user (15 s). When the server answers
 * not-ok the fallback user stands in and 'Setting up your account' shows. When there is no answer, or no token in time, the
 * user is cleared and 'Connection Issue' shows. A fetch overtaken by a newer change is ignored.
 */
import type { Role } from '#contract/access.ts'
import { FALLBACK_PERMISSIONS } from '#contract/access.ts'
import { LIMITS } from '#contract/limits.ts'
import type { IDENTITY_TOASTS } from '#contract/messages.ts'
import { createStore } from '#web/lib/store.ts'
import { ApiError } from './api-error.ts'
import type { Identity, IdentityProvider } from './identity.ts'

/** What the screens know of the signed-in user. */
export interface SessionUser {
  id: string
  email: string
  display_name: string
  role: Role
  avatar_url: string | null
  permissions: readonly string[]
  groups: readonly string[]
  platform_access: readonly string[]
  /** Stands in while the server cannot say who this is; it grants nothing there. */
  is_fallback: boolean
}

export interface Session {
  phase: 'loading' | 'initialized'
  identity: Identity | null
  user: SessionUser | null
  /** Between Sign Out and its landing page: guards wait instead of sending to the login. */
  leaving: boolean
}

/** By name: the words are fetched when one is shown. */
export type IdentityToast = keyof typeof IDENTITY_TOASTS

export interface SessionPorts {
  provider: IdentityProvider
  /** The current-user call. Throws ApiError. */
  fetchUser: (signal: AbortSignal) => Promise<Omit<SessionUser, 'is_fallback'>>
  toast: (toast: IdentityToast) => void
  /** Calls back after ms; answers how to cancel. */
  later: (ms: number, act: () => void) => () => void
  /** Somebody is signed in now, or nobody. */
  changed: (someone: boolean) => void
  /** The user of this browser changed: everything cached for the last one must go. */
  cleared: () => void
  /** Somebody was signed in here last time. Without it a visitor's page does not wait for the provider's first answer. */
  expected: boolean
}

/** A load that takes longer than this says so. */
const SLOW_MS = 2000

/** §3: shown while the backend rejects the user call. */
export const fallbackUser = (identity: Identity): SessionUser => ({
  id: identity.subject,
  email: identity.email,
  display_name: identity.display_name || identity.email.split('@')[0] || 'User',
  role: 'basic_user',
  avatar_url: null,
  permissions: FALLBACK_PERMISSIONS,
  groups: [],
  platform_access: [],
  is_fallback: true,
})

/** The user of an identity; the fallback when the server says no, null when it says nothing or the load was overtaken. */
async function loadUser(ports: SessionPorts, identity: Identity, signal: AbortSignal): Promise<SessionUser | null> {
  try {
    const token = await ports.provider.token(false)
    if (token === null) throw new Error('No token')
    return { ...(await ports.fetchUser(signal)), is_fallback: false }
  } catch (error) {
    if (signal.aborted) return null
    const rejected = error instanceof ApiError && error.status !== null
    ports.toast(rejected ? 'setting_up' : 'connection')
    return rejected ? fallbackUser(identity) : null
  }
}

export function createSession(ports: SessionPorts) {
  const phase = ports.expected ? 'loading' : 'initialized'
  const store = createStore<Session>({ phase, identity: null, user: null, leaving: false })
  const first = Promise.withResolvers<void>()
  let heard = false
  let running: AbortController | null = null

  const changed = async (identity: Identity | null) => {
    running?.abort()
    const before = store.get()
    const fresh = !heard && ports.expected
    heard = true
    ports.changed(identity !== null)
    if (!fresh && before.identity?.subject !== identity?.subject) ports.cleared()
    if (identity === null) {
      store.set({ phase: 'initialized', identity: null, user: null, leaving: before.leaving })
      first.resolve()
      return
    }
    const controller = new AbortController()
    running = controller
    store.set({ phase: 'loading', identity, user: null, leaving: false })
    first.resolve()
    const cancel = ports.later(SLOW_MS, () => ports.toast('loading'))
    const user = await loadUser(ports, identity, controller.signal)
    cancel()
    if (!controller.signal.aborted) store.set({ phase: 'initialized', identity, user, leaving: false })
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Begins to follow the provider; answers how to stop. */
    start: () => ports.provider.onChange((identity) => void changed(identity)),
    /** Resolves once a token can be asked for: at once for a visitor, else with the provider's first answer. */
    heard: () => (ports.expected ? first.promise : Promise.resolve()),
    /** Resolves once nothing is loading, with the session as it then is; `sure` waits for the provider's first answer. */
    settled: async (sure: boolean): Promise<Session> => {
      if (sure) await first.promise
      return new Promise<Session>((resolve) => {
        const done = () => {
          const session = store.get()
          if (session.phase === 'loading') return
          stop()
          resolve(session)
        }
        const stop = store.subscribe(done)
        done()
      })
    },
    /** §4, manual refresh: a fresh token and the user again; null on failure, which changes nothing. */
    refresh: async (): Promise<SessionUser | null> => {
      const { identity } = store.get()
      if (identity === null) return null
      try {
        if ((await ports.provider.token(true)) === null) return null
        const fetched = await ports.fetchUser(AbortSignal.timeout(LIMITS.timeouts.user_fetch))
        const user = { ...fetched, is_fallback: false }
        if (store.get().identity === identity) store.set({ ...store.get(), user })
        return user
      } catch {
        return null
      }
    },
    /**
     * §2.5. Throws when the provider could not sign out: the page then forgets the user all the same, because leaving is what
     * was asked for, but the browser still holds the session and a reload brings the user back.
     */
    logout: async () => {
      store.set({ ...store.get(), leaving: true })
      try {
        await ports.provider.signOut()
      } catch (error) {
        ports.cleared()
        store.set({ phase: 'initialized', identity: null, user: null, leaving: true })
        throw error
      }
    },
    /** The landing page of Sign Out is reached. */
    left: () => store.set({ ...store.get(), leaving: false }),
  }
}
