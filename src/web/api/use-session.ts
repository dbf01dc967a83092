import { useSyncExternalStore } from 'react'
import { session } from './call.ts'
import type { Session, SessionUser } from './session-state.ts'

/** As the page came: the same as where it was drawn, whatever is known by the time it is taken over. */
const first = session.get()
const getFirst = globalThis.document ? () => first : session.get

export const useSession = (): Session => useSyncExternalStore(session.subscribe, session.get, getFirst)

const getUser = (): SessionUser | null => session.get().user
const getNobody = () => null

/**
 * Returns who is signed in; null for a visitor. Renders again only when the user changes: React discards a part of a drawn page,
 * with any press on it, when that part is rendered again before its code has loaded.
 */
export const useUser = (): SessionUser | null => useSyncExternalStore(session.subscribe, getUser, getNobody)
