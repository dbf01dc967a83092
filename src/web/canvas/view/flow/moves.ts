/**
 * Moves the viewport. Requests made during a move continue from its target: of several keys pressed in a row, each
 * counts, in order.
 */
import { getViewportForBounds, type ReactFlowInstance, type Viewport } from '@xyflow/react'
import type { RefObject } from 'react'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { ClosedLoops } from '#web/canvas/model/graph/loops.ts'
import { type CanvasEdge, type CanvasNode, flowNodes } from '#web/canvas/view/nodes/flow-elements.ts'
import type { Store } from '#web/lib/store.ts'

const MOVE_MS = 180
const motion = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOVE_MS)
/** So much of the picture at each side is too near to its edge to look at. */
const EDGE = 0.2
/** How all of it is shown: never under the tools at the lower edge or the bar of what is selected. */
export const FIT = { maxZoom: 1, padding: { top: '60px', bottom: '76px', x: '6%' } } as const

export interface Moves {
  /** Where the picture is, or where the move under way leads. */
  now(): Viewport
  to(viewport: Viewport): void
  zoomTo(zoom: number): void
  zoomBy(factor: number): void
  /** Moves a place to the middle, unless it is well inside the flow view. */
  lookAt(place: { x: number; y: number }): void
  /** Shows everything, or these. */
  fit(ids?: readonly string[]): void
  /** Whether everything is being fitted in. */
  isFitting(): boolean
  /** The user is moving the viewport. */
  forget(): void
}

interface Bounds {
  minZoom: number
  maxZoom: number
  closedLoops: Store<ClosedLoops>
}

export function createMoves(
  flow: ReactFlowInstance<CanvasNode, CanvasEdge>,
  draft: Draft,
  root: RefObject<HTMLElement | null>,
  { minZoom, maxZoom, closedLoops }: Bounds,
): Moves {
  let heading: { viewport: Viewport; fits: boolean } | null = null
  const now = () => heading?.viewport ?? flow.getViewport()
  const size = () => ({ width: root.current?.clientWidth ?? 0, height: root.current?.clientHeight ?? 0 })
  const go = (viewport: Viewport, fits: boolean) => {
    const duration = motion()
    const own = { viewport, fits }
    heading = own
    const end = () => {
      if (heading === own) heading = null
    }
    void flow.setViewport(viewport, { duration }).then(end)
    // A move that is interrupted never reports its end: the viewport then stays the same frame after frame.
    const over = performance.now() + duration
    const watch = (before: Viewport | null) => {
      if (heading !== own) return
      const at = flow.getViewport()
      if (before !== null && performance.now() > over && isSame(at, before)) return end()
      requestAnimationFrame(() => watch(at))
    }
    requestAnimationFrame(() => watch(null))
  }
  const zoomTo = (wanted: number) => {
    const { x, y, zoom: from } = now()
    const { width, height } = size()
    const zoom = Math.min(maxZoom, Math.max(minZoom, wanted))
    const around = (middle: number, at: number) => middle - ((middle - at) * zoom) / from
    go({ x: around(width / 2, x), y: around(height / 2, y), zoom }, false)
  }
  return {
    now,
    to: (viewport) => go(viewport, false),
    zoomTo,
    zoomBy: (factor) => zoomTo(now().zoom * factor),
    lookAt: ({ x, y }) => {
      const { x: left, y: top, zoom } = now()
      const { width, height } = size()
      const isOff = (at: number, length: number) => at < length * EDGE || at > length * (1 - EDGE)
      if (isOff(x * zoom + left, width) || isOff(y * zoom + top, height))
        go({ x: width / 2 - x * zoom, y: height / 2 - y * zoom, zoom }, false)
    },
    fit: (ids) => {
      // From the draft: what it changed just now is not drawn yet.
      const { presentations } = draft.analysis.get()
      const all = flowNodes(draft.document.get(), draft.selection.get(), presentations, closedLoops.get())
      const { width, height } = size()
      const bounds = boundsOf(ids === undefined ? all : all.filter(({ id }) => ids.includes(id)))
      if (bounds === null || width === 0) return
      const viewport = getViewportForBounds(bounds, width, height, minZoom, FIT.maxZoom, FIT.padding)
      go(viewport, ids === undefined)
    },
    isFitting: () => heading?.fits === true,
    forget: () => {
      heading = null
    },
  }
}

const isSame = (a: Viewport, b: Viewport): boolean => a.x === b.x && a.y === b.y && a.zoom === b.zoom

function boundsOf(nodes: readonly CanvasNode[]): { x: number; y: number; width: number; height: number } | null {
  if (nodes.length === 0) return null
  const x = Math.min(...nodes.map(({ position }) => position.x))
  const y = Math.min(...nodes.map(({ position }) => position.y))
  const right = Math.max(...nodes.map(({ position, width = 0 }) => position.x + width))
  const bottom = Math.max(...nodes.map(({ position, height = 0 }) => position.y + height))
  return { x, y, width: right - x, height: bottom - y }
}
