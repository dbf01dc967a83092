import '@xyflow/react/dist/style.css'
import {
  Background,
  type Connection,
  type EdgeChange,
  MiniMap,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
} from '@xyflow/react'
import type { Step } from '#graph/operations.ts'
import { useStore } from '#web/lib/store.ts'
import { connecting, removing } from './edits.ts'
import { type CanvasEdge, type CanvasNode, flowEdges, flowNodes, noteOfKey } from './flow.ts'
import { StepCard } from './step-card.tsx'
import { useDraft } from './use-draft.ts'
import { useDrag } from './use-drag.ts'

const nodeTypes = { step: StepCard }

/** The graph as a picture that is edited: React Flow shows it, every change becomes an operation of the draft. */
export function Canvas() {
  return (
    <ReactFlowProvider>
      <Picture />
    </ReactFlowProvider>
  )
}

function Picture() {
  const draft = useDraft()
  const document = useStore(draft.document)
  const selection = useStore(draft.selection)
  const drag = useDrag(draft)
  const select = (changes: readonly (NodeChange<CanvasNode> | EdgeChange<CanvasEdge>)[], kind: 'node' | 'edge') => {
    const [nodes, edges, notes] = [new Set(selection.nodes), new Set(selection.edges), new Set(selection.notes)]
    for (const change of changes) {
      if (change.type !== 'select') continue
      const note = kind === 'node' ? noteOfKey(change.id) : null
      const set = kind === 'edge' ? edges : note === null ? nodes : notes
      if (change.selected) set.add(note ?? change.id)
      else set.delete(note ?? change.id)
    }
    draft.selection.set({ nodes, edges, notes })
  }
  const onNodesChange = (changes: NodeChange<CanvasNode>[]) => {
    if (changes.some(({ type }) => type === 'select')) select(changes, 'node')
    drag.follow(changes)
  }
  const onEdgesChange = (changes: EdgeChange<CanvasEdge>[]) => {
    if (changes.some(({ type }) => type === 'select')) select(changes, 'edge')
  }
  const onConnect = ({ source, sourceHandle, target }: Connection) => {
    const operation: Step = connecting(document, { node: source, port: sourceHandle ?? 'out' }, target)
    draft.perform(operation, { label: 'Connected two nodes' })
  }
  return (
    <ReactFlow<CanvasNode, CanvasEdge>
      nodes={drag.place(flowNodes(document, selection))}
      edges={flowEdges(document, selection)}
      nodeTypes={nodeTypes as never}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      onConnect={onConnect}
      onDelete={({ nodes, edges }) => {
        const operation = removing(
          document,
          nodes.map(({ id }) => id),
          edges.map(({ id }) => id),
        )
        if (operation) draft.perform(operation, { label: 'Deleted' })
      }}
      onlyRenderVisibleElements
      minZoom={0.1}
      maxZoom={2}
      fitView
    >
      <Background gap={24} />
      <MiniMap pannable zoomable />
    </ReactFlow>
  )
}
