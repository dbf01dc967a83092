import type { Draft } from '#web/canvas/model/draft/draft.ts'
import { t } from '#web/lib/language.ts'

const LONGEST_MS = 10_000

/**
 * Resolves when the server has every edit that was made here: a run, a version and an exported file are of what it has.
 * @throws Error in words when it can’t take them now
 */
export async function whenSaved({ save, sync }: Pick<Draft, 'save' | 'sync'>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const look = () => {
    const now = save.get()
    if (now.state === 'waiting')
      reject(new Error(t('Your last edits aren’t saved yet: {reason}', { reason: now.reason })))
    else if (now.state === 'read_only' && sync.unsent.get() > 0) reject(new Error(now.reason))
    else if (now.state !== 'saving') resolve()
  }
  const unfollow = save.subscribe(look)
  const late = () => reject(new Error(t('Your last edits aren’t saved yet. Try again in a moment.')))
  const timer = setTimeout(late, LONGEST_MS)
  look()
  await promise.finally(() => {
    clearTimeout(timer)
    unfollow()
  })
}
