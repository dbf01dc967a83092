/** A run is of what the server has: it begins when everything typed is there. */
import type { Draft } from '#web/canvas/model/draft/draft.ts'

/** Edits are gathered this long before they are sent, in ms. */
const GATHERED_MS = 400
const LONGEST_MS = 10_000

/** @throws Error when the edits cannot be saved */
export function whenSaved(draft: Draft): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(gathered)
      clearTimeout(late)
      unsubscribe()
    }
    let isGathered = false
    const look = () => {
      const save = draft.save.get()
      if (save.state === 'waiting') {
        stop()
        reject(new Error(`The last edits are not saved: ${save.reason}`))
      } else if (save.state !== 'saving' && isGathered) {
        stop()
        resolve()
      }
    }
    const edited = draft.history.get().undo.at(-1)?.at ?? 0
    const gathered = setTimeout(
      () => {
        isGathered = true
        look()
      },
      Math.max(0, edited + GATHERED_MS - Date.now()),
    )
    const late = setTimeout(() => {
      stop()
      reject(new Error('Your last edits aren’t saved yet. Try again in a moment.'))
    }, LONGEST_MS)
    const unsubscribe = draft.save.subscribe(look)
  })
}
