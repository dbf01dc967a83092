import { useOnViewportChange, useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect } from 'react'
import type { Distance, Gestures } from '#web/canvas/view/nodes/gestures.ts'

/** Below this zoom, of a card only its title is shown; below the other, no port can be hit. */
const FAR = 0.4
/** Below this one, the summary of a card cannot be read, and its title takes the space. */
const MIDDLE = 0.72
const FARTHEST = 0.25
/** How large a title is to be drawn on the screen, in px, while its card is far away, and the most that its card has room for. */
const TITLE = { screen: 11, most: 40, single: 62 }
/** Zooms of one size of titles, each this much further away: cards are not drawn again with every turn of the wheel. */
const STEP = 1.15

/** How large the titles of far cards are at a zoom, in px at 100 %; on one line where two would not fit. */
export function farTitle(zoom: number): { size: number; lines: 1 | 2 } {
  const stepped = FAR / STEP ** Math.floor(Math.log(FAR / Math.min(zoom, FAR)) / Math.log(STEP))
  const wanted = TITLE.screen / stepped
  // On two lines as long as what they have room for is not much less than what is wanted.
  return wanted <= TITLE.most * 1.06
    ? { size: Math.round(Math.min(wanted, TITLE.most)), lines: 2 }
    : { size: Math.round(Math.min(wanted, TITLE.single)), lines: 1 }
}

/** How large the titles of cards are between the two, in px at 100 %. */
const midTitle = (zoom: number): number => Math.round(Math.min(22, Math.max(14, TITLE.screen / zoom)))

const distanceAt = (zoom: number): Distance => (zoom >= FAR ? 'near' : zoom >= FARTHEST ? 'far' : 'farthest')

/** Says how far away the canvas is, and that it moves, without drawing anything again that does not depend on it. */
export function useZoomLevel(root: RefObject<HTMLElement | null>, { distance }: Gestures) {
  const flow = useReactFlow()
  const tell = ({ zoom }: { zoom: number }) => {
    const now = distanceAt(zoom)
    root.current?.toggleAttribute('data-far', now !== 'near')
    distance.set(now)
    root.current?.toggleAttribute('data-mid', now === 'near' && zoom < MIDDLE)
    if (now === 'near') return root.current?.style.setProperty('--mid-title', `${midTitle(zoom)}px`)
    const { size, lines } = farTitle(zoom)
    root.current?.style.setProperty('--far-title', `${size}px`)
    root.current?.style.setProperty('--far-lines', String(lines))
  }
  useOnViewportChange({ onChange: tell })
  useEffect(() => tell(flow.getViewport()))
  return {
    onMoveStart: () => root.current?.setAttribute('data-moving', ''),
    onMoveEnd: () => root.current?.removeAttribute('data-moving'),
  }
}
