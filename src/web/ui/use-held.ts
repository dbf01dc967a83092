import { type FocusEvent, useEffect, useRef } from 'react'

/** Holds while a pointer rests on the element or the focus is in it. Spread the answer onto the element. */
export function useHeld(hold: () => void, release: () => void) {
  const over = useRef(false)
  const focused = useRef(false)
  const tell = () => (over.current || focused.current ? hold() : release())
  // What is dismissed under the pointer never says that the pointer has left.
  useEffect(() => release, [release])
  return {
    onPointerEnter: () => {
      over.current = true
      tell()
    },
    onPointerLeave: () => {
      over.current = false
      tell()
    },
    onFocus: () => {
      focused.current = true
      tell()
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (event.currentTarget.contains(event.relatedTarget)) return
      focused.current = false
      tell()
    },
  }
}
