/** Transient canvas state that is not part of the document: guides, hover, drop previews. */
import { createContext, useContext } from 'react'
import type { Drop } from '#web/canvas/model/edits/drop.ts'
import type { Guide } from '#web/canvas/model/edits/snapping.ts'
import { createStore, type Store } from '#web/lib/store.ts'

/** So long after the pointer has left a card its tools can still be reached, in ms. */
const LINGER_MS = 220

/** Which card is pointed at, and for a moment longer. */
export interface Pointed {
  readonly card: Store<string | null>
  enter(id: string): void
  leave(): void
  /** At once, as when a card begins to be dragged. */
  clear(): void
}

function createPointed(): Pointed {
  const card = createStore<string | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => {
    clearTimeout(timer)
    card.set(null)
  }
  return {
    card,
    enter: (id) => {
      clearTimeout(timer)
      card.set(id)
    },
    leave: () => {
      clearTimeout(timer)
      timer = setTimeout(clear, LINGER_MS)
    },
    clear,
  }
}

export type Distance = 'near' | 'far' | 'farthest'

export interface Gestures {
  /** The edge under the pointer. */
  hovered: Store<string | null>
  /** What letting go of the dragged node would connect. */
  drop: Store<Drop | null>
  guides: Store<readonly Guide[]>
  /** The card that the pointer is over, or that the keyboard is on: its tools are shown. */
  pointed: Pointed
  /** How far away the canvas is: `far` away, of a card only its title can be read; from `farthest`, its ports cannot be hit either. */
  distance: Store<Distance>
}

export const createGestures = (): Gestures => ({
  hovered: createStore<string | null>(null),
  drop: createStore<Drop | null>(null),
  guides: createStore<readonly Guide[]>([]),
  pointed: createPointed(),
  distance: createStore<Distance>('near'),
})

const GesturesContext = createContext<Gestures | null>(null)
export const GesturesProvider = GesturesContext.Provider

export function useGestures(): Gestures {
  const gestures = useContext(GesturesContext)
  if (!gestures) throw new Error('Only parts of the canvas have gestures')
  return gestures
}
