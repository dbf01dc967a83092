import { type MouseEvent, useState } from 'react'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { groupOfKey, loopOfKey, noteOfKey } from '#web/canvas/model/graph/flow-keys.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import type { CanvasEdge, CanvasNode } from '#web/canvas/view/nodes/flow-elements.ts'
import type { MenuPlace } from './context-menu.tsx'

/** Which context menu is open. What is clicked is selected, unless it is part of a selection. */
export function useMenus() {
  const draft = useDraft()
  const [place, setPlace] = useState<MenuPlace | null>(null)
  const open = (kind: MenuPlace['kind'], event: { preventDefault(): void; clientX: number; clientY: number }) => {
    event.preventDefault()
    setPlace({ kind, x: event.clientX, y: event.clientY })
  }
  const on = {
    onNodeContextMenu: (event: MouseEvent, { id }: CanvasNode) => {
      const loop = loopOfKey(id)
      if (loop !== null) {
        draft.selection.set({ ...NOTHING, nodes: new Set([loop]) })
        return open('node', event)
      }
      const { nodes, notes } = draft.selection.get()
      const group = draft.document.get().groups.find((each) => each.id === groupOfKey(id))
      if (group) {
        draft.selection.set({ ...NOTHING, nodes: new Set(group.nodes) })
        return open('selection', event)
      }
      const note = noteOfKey(id)
      const many = nodes.size + notes.size > 1 && (note === null ? nodes.has(id) : notes.has(note))
      if (!many)
        draft.selection.set({ ...NOTHING, ...(note === null ? { nodes: new Set([id]) } : { notes: new Set([note]) }) })
      open(many ? 'selection' : note === null ? 'node' : 'note', event)
    },
    onEdgeContextMenu: (event: MouseEvent, { id }: CanvasEdge) => {
      draft.selection.set({ ...NOTHING, edges: new Set([id]) })
      open('edge', event)
    },
    onSelectionContextMenu: (event: MouseEvent) => open('selection', event),
    onPaneContextMenu: (event: MouseEvent | globalThis.MouseEvent) => open('canvas', event),
  }
  const openNode = (at: { x: number; y: number }) => setPlace({ kind: 'node', ...at })
  return { place, close: () => setPlace(null), openNode, on }
}
