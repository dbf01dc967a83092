import { useSyncExternalStore } from 'react'
import { session } from './call.ts'
import type { Session, SessionUser } from './session-state.ts'

export const useSession = (): Session => useSyncExternalStore(session.subscribe, session.get, session.get)

const getUser = (): SessionUser | null => session.get().user

/**
 * Returns who is signed in; null for a visitor. Renders again only when the user changes: React discards a part of a drawn page,
 * with any press on it, when that part is rendered again before its code has loaded.
 */
export const useUser = (): SessionUser | null => useSyncExternalStore(session.subscribe, getUser, getUser)
