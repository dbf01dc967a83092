/** Who else has the same workflow open, and where the pointer of this page is. */
import type { Person } from '#contract/workflows/workflow-edits.ts'
import { createStore, type Store } from '#web/lib/store.ts'

export interface Presence {
  /** Who else is here, by open page; never this page. */
  people: Store<readonly Person[]>
  /** Where the pointer is, on the canvas; null outside of it. */
  pointer: Store<{ x: number; y: number } | null>
}

export const createPresence = (): Presence => ({
  people: createStore<readonly Person[]>([]),
  pointer: createStore<{ x: number; y: number } | null>(null),
})
