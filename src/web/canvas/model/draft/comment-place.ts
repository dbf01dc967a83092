/** Where in the designer a comment is being written, and which thread is looked at. */

import { createStore, type Store } from '#web/lib/store.ts'
import type { View } from './view.ts'

/** What a new comment is pinned to; `null` is the workflow as a whole. */
export type Pin = { node: string } | { point: { x: number; y: number } } | null

/** Of the list of threads. */
export const THREADS_ID = 'comment-threads'

interface Places {
  pin: Store<Pin>
  thread: Store<string | null>
  /** Whether comments are read here at all. */
  talking: Store<boolean>
  /** Counts up when the field of a new comment is to have the focus. */
  wanted: Store<number>
}

const places = new WeakMap<View, Places>()

function placesOf(view: View): Places {
  const known = places.get(view) ?? {
    pin: createStore<Pin>(null),
    thread: createStore<string | null>(null),
    talking: createStore(false),
    wanted: createStore(0),
  }
  places.set(view, known)
  return known
}

export const newPin = (view: View): Store<Pin> => placesOf(view).pin
/** Only while the workflow is worked on: what is merely looked at may be of somebody else. */
export const talking = (view: View): Store<boolean> => placesOf(view).talking
/** Id of the first comment of the thread. */
export const openThread = (view: View): Store<string | null> => placesOf(view).thread
export const focusWanted = (view: View): Store<number> => placesOf(view).wanted

/** Opens the panel with a new comment begun here. */
export function beginComment(view: View, pin: Pin): void {
  newPin(view).set(pin)
  openThread(view).set(null)
  view.panel.set('comments')
  focusWanted(view).set(focusWanted(view).get() + 1)
}

export function showThread(view: View, thread: string): void {
  openThread(view).set(thread)
  view.panel.set('comments')
}
