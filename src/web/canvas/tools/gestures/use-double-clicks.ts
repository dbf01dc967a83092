import { useReactFlow } from '@xyflow/react'
import type { MouseEvent } from 'react'
import { groupOfKey, loopOfKey, noteOfKey } from '#web/canvas/model/graph/flow-keys.ts'
import { freePort } from '#web/canvas/model/graph/ports.ts'
import { CARD } from '#web/canvas/model/graph/sizes.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import type { CanvasEdge, CanvasNode } from '#web/canvas/view/nodes/flow-elements.ts'

/** A double click opens a node, puts one into an edge, and adds one on empty canvas, wired to what was selected. */
export function useDoubleClicks(justLeft: () => string | null) {
  const [draft, view] = [useDraft(), useView()]
  const flow = useReactFlow<CanvasNode, CanvasEdge>()
  const readOnly = () => draft.save.get().state === 'read_only'
  return {
    onNodeDoubleClick: (_: MouseEvent, { id }: CanvasNode) => {
      if (noteOfKey(id) === null && groupOfKey(id) === null) view.open.set(loopOfKey(id) ?? id)
    },
    onEdgeDoubleClick: (_: MouseEvent, { id }: CanvasEdge) => {
      if (!readOnly()) view.picker.set({ at: null, from: null, into: id })
    },
    onDoubleClick: ({ target, clientX, clientY }: MouseEvent) => {
      if (!(target instanceof Element) || !target.matches('.react-flow__pane') || readOnly()) return
      const { x, y } = flow.screenToFlowPosition({ x: clientX, y: clientY })
      const left = justLeft()
      const from = left === null ? null : freePort(draft.document.get(), draft.analysis.get().presentations[left], left)
      view.picker.set({ at: { x, y: y - CARD.height / 2 }, from, into: null })
    },
  }
}
