/** The moment at which the page that was drawn, or the first one drawn here, lives: its parts answer from then on. */
import { type SyntheticEvent, useEffect } from 'react'

let act: (() => void) | null = null

export const onTakenOver = (work: () => void): void => {
  act = work
}

/** For an element next to the page, which is rendered again whenever another page is there. */
export const useTaken = (): void =>
  useEffect(() => {
    act?.()
    act = null
  })

const passed = new WeakSet<Event>()
const note = ({ nativeEvent }: SyntheticEvent): void => {
  passed.add(nativeEvent)
}

/** For the element around everything: its handlers run for every event that React passes on, before those of other elements. */
export const NOTE_PASSED = { onClickCapture: note, onSubmitCapture: note, onKeyDownCapture: note }

/** Whether React has passed an event on. It passes none to a part of a rendered page whose code has not been loaded yet. */
export const isPassed = (event: Event): boolean => passed.has(event)
