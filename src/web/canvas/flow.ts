/** The document as React Flow draws it. What did not change keeps its object, so that only what changed is drawn again. */
import type { Edge as FlowEdge, Node as FlowNode } from '@xyflow/react'
import type { Edge, Note, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Selection } from './draft.ts'

export type StepFlowNode = FlowNode<{ node: WorkflowNode }, 'step'>
export type NoteFlowNode = FlowNode<{ note: Note }, 'note'>
export type CanvasNode = StepFlowNode | NoteFlowNode
export type CanvasEdge = FlowEdge<{ edge: Edge }, 'way'>

/** Notes and nodes share one space of ids in React Flow. */
export const noteKey = (id: string): string => `note:${id}`
export const noteOfKey = (key: string): string | null => (key.startsWith('note:') ? key.slice(5) : null)

const nodes = new WeakMap<WorkflowNode, StepFlowNode[]>()
const notes = new WeakMap<Note, NoteFlowNode[]>()
const edges = new WeakMap<Edge, CanvasEdge[]>()

/** The flow object of an item, one for each way it can be selected. */
function kept<Item extends object, Flow>(
  map: WeakMap<Item, Flow[]>,
  item: Item,
  selected: boolean,
  make: () => Flow,
): Flow {
  const known = map.get(item) ?? []
  const place = selected ? 1 : 0
  const flow = known[place] ?? make()
  known[place] = flow
  map.set(item, known)
  return flow
}

export function flowNodes(document: WorkflowDocument, selection: Selection): CanvasNode[] {
  return [
    ...document.notes.map((note) => {
      const selected = selection.notes.has(note.id)
      return kept(notes, note, selected, () => ({
        id: noteKey(note.id),
        type: 'note' as const,
        position: note.position,
        width: note.size.width,
        height: note.size.height,
        zIndex: -1,
        selected,
        data: { note },
      }))
    }),
    ...document.nodes.map((node) => {
      const selected = selection.nodes.has(node.id)
      return kept(nodes, node, selected, () => ({
        id: node.id,
        type: 'step' as const,
        position: node.position,
        selected,
        data: { node },
      }))
    }),
  ]
}

export const flowEdges = (document: WorkflowDocument, selection: Selection): CanvasEdge[] =>
  document.edges.map((edge) => {
    const selected = selection.edges.has(edge.id)
    return kept(edges, edge, selected, () => ({
      id: edge.id,
      type: 'way' as const,
      source: edge.from.node,
      sourceHandle: edge.from.port,
      target: edge.to.node,
      targetHandle: edge.to.port,
      selected,
      data: { edge },
    }))
  })
