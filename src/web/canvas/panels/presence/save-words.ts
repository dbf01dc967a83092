/** How far a workflow is saved, in words. */

import type { SaveState } from '#web/canvas/model/draft/draft.ts'
import { t } from '#web/lib/language.ts'

const since = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return t('{count} s', { count: seconds })
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? t('{count} min', { count: minutes }) : t('{count} h', { count: Math.round(minutes / 60) })
}

/** `Saved 3 s ago`. @param now in ms */
export function saveWords(save: SaveState, now: number): string {
  switch (save.state) {
    case 'saved':
      return save.at === null ? t('Saved') : t('Saved {time} ago', { time: since(now - save.at) })
    case 'saving':
      return t('Saving...')
    case 'waiting':
      return t('Not saved')
    case 'read_only':
      return t('View only')
  }
}

/** What a person is to know of it beyond those words; null when there is nothing. */
export function saveTrouble(save: SaveState, unsent: number, connected: boolean): string | null {
  if (save.state === 'waiting') {
    const { reason } = save
    if (unsent === 1)
      return t('{reason} You can continue: your change is kept in this browser and sent when the connection is back.', {
        reason,
      })
    if (unsent === 0)
      return t(
        '{reason} You can continue: your changes are kept in this browser and sent when the connection is back.',
        { reason },
      )
    return t(
      '{reason} You can continue: your {count} changes are kept in this browser and sent when the connection is back.',
      { reason, count: unsent },
    )
  }
  if (save.state === 'read_only') {
    const { reason } = save
    if (unsent === 0) return reason
    return unsent === 1
      ? t('{reason} Your change is kept in this browser and not saved to the workflow.', { reason })
      : t('{reason} Your {count} changes are kept in this browser and not saved to the workflow.', {
          reason,
          count: unsent,
        })
  }
  return connected
    ? null
    : t('Connection lost. You can continue: changes are kept in this browser and sent when you’re back online.')
}
