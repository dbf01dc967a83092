import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { Sync } from './sync.ts'

/** Sends what waits; resolves when nothing does any more, or the server does not take it. */
export async function sendAll({ save }: Pick<Draft, 'save'>, sync: Pick<Sync, 'flush' | 'pending'>): Promise<void> {
  await sync.flush()
  await new Promise<void>((resolve) => {
    const look = () => {
      if (sync.pending.length > 0 && save.get().state === 'saving') return
      stop()
      resolve()
    }
    const stop = save.subscribe(look)
    look()
  })
}
