/** Who is signed in, as the page knows it now. What changes it is in session.ts, which a visitor's first sight does not wait for. */
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { Role } from '#contract/core/access.ts'
import { createStore } from '#web/lib/store.ts'
import type { Identity } from './identity.ts'

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
  preferences: Readonly<Record<string, unknown>>
  /** The workspace that the page is of, and their place in it; absent on the person’s own pages. */
  workspace?: { id: string; slug: string; name: string; role: WorkspaceRole; may_export: boolean; masks_lists: boolean }
  /** A fallback while the server cannot say who this is; it grants nothing there. */
  is_fallback: boolean
}

export interface Session {
  phase: 'loading' | 'initialized'
  identity: Identity | null
  user: SessionUser | null
  /** Between Sign Out and its landing page: guards wait instead of sending to the login. */
  leaving: boolean
  /** Of the person whose shell the server sent, until it is known who they are. */
  role?: Role | undefined
  /** Why a user was signed out without asking for it; cleared at the next sign-in. */
  ended?: Ended
}

/** The session ended elsewhere, or the server lets this account do nothing (blocked or deactivated; `text` says why). */
export type Ended = { reason: 'session_ended' } | { reason: 'blocked'; text: string }

/** Where this browser stores that a user is signed in. */
export const SIGNED_IN = 'signed-in'

export type SessionState = ReturnType<typeof createSessionState>

/**
 * @param expected a user was signed in here last time; otherwise a visitor's page does not wait for the provider
 * @param role of the person whose shell the server sent
 */
export function createSessionState(expected: boolean, role?: Role) {
  const store = createStore<Session>({
    phase: expected ? 'loading' : 'initialized',
    identity: null,
    user: null,
    leaving: false,
    role,
  })
  const first = Promise.withResolvers<void>()
  return {
    ...store,
    /** The provider has answered for the first time. */
    answered: first.resolve,
    /** Resolves once a token can be asked for: at once for a visitor, else with the provider's first answer. */
    heard: () => (expected ? first.promise : Promise.resolve()),
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
    /** The landing page of Sign Out is reached. */
    left: () => store.set({ ...store.get(), leaving: false }),
  }
}
