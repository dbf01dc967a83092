/** Opens the settings of a node with the cursor in one of its fields. */

import { createStore, type Store } from '#web/lib/store.ts'
import type { View } from './view.ts'

const wanted = new WeakMap<View, Store<string | null>>()

/** The dotted path of the field that gets the cursor next; '' for the first one, null once it has it. */
export function wantedField(view: View): Store<string | null> {
  const store = wanted.get(view) ?? createStore<string | null>(null)
  wanted.set(view, store)
  return store
}

/** @param field dotted path in the settings; the first field when it is empty */
export function openSettings(view: View, node: string, field = ''): void {
  wantedField(view).set(field)
  view.open.set(node)
}
