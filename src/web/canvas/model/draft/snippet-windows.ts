/** Which of the windows of snippets are open over a view. */

import { createStore, type Store } from '#web/lib/store.ts'
import type { PickerPlace, View } from './view.ts'

interface Windows {
  /** The selection is being kept. */
  keeping: Store<boolean>
  library: Store<boolean>
  /** A snippet by its id, and where it goes. */
  inserting: Store<{ id: string; place: PickerPlace } | null>
  /** Id of the group whose snippet is looked at. */
  origin: Store<string | null>
}

const windows = new WeakMap<View, Windows>()

export function snippetWindows(view: View): Windows {
  const known = windows.get(view) ?? {
    keeping: createStore(false),
    library: createStore(false),
    inserting: createStore<{ id: string; place: PickerPlace } | null>(null),
    origin: createStore<string | null>(null),
  }
  windows.set(view, known)
  return known
}

/** Between nodes and edges and the space around them. */
export const ANYWHERE: PickerPlace = { at: null, from: null, into: null }
