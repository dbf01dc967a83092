import type { NodeChange } from '@xyflow/react'
import { useState } from 'react'
import type { Step } from '#graph/operations.ts'
import type { Draft } from './draft.ts'
import { type CanvasNode, noteOfKey } from './flow.ts'

type Places = Readonly<Record<string, { x: number; y: number }>>

/** What is being dragged stands where the pointer has it; the document learns of it once, when it is let go. */
export function useDrag(draft: Draft) {
  const [places, setPlaces] = useState<Places>({})
  const follow = (changes: readonly NodeChange<CanvasNode>[]) => {
    const moved = changes.flatMap((change) => (change.type === 'position' && change.position ? [change] : []))
    if (moved.length === 0) return
    const next: Record<string, { x: number; y: number }> = { ...places }
    for (const { id, position } of moved) if (position) next[id] = position
    if (moved.some(({ dragging }) => dragging)) return setPlaces(next)
    const steps = Object.entries(next).map(([key, { x, y }]): Step => {
      const position = { x: Math.round(x), y: Math.round(y) }
      const note = noteOfKey(key)
      return note === null ? { type: 'move', node_id: key, position } : { type: 'update_note', note_id: note, position }
    })
    setPlaces({})
    const label = steps.length === 1 ? 'Moved a node' : `Moved ${steps.length} nodes`
    draft.perform({ type: 'batch', operations: steps }, { label })
  }
  const place = (nodes: CanvasNode[]): CanvasNode[] =>
    nodes.map((node) => {
      const position = places[node.id]
      return position ? { ...node, position } : node
    })
  return { follow, place }
}
