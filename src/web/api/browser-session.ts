/** The provider and the session of this browser tab, put together. */
import { finishBeforeSignOut } from '#web/lib/before-sign-out.ts'
import { claimDrafts, forgetDrafts } from '#web/lib/draft.ts'
import { firebaseConfig } from '#web/lib/firebase-config.ts'
// Signed-in users call these next, so they are loaded together.
import 'virtual:closed-endpoints'
import { writeStored } from '#web/lib/storage.ts'
import { createEmbeddedIdentity, type EmbeddedPorts } from './embedded-identity.ts'
import { queryClient } from './query-client.ts'
import { createSession, type SessionPorts } from './session.ts'
import { type SessionState, SIGNED_IN } from './session-state.ts'

export interface BrowserPorts
  extends Pick<EmbeddedPorts, 'call' | 'expected'>,
    Pick<SessionPorts, 'fetchUser' | 'toast'> {
  state: SessionState
}

export async function startSession({ call, fetchUser, state, toast, expected }: BrowserPorts) {
  const embedded = () =>
    createEmbeddedIdentity({
      call,
      popup: async (provider) => (await import('./external-popup.ts')).signInThroughPopup(provider, 'sign_in'),
      now: Date.now,
      tabs: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('chowk.identity'),
      expected,
    })
  const provider = firebaseConfig ? (await import('./firebase-identity.ts')).createFirebaseIdentity() : embedded()
  const session = createSession(
    {
      provider,
      fetchUser,
      toast,
      later: (ms, act) => {
        const timer = setTimeout(act, ms)
        return () => clearTimeout(timer)
      },
      changed: (subject) => {
        writeStored(SIGNED_IN, subject === null ? null : '1')
        if (subject !== null) claimDrafts(subject)
      },
      leaving: finishBeforeSignOut,
      left: forgetDrafts,
      cleared: () => queryClient.clear(),
      expected,
    },
    state,
  )
  session.start()
  return { provider, session }
}
