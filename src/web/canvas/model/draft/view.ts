/** What the canvas shows beyond the document: which parts are open, and how the flow view is moved. */
import type { ClosedLoops } from '#web/canvas/model/graph/loops.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import { createWindows, type Windows } from './windows.ts'

/** Where a node that is about to be chosen goes. */
export interface PickerPlace {
  /** On the canvas; null lets the canvas choose: behind what is selected. */
  at: { x: number; y: number } | null
  /** The output port it is wired to. */
  from: { node: string; port: string } | null
  /** The edge it is put into. */
  into: string | null
  /** The node it leads to. */
  to?: string
  /** The node whose place it takes, with its edges and the settings that fit. */
  replaces?: string
  /** Offers the nodes that are there, to be wired to, instead of new ones. */
  existing?: true
}

/** What the canvas itself can do; there once it is drawn. */
export interface Camera {
  fit: (nodes?: readonly string[]) => void
  /** Moves the picture by so many px of the screen. */
  panBy: (by: { x: number; y: number }) => void
  zoomBy: (factor: number) => void
  zoomTo: (zoom: number) => void
  center: () => { x: number; y: number }
  /** Where the pointer was last on the canvas; null when it has not been there. */
  pointer: () => { x: number; y: number } | null
  /** Brings a node or an edge into the flow view and gives it the focus of the keyboard. */
  show: (target: { node: string } | { edge: string }, how?: { focus?: boolean }) => void
  /** Moves a place to the middle, unless it is well inside the flow view. */
  lookAt: (place: { x: number; y: number }) => void
  /** Where a place on the canvas is in the window, in px. */
  screenOf: (place: { x: number; y: number }) => { x: number; y: number }
}

/** An edge being drawn: where it begins, and why it cannot end where it cannot. */
export interface Linking {
  node: string
  refused: ReadonlyMap<string, string>
}

export interface Message {
  text: string
  tone: 'info' | 'bad'
  /** What can be done about it: it stays until one is chosen or something else is said. */
  offers?: readonly { label: string; perform: () => void }[]
}

export interface View {
  /** The palette of nodes is open for this place. */
  picker: Store<PickerPlace | null>
  /** Id of the node whose settings are open. */
  open: Store<string | null>
  /** Id of the node whose title is being written on its card. */
  renaming: Store<string | null>
  /** The name of the workflow is being written. */
  naming: Store<boolean>
  /** Id of the note, or of the group, that is being written. */
  writing: Store<{ note: string } | { group: string } | null>
  /** The selection is about to become a workflow of its own. */
  extracting: Store<boolean>
  /** What the workflow is called, and whether it belongs to the person who looks at it. */
  about: Store<{ name: string; description: string; own: boolean }>
  /** Ids of loops whose bodies are collapsed. Not part of the document: each person sees the workflow as they left it. */
  closedLoops: Store<ClosedLoops>
  /** `canvas` or `list`: the same graph. */
  mode: Store<'canvas' | 'list'>
  /** What dragging on empty canvas does: `pointer` selects, `hand` moves the flow view. */
  tool: Store<'pointer' | 'hand'>
  /** Whether what is dragged snaps to the grid and to its neighbours. */
  snap: Store<boolean>
  minimap: Store<boolean>
  linking: Store<Linking | null>
  /** Which panel is open next to the settings. */
  panel: Store<'setup' | 'history' | 'comments' | 'search' | 'chat' | null>
  /** Whether the dock under the canvas is open, and what it shows: what a run did, or the value of every node. */
  dock: Store<boolean>
  docked: Store<'log' | 'values'>
  /** The setting that stays open next to the canvas, whatever is selected: dotted path in a node. */
  focused: Store<{ node: string; path: string } | null>
  camera: Store<Camera | null>
  readonly windows: Windows
  /** Said to screen readers, and shown for a moment: what just happened, or why it could not. */
  message: Store<Message | null>
  /** An address to go to. */
  leaving: Store<string | null>
}

const matches = (query: string): boolean => globalThis.matchMedia?.(query).matches ?? false

/** What is shown where nothing else is asked for: in the window of a phone, in which cards are too small to read, the list. */
export const usualMode = (): 'canvas' | 'list' => (matches('(max-width: 639px)') ? 'list' : 'canvas')

/** @param coarse whether one works with a finger, which moves the flow view */
export const createView = (coarse = matches('(pointer: coarse)')): View => ({
  picker: createStore<PickerPlace | null>(null),
  open: createStore<string | null>(null),
  renaming: createStore<string | null>(null),
  naming: createStore(false),
  writing: createStore<{ note: string } | { group: string } | null>(null),
  extracting: createStore(false),
  about: createStore<{ name: string; description: string; own: boolean }>({ name: '', description: '', own: false }),
  closedLoops: createStore<ClosedLoops>(new Set()),
  mode: createStore(usualMode()),
  tool: createStore<'pointer' | 'hand'>(coarse ? 'hand' : 'pointer'),
  snap: createStore(true),
  minimap: createStore(true),
  linking: createStore<Linking | null>(null),
  panel: createStore<'setup' | 'history' | 'comments' | 'search' | 'chat' | null>(null),
  dock: createStore(false),
  docked: createStore<'log' | 'values'>('log'),
  focused: createStore<{ node: string; path: string } | null>(null),
  camera: createStore<Camera | null>(null),
  windows: createWindows(),
  message: createStore<Message | null>(null),
  leaving: createStore<string | null>(null),
})

/** Between nodes and edges and the space around them. */
export const ANYWHERE: PickerPlace = { at: null, from: null, into: null }
