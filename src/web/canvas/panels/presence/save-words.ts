/** How far a workflow is saved, in words. */
import type { SaveState } from '#web/canvas/model/draft/draft.ts'

const since = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

/** `Saved 3 s ago`. @param now in ms */
export function saveWords(save: SaveState, now: number): string {
  switch (save.state) {
    case 'saved':
      return save.at === null ? 'Saved' : `Saved ${since(now - save.at)} ago`
    case 'saving':
      return 'Saving...'
    case 'waiting':
      return 'Not saved'
    case 'read_only':
      return 'View only'
  }
}

/** What a person is to know of it beyond those words; null when there is nothing. */
export function saveTrouble(save: SaveState, unsent: number, connected: boolean): string | null {
  const count = unsent === 0 ? 'changes are' : unsent === 1 ? 'change is' : `${unsent} changes are`
  const kept = `Your ${count} kept in this browser`
  if (save.state === 'waiting')
    return `${save.reason} You can continue: ${kept.toLowerCase()} and sent when the connection is back.`
  if (save.state === 'read_only')
    return unsent > 0 ? `${save.reason} ${kept} and not saved to the workflow.` : save.reason
  return connected
    ? null
    : 'Connection lost. You can continue: changes are kept in this browser and sent when you’re back online.'
}
