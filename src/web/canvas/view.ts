/** What the canvas shows beyond the document: which parts are open, and how the picture is moved. */
import { createStore, type Store } from '#web/lib/store.ts'

/** Where a node that is about to be chosen goes. */
export interface PickerPlace {
  /** On the canvas; null lets the canvas choose: behind what is selected. */
  at: { x: number; y: number } | null
  /** The way out it is wired to. */
  from: { node: string; port: string } | null
  /** The edge it is put into. */
  into: string | null
}

/** What the canvas itself can do; there once it is drawn. */
export interface Camera {
  fit: (nodes?: readonly string[]) => void
  zoomBy: (factor: number) => void
  zoomTo: (zoom: number) => void
  center: () => { x: number; y: number }
}

export interface View {
  /** The palette of nodes is open for this place. */
  picker: Store<PickerPlace | null>
  /** Id of the node whose settings are open. */
  open: Store<string | null>
  /** `canvas` or `list`: the same graph. */
  mode: Store<'canvas' | 'list'>
  /** Which panel stands at the side beside the settings. */
  panel: Store<'setup' | 'history' | 'comments' | 'search' | null>
  /** Whether the log dock is open. */
  dock: Store<boolean>
  camera: Store<Camera | null>
  /** Said to screen readers, and shown for a moment: what just happened, or why it could not. */
  message: Store<{ text: string; tone: 'info' | 'bad' } | null>
}

export const createView = (): View => ({
  picker: createStore<PickerPlace | null>(null),
  open: createStore<string | null>(null),
  mode: createStore<'canvas' | 'list'>('canvas'),
  panel: createStore<'setup' | 'history' | 'comments' | 'search' | null>(null),
  dock: createStore(false),
  camera: createStore<Camera | null>(null),
  message: createStore<{ text: string; tone: 'info' | 'bad' } | null>(null),
})
