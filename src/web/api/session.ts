/**
 * Who is signed in, as the state machine of specification §4.
 *
 * `loading` until the provider has said who is there, and while their user record is fetched; then `initialized`. On
 * every change of
 * identity: no identity clears the user; an identity triggers a fresh token and a fetch of the user (15 s). When the
 * server answers
 * not-ok, the fallback user is used and 'Setting up your account' shows. When there is no answer, or no token in time,
 * the
 * user is cleared and 'Connection Issue' shows. A fetch overtaken by a newer change is ignored.
 */
import { FALLBACK_PERMISSIONS } from '#contract/core/access.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { IDENTITY_TOASTS } from '#contract/platform/messages.ts'
import { ApiError } from './api-error.ts'
import type { Identity, IdentityProvider } from './identity.ts'
import type { Ended, SessionState, SessionUser } from './session-state.ts'

/** Keys of texts, which are fetched when one is shown. */
export type IdentityToast = keyof typeof IDENTITY_TOASTS

export interface SessionPorts {
  provider: IdentityProvider
  /** The current-user call. Throws ApiError. */
  fetchUser: (signal: AbortSignal) => Promise<Omit<SessionUser, 'is_fallback'>>
  toast: (toast: IdentityToast) => void
  /** Calls back after ms; answers how to cancel. */
  later: (ms: number, act: () => void) => () => void
  /** The signed-in user, or null. */
  changed: (subject: string | null) => void
  /** They are about to sign out: the last moment in which the server takes something of theirs. */
  leaving: () => Promise<void>
  /** The user signs out: nothing of theirs stays in this tab. */
  left: () => void
  /** The user of this browser changed: everything cached for the last one must go. */
  cleared: () => void
  /** A user was signed in here last time. */
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
  preferences: {},
  is_fallback: true,
})

/** The server's answer for an account that may do nothing at all: no fallback applies. */
const REFUSALS: readonly (string | null)[] = ['account_blocked', 'account_inactive']

/** The user of an identity; the fallback when the server says no, null when it says nothing or the load was overtaken. */
async function loadUser(
  ports: SessionPorts,
  identity: Identity,
  signal: AbortSignal,
): Promise<SessionUser | Extract<Ended, { reason: 'blocked' }> | null> {
  try {
    const token = await ports.provider.token(false)
    if (token === null) throw new Error('No token')
    return { ...(await ports.fetchUser(signal)), is_fallback: false }
  } catch (error) {
    if (signal.aborted) return null
    if (error instanceof ApiError && REFUSALS.includes(error.code)) return { reason: 'blocked', text: error.message }
    const rejected = error instanceof ApiError && error.status !== null
    ports.toast(rejected ? 'setting_up' : 'connection')
    return rejected ? fallbackUser(identity) : null
  }
}

export function createSession(ports: SessionPorts, state: SessionState) {
  let heard = false
  let running: AbortController | null = null
  let ended: Ended | null = null

  const changed = async (identity: Identity | null) => {
    running?.abort()
    const before = state.get()
    const fresh = !heard && ports.expected
    heard = true
    ports.changed(identity?.subject ?? null)
    if (!fresh && before.identity?.subject !== identity?.subject) ports.cleared()
    if (identity === null) {
      if (before.identity !== null && !before.leaving) ended ??= { reason: 'session_ended' }
      // A visitor was taken for one already: told again, all of the page would be rendered once more, in one piece.
      if (before.phase !== 'initialized' || before.identity !== null || before.ended !== (ended ?? undefined))
        state.set({
          phase: 'initialized',
          identity: null,
          user: null,
          leaving: before.leaving,
          ...(ended && { ended }),
        })
      state.answered()
      return
    }
    ended = null
    const controller = new AbortController()
    running = controller
    // The shell that came with the page stays until it is known whose it is.
    const { role } = fresh ? before : {}
    state.set({ phase: 'loading', identity, user: null, leaving: false, role })
    state.answered()
    const cancel = ports.later(SLOW_MS, () => ports.toast('loading'))
    const user = await loadUser(ports, identity, controller.signal)
    cancel()
    if (controller.signal.aborted) return
    if (user === null || 'id' in user) {
      state.set({ phase: 'initialized', identity, user, leaving: false })
      return
    }
    ended = user
    // What cannot be ended over the network is ended here all the same.
    await ports.provider.signOut().catch(() => changed(null))
  }

  return {
    /** Begins to follow the provider; answers how to stop. */
    start: () => ports.provider.onChange((identity) => void changed(identity)),
    /** §4, manual refresh: a fresh token and the user again; null on failure, which changes nothing. */
    refresh: async (): Promise<SessionUser | null> => {
      const { identity } = state.get()
      if (identity === null) return null
      try {
        if ((await ports.provider.token(true)) === null) return null
        const fetched = await ports.fetchUser(AbortSignal.timeout(LIMITS.timeouts.user_fetch))
        const user = { ...fetched, is_fallback: false }
        if (state.get().identity === identity) state.set({ ...state.get(), user })
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
      // While the page at hand is still there: it is what sends.
      await ports.leaving()
      state.set({ ...state.get(), leaving: true })
      ports.left()
      try {
        await ports.provider.signOut()
      } catch (error) {
        ports.cleared()
        state.set({ phase: 'initialized', identity: null, user: null, leaving: true })
        throw error
      }
    },
  }
}
