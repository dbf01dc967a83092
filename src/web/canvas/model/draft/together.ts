/** What the designer knows of others who have the same workflow open, and of what is not settled with them. */
import type { Person } from '#contract/workflows/workflow-edits.ts'
import type { Conflict } from '#web/canvas/model/rebase/conflicts.ts'
import { createStore, type Store } from '#web/lib/store.ts'

export interface Together {
  /** Who else is here, by open page; never this page. */
  people: Store<readonly Person[]>
  /** Whether edits of others come in as they happen. */
  connected: Store<boolean>
  conflicts: Store<readonly Conflict[]>
  /** How many edits of mine the server does not have. */
  unsent: Store<number>
  /** What happened to the workflow from outside, in words. */
  news: Store<string | null>
  /** Where the pointer is, on the canvas; null outside of it. */
  pointer: Store<{ x: number; y: number } | null>
  /** What the workflow is called now. */
  name: Store<string | null>
}

export const createTogether = (): Together => ({
  people: createStore<readonly Person[]>([]),
  connected: createStore(true),
  conflicts: createStore<readonly Conflict[]>([]),
  unsent: createStore(0),
  news: createStore<string | null>(null),
  pointer: createStore<{ x: number; y: number } | null>(null),
  name: createStore<string | null>(null),
})
