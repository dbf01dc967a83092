/** How large a document is shown: 1 fits the width of its pane. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

const [LEAST, MOST] = [0.5, 4]
const STEP = 1.25
/** A pinch on a touch pad arrives as a turn of the wheel: so much of it doubles the size. */
const WHEEL_PX = 300
/** A zoom that pauses for so long has ended, in ms. */
const SETTLED_MS = 200

export interface Zoom {
  /** 1 fits the width. */
  value: number
  /** The value when it last came to rest: what sharp pictures are made for. */
  settled: number
  canGrow: boolean
  canShrink: boolean
  grow: () => void
  shrink: () => void
  fit: () => void
}

/** What stays under the pointer: a part of the document, and where in it, as fractions. */
interface Anchor {
  element: Element
  x: number
  y: number
  clientX: number
  clientY: number
}

const clamp = (value: number): number => Math.min(MOST, Math.max(LEAST, value))

function anchorAt(pane: HTMLElement, clientX: number, clientY: number): Anchor | null {
  const content = pane.firstElementChild
  const under = document.elementFromPoint(clientX, clientY)?.closest('[data-page]')
  const element = under && pane.contains(under) ? under : content
  if (!element) return null
  const { left, top, width, height } = element.getBoundingClientRect()
  return { element, clientX, clientY, x: (clientX - left) / width, y: (clientY - top) / height }
}

function holdAnchor(pane: HTMLElement, { element, x, y, clientX, clientY }: Anchor): void {
  const { left, top, width, height } = element.getBoundingClientRect()
  pane.scrollLeft += left + x * width - clientX
  pane.scrollTop += top + y * height - clientY
}

const middleOf = (pane: HTMLElement): [number, number] => {
  const { left, top, width, height } = pane.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}

/** By buttons and keys around the middle of the pane, by wheel and fingers around the place they are at. */
export function useZoom(pane: RefObject<HTMLElement | null>): Zoom {
  const [value, setValue] = useState(1)
  const [settled, setSettled] = useState(1)
  /** The value that was asked for last: a key may be pressed before it is drawn. */
  const asked = useRef(1)
  const anchor = useRef<Anchor | null>(null)
  const zoomTo = (next: number, at?: readonly [number, number]) => {
    if (!pane.current || clamp(next) === asked.current) return
    anchor.current = anchorAt(pane.current, ...(at ?? middleOf(pane.current)))
    asked.current = clamp(next)
    setValue(asked.current)
  }
  // Before the new size is painted, so that nothing jumps.
  useLayoutEffect(() => {
    if (pane.current && value > 0) stretch(pane.current, null)
    if (pane.current && anchor.current) holdAnchor(pane.current, anchor.current)
    anchor.current = null
  }, [pane, value])
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  const drop = useGestures(pane, {
    bound: (factor) => clamp(asked.current * factor) / asked.current,
    end: (factor, at) => {
      if (factor === 1) stretch(pane.current, null)
      else zoomTo(asked.current * factor, at)
    },
  })
  // What a gesture is about to do counts no more.
  const press = (next: number) => {
    drop()
    zoomTo(next)
  }
  return {
    value,
    settled,
    canGrow: value < MOST,
    canShrink: value > LEAST,
    grow: () => press(asked.current * STEP),
    shrink: () => press(asked.current / STEP),
    fit: () => press(1),
  }
}

/** Where a gesture is, in the window. */
type At = readonly [clientX: number, clientY: number]

/**
 * Shows the document larger or smaller as it was drawn, around a place, without drawing it again: a frame of it costs next to nothing.
 * @param by null ends it
 */
function stretch(pane: HTMLElement | null, by: { factor: number; at: At } | null): void {
  const content = pane?.firstElementChild
  if (!(content instanceof HTMLElement)) return
  const { style } = content
  if (by === null) {
    style.transform = ''
    style.willChange = ''
    return
  }
  if (style.willChange === '') {
    const { left, top } = content.getBoundingClientRect()
    style.transformOrigin = `${by.at[0] - left}px ${by.at[1] - top}px`
    style.willChange = 'transform'
  }
  style.transform = `scale(${by.factor})`
}

interface Gesture {
  /** The factor as far as the size may change. */
  bound: (factor: number) => number
  end: (factor: number, at: At) => void
}

/** A gesture that pauses for so long has ended, in ms. */
const PAUSE_MS = 140

/** Collects what a gesture says: shown at each frame, and taken over by the layout once it pauses. */
function createGesture(pane: HTMLElement, { bound, end }: Gesture) {
  let [factor, frame, timer] = [1, 0, 0]
  let at: At = [0, 0]
  const finish = () => {
    cancelAnimationFrame(frame)
    frame = 0
    end(factor, at)
    factor = 1
  }
  return {
    by: (change: number, place: At) => {
      factor = bound(factor * change)
      at = place
      frame ||= requestAnimationFrame(() => {
        frame = 0
        stretch(pane, { factor, at })
      })
      clearTimeout(timer)
      timer = window.setTimeout(finish, PAUSE_MS)
    },
    stop: () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      ;[factor, frame] = [1, 0]
      stretch(pane, null)
    },
  }
}

/** The wheel with Ctrl or ⌘, and two fingers. @returns ends a gesture without taking it over */
function useGestures(pane: RefObject<HTMLElement | null>, { bound, end }: Gesture): () => void {
  const gesture = useRef<ReturnType<typeof createGesture> | null>(null)
  const onBound = useEffectEvent(bound)
  const onEnd = useEffectEvent(end)
  useEffect(() => {
    const element = pane.current
    if (!element) return
    gesture.current = createGesture(element, { bound: (factor) => onBound(factor), end: (...how) => onEnd(...how) })
    const { by, stop } = gesture.current
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      by(2 ** (-event.deltaY / WHEEL_PX), [event.clientX, event.clientY])
    }
    let apart = 0
    const onTouch = (event: TouchEvent) => {
      const [a, b] = event.touches
      if (!a || !b) {
        apart = 0
        return
      }
      event.preventDefault()
      const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
      if (apart > 0 && distance > 0) by(distance / apart, [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2])
      apart = distance
    }
    // The page itself must not zoom as well.
    const active = { passive: false }
    element.addEventListener('wheel', onWheel, active)
    element.addEventListener('touchstart', onTouch, active)
    element.addEventListener('touchmove', onTouch, active)
    element.addEventListener('touchend', onTouch)
    return () => {
      stop()
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('touchstart', onTouch)
      element.removeEventListener('touchmove', onTouch)
      element.removeEventListener('touchend', onTouch)
    }
  }, [pane])
  return () => gesture.current?.stop()
}
