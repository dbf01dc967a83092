import { type ReactFlowInstance, useStoreApi } from '@xyflow/react'
import { type RefObject, useEffect, useRef } from 'react'
import type { Draft } from '#web/canvas/draft.ts'
import { whetherWritingSince } from '#web/canvas/late-focus.ts'
import { CARD } from '#web/canvas/sizes.ts'
import type { View } from '#web/canvas/view.ts'
import type { CanvasEdge, CanvasNode } from './flow.ts'

const MOVE_MS = 180
const motion = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOVE_MS)
/** Free space around what is brought into the picture, in px. */
const AIR = 48

const focusOn = (root: HTMLElement | null, selector: string) => {
  // What was outside the picture is drawn a moment later.
  let tries = 0
  const writes = whetherWritingSince()
  const look = () => {
    const element = root?.querySelector<HTMLElement>(selector)
    if (writes()) return
    if (element) return element.focus({ preventScroll: true })
    tries += 1
    if (tries < 30) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Gives the view a hand on the picture, as long as the canvas is shown. */
export function useCamera(
  flow: ReactFlowInstance<CanvasNode, CanvasEdge>,
  draft: Draft,
  view: View,
  root: RefObject<HTMLElement | null>,
) {
  const store = useStoreApi()
  const pointer = useRef<{ x: number; y: number } | null>(null)
  /** The picture was moved since all of it was fitted in. */
  const moved = useRef(false)
  useEffect(() => {
    const reveal = (x: number, y: number) => {
      // The store hears of a new size a moment later.
      const { clientWidth: width = 0, clientHeight: height = 0 } = root.current ?? {}
      const { transform } = store.getState()
      const [left, top, zoom] = transform
      const [from, to] = [x * zoom + left, y * zoom + top]
      const [right, bottom] = [from + CARD.width * zoom, to + CARD.height * zoom]
      const dx = from < AIR ? AIR - from : right > width - AIR ? width - AIR - right : 0
      const dy = to < AIR ? AIR - to : bottom > height - AIR ? height - AIR - bottom : 0
      if (dx !== 0 || dy !== 0) void flow.setViewport({ x: left + dx, y: top + dy, zoom }, { duration: motion() })
    }
    view.camera.set({
      fit: (nodes) => {
        moved.current = nodes !== undefined
        const chosen = nodes?.map((id) => ({ id }))
        void flow.fitView({ ...(chosen && { nodes: chosen }), duration: motion(), maxZoom: 1, padding: 0.15 })
      },
      zoomBy: (factor) => {
        moved.current = true
        void flow.zoomTo(flow.getZoom() * factor, { duration: motion() })
      },
      zoomTo: (zoom) => {
        moved.current = true
        void flow.zoomTo(zoom, { duration: motion() })
      },
      center: () => {
        const box = root.current?.getBoundingClientRect()
        return flow.screenToFlowPosition({
          x: (box?.left ?? 0) + (box?.width ?? 0) / 2,
          y: (box?.top ?? 0) + (box?.height ?? 0) / 2,
        })
      },
      pointer: () => pointer.current && flow.screenToFlowPosition(pointer.current),
      show: (target, { focus = true } = {}) => {
        const { nodes, edges } = draft.document.get()
        const edge = 'edge' in target ? edges.find(({ id }) => id === target.edge) : undefined
        const id = 'node' in target ? target.node : edge?.from.node
        const place = nodes.find((node) => node.id === id)?.position
        if (place) reveal(place.x, place.y)
        const kind = 'node' in target ? 'node' : 'edge'
        const name = 'node' in target ? target.node : target.edge
        if (focus) focusOn(root.current, `.react-flow__${kind}[data-id="${CSS.escape(name)}"]`)
      },
      screenOf: (place) => flow.flowToScreenPosition(place),
    })
    return () => view.camera.set(null)
  }, [flow, draft, view, root, store])
  useRefit(view, draft, root, moved)
  const onMoveStart = (event: unknown) => {
    if (event !== null) moved.current = true
  }
  const pointing = {
    onPointerMove: ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      pointer.current = { x: clientX, y: clientY }
    },
    onPointerLeave: () => {
      pointer.current = null
    },
  }
  return { onMoveStart, pointing }
}

/**
 * When the window gets another size, what was fitted in is fitted in again; when a panel takes room, what is open or chosen alone
 * stays in the picture.
 */
function useRefit(view: View, draft: Draft, root: RefObject<HTMLElement | null>, moved: RefObject<boolean>) {
  useEffect(() => {
    const element = root.current
    if (!element) return
    let size = { width: innerWidth, height: innerHeight }
    let isFirst = true
    const look = () => {
      if (isFirst) {
        isFirst = false
        return
      }
      const isWindow = innerWidth !== size.width || innerHeight !== size.height
      size = { width: innerWidth, height: innerHeight }
      const camera = view.camera.get()
      if (isWindow && !moved.current) return camera?.fit()
      const [only, ...others] = draft.selection.get().nodes
      const node = view.open.get() ?? (others.length === 0 ? only : undefined)
      if (node !== undefined) camera?.show({ node }, { focus: false })
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [view, draft, root, moved])
}
