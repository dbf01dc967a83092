import { type EdgeChange, type NodeChange, useStoreApi } from '@xyflow/react'
import { useRef } from 'react'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { View } from '#web/canvas/model/draft/view.ts'
import { noteOfKey } from '#web/canvas/model/graph/flow-keys.ts'
import { hiddenNodes } from '#web/canvas/model/graph/groups.ts'
import type { CanvasEdge, CanvasNode } from '#web/canvas/view/nodes/flow-elements.ts'

/** A double click empties the selection with its first click; until then what was selected counts, in ms. */
const JUST_MS = 700

/** Selecting with the pointer, as React Flow tells of it. */
export function useChoosing(draft: Draft, view: View) {
  const before = useRef<{ node: string; at: number } | null>(null)
  const flow = useStoreApi()
  /** Nodes inside of collapsed groups are unknown to React Flow: it does not let go of them when something else is chosen. */
  const letGoOfHidden = () => {
    const { nodes, ...rest } = draft.selection.get()
    if (nodes.size === 0 || flow.getState().multiSelectionActive) return
    const hidden = hiddenNodes(draft.document.get())
    const seen = new Set([...nodes].filter((id) => !hidden.has(id)))
    if (seen.size < nodes.size) draft.selection.set({ ...rest, nodes: seen })
  }
  const select = (changes: readonly (NodeChange<CanvasNode> | EdgeChange<CanvasEdge>)[], kind: 'node' | 'edge') => {
    const chosen = changes.flatMap((change) => (change.type === 'select' ? [change] : []))
    if (chosen.length === 0) return
    if (chosen.some(({ selected }) => selected)) letGoOfHidden()
    const selection = draft.selection.get()
    const [nodes, edges, notes] = [new Set(selection.nodes), new Set(selection.edges), new Set(selection.notes)]
    for (const { id, selected } of chosen) {
      const note = kind === 'node' ? noteOfKey(id) : null
      const set = kind === 'edge' ? edges : note === null ? nodes : notes
      if (selected) set.add(note ?? id)
      else set.delete(note ?? id)
    }
    const [was] = selection.nodes
    if (selection.nodes.size === 1 && was !== undefined && nodes.size === 0)
      before.current = { node: was, at: Date.now() }
    draft.selection.set({ nodes, edges, notes })
    // Open settings follow what is chosen.
    const [now] = nodes
    const open = view.open.get()
    if (nodes.size === 1 && now !== undefined && open !== null && open !== now) view.open.set(now)
  }
  /** The node that was selected a moment ago. */
  const justLeft = () => (before.current && Date.now() - before.current.at < JUST_MS ? before.current.node : null)
  return { select, letGoOfHidden, justLeft }
}
