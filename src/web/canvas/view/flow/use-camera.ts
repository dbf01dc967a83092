import { type ReactFlowInstance, useStoreApi } from '@xyflow/react'
import { type RefObject, useEffect, useRef } from 'react'
import type { Draft } from '#web/canvas/model/draft/draft.ts'

import type { View } from '#web/canvas/model/draft/view.ts'
import { CARD } from '#web/canvas/model/graph/sizes.ts'
import { revealInLoops } from '#web/canvas/services/draft/closed-loops.ts'
import { focusStep } from '#web/canvas/view/frame/late-focus.ts'
import type { CanvasEdge, CanvasNode } from '#web/canvas/view/nodes/flow-elements.ts'
import { createMoves, FIT, type Moves } from './moves.ts'

/** Free space around what is brought into the flow view, in px. */
const AIR = 48
/** Where a phone would show cards that nobody can read, one begins with the first ones, this large. */
const READABLE = 0.6

/** Elsewhere one begins with the first cards where titles would be cut to a few letters otherwise. */
const LEGIBLE = { from: 0.2, zoom: 0.5 }

/** How large the first cards are where all of them, at `fitted`, could not be read; null where they can. @param width of the window, px */
export function readableZoom(fitted: number, width: number): number | null {
  const { from, zoom } = width < 640 ? { from: READABLE, zoom: READABLE } : LEGIBLE
  return fitted < from ? zoom : null
}

/** What the canvas shows when it opens: all of it, or as much as can be read. @returns whether that is less than all */
function beginOn({ getZoom, getNodes, setViewport }: ReactFlowInstance<CanvasNode, CanvasEdge>): boolean {
  const cards = getNodes().filter(({ type }) => type === 'step')
  const [first] = cards.toSorted((a, b) => a.position.x - b.position.x)
  const zoom = readableZoom(getZoom(), innerWidth)
  if (!first || zoom === null) return false
  const { x, y } = first.position
  void setViewport({ x: 24 - x * zoom, y: innerHeight / 4 - y * zoom, zoom })
  return true
}

/** The upper left corner of the map, in the picture; null while there is none. */
function mapIn(root: HTMLElement | null): { left: number; top: number } | null {
  const map = root?.querySelector('.react-flow__minimap')?.getBoundingClientRect()
  const box = root?.getBoundingClientRect()
  return map && box && map.width > 0 ? { left: map.left - box.left, top: map.top - box.top } : null
}

/** Brings a card into the flow view, with some air around it. */
const revealing =
  (moves: Moves, root: RefObject<HTMLElement | null>) =>
  ({ x, y }: { x: number; y: number }): void => {
    // The store hears of a new size a moment later.
    const { clientWidth: width = 0, clientHeight: height = 0 } = root.current ?? {}
    const { x: left, y: top, zoom } = moves.now()
    const [from, to] = [x * zoom + left, y * zoom + top]
    const [right, bottom] = [from + CARD.width * zoom, to + CARD.height * zoom]
    const dx = from < AIR ? AIR - from : right > width - AIR ? width - AIR - right : 0
    const map = mapIn(root.current)
    const lowest = map && right + dx > map.left ? map.top - AIR / 2 : height - 1.5 * AIR
    const dy = to < AIR ? AIR - to : bottom > lowest ? Math.max(AIR - to, lowest - bottom) : 0
    if (dx !== 0 || dy !== 0) moves.to({ x: left + dx, y: top + dy, zoom })
  }

/** So long after the canvas has appeared, the bars around it find their height: a narrow window breaks them into lines. */
const OPENING_MS = 2_000

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
  const moving = useRef<Moves | null>(null)
  useEffect(() => {
    const moves = createMoves(flow, draft, root, { ...store.getState(), closedLoops: view.closedLoops })
    moving.current = moves
    const reveal = revealing(moves, root)
    view.camera.set({
      fit: (nodes) => {
        moved.current = nodes !== undefined
        moves.fit(nodes)
      },
      panBy: (by) => {
        moved.current = true
        const { x, y, zoom } = moves.now()
        moves.to({ x: x + by.x, y: y + by.y, zoom })
      },
      zoomBy: (factor) => {
        moved.current = true
        moves.zoomBy(factor)
      },
      zoomTo: (wanted) => {
        moved.current = true
        moves.zoomTo(wanted)
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
        if (id !== undefined) revealInLoops(view, draft.document.get(), id)
        if (place) reveal(place)
        const kind = 'node' in target ? 'node' : 'edge'
        const name = 'node' in target ? target.node : target.edge
        const selector = `.react-flow__${kind}[data-id="${CSS.escape(name)}"]`
        if (focus) focusStep({ find: () => root.current?.querySelector<HTMLElement>(selector) })
      },
      lookAt: moves.lookAt,
      screenOf: (place) => flow.flowToScreenPosition(place),
    })
    return () => view.camera.set(null)
  }, [flow, draft, view, root, store])
  useRefit(view, draft, root, { moved, moving })
  const onMoveStart = (event: unknown) => {
    if (event === null) return
    moved.current = true
    moving.current?.forget()
    view.windows.presence.following.set(null)
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
 * stays in the picture, and what is being fitted in gets the room there is then.
 */
function useRefit(
  view: View,
  draft: Draft,
  root: RefObject<HTMLElement | null>,
  { moved, moving }: { moved: RefObject<boolean>; moving: RefObject<Moves | null> },
) {
  useEffect(() => {
    const element = root.current
    if (!element) return
    let size = { width: innerWidth, height: innerHeight }
    let isFirst = true
    const opened = performance.now()
    const look = () => {
      if (isFirst) {
        isFirst = false
        return
      }
      const isWindow = innerWidth !== size.width || innerHeight !== size.height
      size = { width: innerWidth, height: innerHeight }
      const camera = view.camera.get()
      const isOpening = performance.now() - opened < OPENING_MS
      if (((isWindow || isOpening) && !moved.current) || moving.current?.isFitting()) return camera?.fit()
      const [only, ...others] = draft.selection.get().nodes
      const node = view.open.get() ?? (others.length === 0 ? only : undefined)
      if (node !== undefined) camera?.show({ node }, { focus: false })
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [view, draft, root, moved, moving])
}
