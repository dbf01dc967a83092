/** Which of the windows of working together are open over a view. */

import { createStore, type Store } from '#web/lib/store.ts'
import type { View } from './view.ts'

interface Windows {
  sharing: Store<boolean>
  conflicts: Store<boolean>
  following: Store<string | null>
}

const windows = new WeakMap<View, Windows>()

function windowsOf(view: View): Windows {
  const known = windows.get(view) ?? {
    sharing: createStore(false),
    conflicts: createStore(false),
    following: createStore<string | null>(null),
  }
  windows.set(view, known)
  return known
}

export const sharing = (view: View): Store<boolean> => windowsOf(view).sharing
export const settling = (view: View): Store<boolean> => windowsOf(view).conflicts
/** Id of the person whom the picture follows. */
export const following = (view: View): Store<string | null> => windowsOf(view).following
