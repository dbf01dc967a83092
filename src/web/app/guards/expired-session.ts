import { session } from '#web/api/call.ts'
import { notifyAuthenticationRequired } from '#web/parts/platform/presets.ts'

/** Notifies a user who was signed out without asking for it. @returns stops it */
export function watchExpiry(): () => void {
  let someone = session.get().identity !== null
  return session.subscribe(() => {
    const { identity, leaving, ended } = session.get()
    if (someone && identity === null && !leaving && ended?.reason !== 'blocked') notifyAuthenticationRequired()
    someone = identity !== null
  })
}
