import { type FitViewOptions, type ReactFlowInstance, useStoreApi } from '@xyflow/react'
import { type RefObject, useEffect, useRef } from 'react'
import type { Draft } from '#web/canvas/draft.ts'
import { whetherWritingSince } from '#web/canvas/late-focus.ts'
import { following } from '#web/canvas/people/open.ts'
import { CARD } from '#web/canvas/sizes.ts'
import type { View } from '#web/canvas/view.ts'
import type { CanvasEdge, CanvasNode } from './flow.ts'
import { MUCH_TOO_FAR } from './use-far.ts'

const MOVE_MS = 180
const motion = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOVE_MS)
/** Free space around what is brought into the picture, in px. */
const AIR = 48
/** How all of it is shown: never under the tools at the lower edge or the bar of what is selected. */
export const FIT: FitViewOptions<CanvasNode> = { maxZoom: 1, padding: { top: '60px', bottom: '76px', x: '6%' } }
/** Where a phone would show cards that nobody can read, one begins with the first ones, this large. */
const READABLE = 0.6

/** Elsewhere one begins with the first cards where titles would not be drawn otherwise. */
const LEGIBLE = { from: MUCH_TOO_FAR, zoom: 0.5 }

/** What the canvas shows when it opens: all of it, or as much as can be read. @returns whether that is less than all */
function beginOn({ getZoom, getNodes, setViewport }: ReactFlowInstance<CanvasNode, CanvasEdge>): boolean {
  const cards = getNodes().filter(({ type }) => type === 'step')
  const [first] = cards.toSorted((a, b) => a.position.x - b.position.x)
  const isPhone = innerWidth < 640
  if (!first || getZoom() >= (isPhone ? READABLE : LEGIBLE.from)) return false
  const { x, y } = first.position
  const zoom = isPhone ? READABLE : LEGIBLE.zoom
  void setViewport({ x: 24 - x * zoom, y: innerHeight / 4 - y * zoom, zoom })
  return true
}

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

/** The upper left corner of the map, in the picture; null while there is none. */
function mapIn(root: HTMLElement | null): { left: number; top: number } | null {
  const map = root?.querySelector('.react-flow__minimap')?.getBoundingClientRect()
  const box = root?.getBoundingClientRect()
  return map && box && map.width > 0 ? { left: map.left - box.left, top: map.top - box.top } : null
}

/** Zooms in steps: a press while the one before is still under way goes on from where that one leads. */
function zooming(
  flow: ReactFlowInstance<CanvasNode, CanvasEdge>,
  { minZoom, maxZoom }: { minZoom: number; maxZoom: number },
) {
  /** Where the last step leads, and until when it is under way, ms. */
  let heading = { zoom: 1, until: 0 }
  const to = (wanted: number) => {
    const zoom = Math.min(maxZoom, Math.max(minZoom, wanted))
    heading = { zoom, until: performance.now() + motion() }
    void flow.zoomTo(zoom, { duration: motion() })
  }
  return {
    to,
    by: (factor: number) => to((performance.now() < heading.until ? heading.zoom : flow.getZoom()) * factor),
    forget: () => {
      heading.until = 0
    },
  }
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
      const map = mapIn(root.current)
      const lowest = map && right + dx > map.left ? map.top - AIR / 2 : height - 1.5 * AIR
      const dy = to < AIR ? AIR - to : bottom > lowest ? Math.max(AIR - to, lowest - bottom) : 0
      if (dx !== 0 || dy !== 0) void flow.setViewport({ x: left + dx, y: top + dy, zoom }, { duration: motion() })
    }
    const zoom = zooming(flow, store.getState())
    view.camera.set({
      fit: (nodes) => {
        moved.current = nodes !== undefined
        zoom.forget()
        const chosen = nodes?.map((id) => ({ id }))
        void flow.fitView({ ...FIT, ...(chosen && { nodes: chosen }), duration: motion() })
      },
      zoomBy: (factor) => {
        moved.current = true
        zoom.by(factor)
      },
      zoomTo: (wanted) => {
        moved.current = true
        zoom.to(wanted)
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
    if (event === null) return
    moved.current = true
    following(view).set(null)
  }
  const pointing = {
    onPointerMove: ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      pointer.current = { x: clientX, y: clientY }
    },
    onPointerLeave: () => {
      pointer.current = null
    },
  }
  const onInit = async () => {
    // Nodes that are drawn before the picture can be moved lose the first fitting in (React Flow 12).
    const { x, y, zoom } = flow.getViewport()
    if (x === 0 && y === 0 && zoom === 1) await flow.fitView(FIT)
    moved.current = beginOn(flow)
  }
  return { onInit, onMoveStart, pointing }
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
