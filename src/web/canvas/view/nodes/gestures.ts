/** Transient canvas state that is not part of the document: guides, hover, drop previews. */
import { createContext, useContext } from 'react'
import type { Drop } from '#web/canvas/model/edits/drop.ts'
import type { Guide } from '#web/canvas/model/edits/snapping.ts'
import { createStore, type Store } from '#web/lib/store.ts'

export interface Gestures {
  /** The edge under the pointer. */
  hovered: Store<string | null>
  /** What letting go of the dragged node would connect. */
  drop: Store<Drop | null>
  guides: Store<readonly Guide[]>
  /** The picture is so far away that cards are only coloured places. */
  far: Store<boolean>
}

export const createGestures = (): Gestures => ({
  hovered: createStore<string | null>(null),
  drop: createStore<Drop | null>(null),
  guides: createStore<readonly Guide[]>([]),
  far: createStore(false),
})

const GesturesContext = createContext<Gestures | null>(null)
export const GesturesProvider = GesturesContext.Provider

export function useGestures(): Gestures {
  const gestures = useContext(GesturesContext)
  if (!gestures) throw new Error('Only parts of the canvas have gestures')
  return gestures
}
