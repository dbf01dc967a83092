import type { MouseEvent } from 'react'
import { useView } from '#web/canvas/services/context/use-view.ts'
import type { CanvasEdge, CanvasNode } from '#web/canvas/view/nodes/flow-elements.ts'
import { useGestures } from '#web/canvas/view/nodes/gestures.ts'

/** Over a card and over an edge their tools appear; over a node that an edge being drawn cannot end at, the reason is said. */
export function useHovering() {
  const [view, { hovered, pointed }] = [useView(), useGestures()]
  return {
    onNodeMouseEnter: (_: MouseEvent, { id }: CanvasNode) => {
      const reason = view.linking.get()?.refused.get(id)
      if (reason) view.message.set({ text: reason, tone: 'bad' })
      pointed.enter(id)
    },
    onNodeMouseLeave: () => pointed.leave(),
    onEdgeMouseEnter: (_: MouseEvent, { id }: CanvasEdge) => hovered.set(id),
    onEdgeMouseLeave: () => hovered.set(null),
  }
}
