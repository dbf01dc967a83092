import { Session } from 'node:inspector/promises'

/** By then what a start works out once (seeds, figures, vectors of new listings) is done. */
const AFTER_MS = 8_000

/**
 * Collects once what the start left behind: more than half of the heap. V8 collects only when something new wants room, which at rest
 * nothing does, so a program at rest would keep it. The inspector's own call does it, without a flag at the start.
 * @returns stops waiting for it
 */
export function collectAfterStart(): () => Promise<void> {
  const timer = setTimeout(() => {
    const session = new Session()
    session.connect()
    // One that fails is no loss but of the room.
    void session
      .post('HeapProfiler.collectGarbage')
      .catch(() => undefined)
      .finally(() => session.disconnect())
  }, AFTER_MS)
  return async () => clearTimeout(timer)
}
