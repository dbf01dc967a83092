/** Asking the guards again when another user is there than the one they saw. */
import type { Session } from '#web/api/session-state.ts'
import type { Store } from '#web/lib/store.ts'

/**
 * Follows who is signed in. The answer to that may come after the guards were asked and before this begins, so what they saw is compared
 * at once.
 * @param seen the id of the user whom the guards saw
 * @returns ends it
 */
export function followUser(
  session: Pick<Store<Session>, 'get' | 'subscribe'>,
  seen: string | undefined,
  askAgain: () => void,
): () => void {
  let subject = seen
  const compare = () => {
    const { phase, user, leaving } = session.get()
    if (phase === 'loading' || leaving || user?.id === subject) return
    subject = user?.id
    askAgain()
  }
  compare()
  return session.subscribe(compare)
}
