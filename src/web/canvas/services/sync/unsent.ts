/**
 * Edits that the server does not have, kept in this browser so that a reload or a closed lid loses none. Every open page has a place of
 * its own; a page that is gone leaves its place to the next one that opens the workflow.
 */
import type { Conflict } from '#web/canvas/model/rebase/conflicts.ts'
import { randomId } from '#web/canvas/model/rebase/random-id.ts'
import type { Edit } from '#web/canvas/model/rebase/rebase.ts'

export interface Kept {
  /** The revision that the edits were made on. */
  revision: number
  edits: readonly Edit[]
  conflicts: readonly Conflict[]
}

export interface Unsent {
  /** @returns false when the browser has no room, or refuses */
  keep(kept: Kept): boolean
  /** What pages that are gone have left; each is given out once. */
  takeLeft(): Promise<Kept[]>
  close(): void
}

function parse(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null
    return kept && Array.isArray(kept.edits) && Array.isArray(kept.conflicts) && Number.isInteger(kept.revision)
      ? kept
      : null
  } catch {
    return null
  }
}

/** Whether no open page holds this place. Where the browser has no locks every place counts as left. */
async function isLeft(key: string): Promise<boolean> {
  if (!('locks' in navigator)) return true
  return navigator.locks.request(key, { ifAvailable: true }, async (lock) => lock !== null)
}

export function keepUnsent(user: string, workflow: string): Unsent {
  const start = `chowk.unsent.${user}.${workflow}.`
  const own = start + randomId()
  const end = Promise.withResolvers<void>()
  if ('locks' in navigator) void navigator.locks.request(own, () => end.promise).catch(() => {})
  return {
    keep({ revision, edits, conflicts }) {
      try {
        if (edits.length === 0 && conflicts.length === 0) localStorage.removeItem(own)
        else localStorage.setItem(own, JSON.stringify({ revision, edits, conflicts }))
        return true
      } catch {
        return false
      }
    },
    async takeLeft() {
      const found: Kept[] = []
      try {
        const keys = Object.keys(localStorage).filter((key) => key.startsWith(start) && key !== own)
        for (const key of keys) {
          if (!(await isLeft(key))) continue
          const kept = parse(localStorage.getItem(key))
          localStorage.removeItem(key)
          if (kept) found.push(kept)
        }
      } catch {
        // Nothing is kept here.
      }
      return found
    },
    close: () => end.resolve(),
  }
}
