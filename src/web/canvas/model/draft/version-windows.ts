/** Which of the windows of versions are open over a view. */

import { createStore, type Store } from '#web/lib/store.ts'
import type { View } from './view.ts'

/** One side of a comparison: the draft as it is now, or a version by its number. */
export type Side = 'draft' | number

export interface Comparison {
  /** Null: the version that is live, else the newest. */
  before: Side | null
  after: Side
}

interface Windows {
  publish: Store<boolean>
  checkpoint: Store<boolean>
  compare: Store<Comparison | null>
}

const windows = new WeakMap<View, Windows>()

function windowsOf(view: View): Windows {
  const known = windows.get(view) ?? {
    publish: createStore(false),
    checkpoint: createStore(false),
    compare: createStore<Comparison | null>(null),
  }
  windows.set(view, known)
  return known
}

export const publishing = (view: View): Store<boolean> => windowsOf(view).publish
export const comparing = (view: View): Store<Comparison | null> => windowsOf(view).compare
/** A checkpoint is being named. */
export const keeping = (view: View): Store<boolean> => windowsOf(view).checkpoint
