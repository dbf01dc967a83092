import { useSyncExternalStore } from 'react'
import { session } from './call.ts'
import type { Session, SessionUser } from './session-state.ts'

export const useSession = (): Session => useSyncExternalStore(session.subscribe, session.get, session.get)

/** Who is signed in; null for a visitor. */
export const useUser = (): SessionUser | null => useSession().user
