import { useOnViewportChange, useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect } from 'react'
import type { Gestures } from '#web/canvas/view/nodes/gestures.ts'

/** Below this zoom, small texts on cards cannot be read; below the other, no text can, and no port can be hit. */
const FAR = 0.45
export const MUCH_TOO_FAR = 0.25

/** Says how far away the picture is, and that it moves, without drawing anything again that does not depend on it. */
export function useZoomLevel(root: RefObject<HTMLElement | null>, { far }: Gestures) {
  const flow = useReactFlow()
  const tell = ({ zoom }: { zoom: number }) => {
    root.current?.toggleAttribute('data-far', zoom < FAR)
    far.set(zoom < MUCH_TOO_FAR)
  }
  useOnViewportChange({ onChange: tell })
  useEffect(() => tell(flow.getViewport()))
  return {
    onMoveStart: () => root.current?.setAttribute('data-moving', ''),
    onMoveEnd: () => root.current?.removeAttribute('data-moving'),
  }
}
