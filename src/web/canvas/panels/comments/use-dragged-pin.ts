import { useReactFlow } from '@xyflow/react'
import { type PointerEvent, useRef, useState } from 'react'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { refusalOf } from '#web/canvas/services/queries/refusal.ts'
import type { PlacedPin } from './threads.ts'
import { useCommentVerbs } from './use-comments.ts'

interface Held {
  key: string
  place: { x: number; y: number }
}

/** A press that moves less than this is a click, in px. */
const FIRM = 4

/** The node whose card is under the pointer; pins lie over cards. */
const nodeUnder = (x: number, y: number): string | null => {
  const card = document.elementsFromPoint(x, y).find((element) => element.closest('.react-flow__node-step'))
  return card?.closest('.react-flow__node-step')?.getAttribute('data-id') ?? null
}

/** A pin that is dragged: let go over a card it is of that node, elsewhere of that place. */
export function useDraggedPin() {
  const flow = useReactFlow()
  const view = useView()
  const { change } = useCommentVerbs()
  const [held, setHeld] = useState<Held | null>(null)
  const from = useRef<{ x: number; y: number; moved: boolean } | null>(null)
  const drop = async ({ threads }: PlacedPin, x: number, y: number) => {
    const node = nodeUnder(x, y)
    const point = flow.screenToFlowPosition({ x, y }, { snapToGrid: false })
    const pin = node === null ? { point: { x: Math.round(point.x), y: Math.round(point.y) } } : { node_id: node }
    try {
      for (const { root } of threads) await change(root.id, pin)
    } catch (error) {
      view.message.set({ text: refusalOf(error), tone: 'bad' })
    }
    setHeld(null)
  }
  const dragging = (pin: PlacedPin, click: () => void) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY, moved: false }
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
      const start = from.current
      if (!start) return
      start.moved ||= Math.hypot(x - start.x, y - start.y) > FIRM
      if (start.moved) setHeld({ key: pin.key, place: flow.screenToFlowPosition({ x, y }, { snapToGrid: false }) })
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (from.current?.moved) void drop(pin, clientX, clientY)
    },
    onPointerCancel: () => {
      from.current = null
      setHeld(null)
    },
    // The press that ends a drag is a click as well; one of the keyboard begins with none.
    onClick: () => {
      const moved = from.current?.moved === true
      from.current = null
      if (!moved) click()
    },
  })
  return { held, dragging }
}
