/** How far the draft and the server agree. `services/sync` keeps it true. */
import type { Conflict } from '#web/canvas/model/rebase/conflicts.ts'
import { createStore, type Store } from '#web/lib/store.ts'

export interface SyncState {
  /** Whether edits of others come in as they happen. */
  connected: Store<boolean>
  conflicts: Store<readonly Conflict[]>
  /** How many edits of mine the server does not have. */
  unsent: Store<number>
  /** What happened to the workflow from outside, in words. */
  news: Store<string | null>
  /** What the workflow is called now. */
  name: Store<string | null>
}

export const createSyncState = (): SyncState => ({
  connected: createStore(true),
  conflicts: createStore<readonly Conflict[]>([]),
  unsent: createStore(0),
  news: createStore<string | null>(null),
  name: createStore<string | null>(null),
})
