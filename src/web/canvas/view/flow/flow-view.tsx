import { Background, ReactFlow, type ReactFlowProps, useReactFlow } from '@xyflow/react'
import { type ReactNode, useRef } from 'react'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import type { CanvasEdge, CanvasNode } from '#web/canvas/view/nodes/flow-elements.ts'
import { useGestures } from '#web/canvas/view/nodes/gestures.ts'
import { GroupFrame } from '#web/canvas/view/nodes/group-frame.tsx'
import { LoopFrame } from '#web/canvas/view/nodes/loop-frame.tsx'
import { NoteCard } from '#web/canvas/view/nodes/note-card.tsx'
import { PortEdge } from '#web/canvas/view/nodes/port-edge.tsx'
import { StepCard } from '#web/canvas/view/nodes/step-card.tsx'
import { PresenceLayer } from '#web/canvas/view/presence/presence-layer.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { ConnectionLine } from './connection-line.tsx'
import { DragMarks } from './drag-marks.tsx'
import { FIT } from './moves.ts'
import { Overview } from './overview.tsx'
import { useCamera } from './use-camera.ts'
import { useStableHandlers } from './use-stable-handlers.ts'
import { useZoomLevel } from './use-zoom-level.ts'

/** How React Flow behaves here, whatever is shown. Its own keys are off: those of the actions hold. */
const FIXED = {
  nodeTypes: { step: StepCard, note: NoteCard, frame: GroupFrame, loop: LoopFrame } as never,
  edgeTypes: { way: PortEdge } as never,
  connectionLineComponent: ConnectionLine,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: ['Shift', 'Meta', 'Control'],
  disableKeyboardA11y: true,
  zoomOnDoubleClick: false,
  elevateNodesOnSelect: false,
  nodeDragThreshold: 3,
  connectionRadius: 28,
  onlyRenderVisibleElements: true,
  // A thousand nodes in a line are still seen whole.
  minZoom: 0.05,
  maxZoom: 2,
  fitView: true,
  fitViewOptions: FIT,
}
const MIDDLE_BUTTON = [1]

/** What pointer and keyboard do, as React Flow tells of it. Every one is there: they stay the same functions from the first render on. */
export type FlowHandlers = Required<
  Pick<
    ReactFlowProps<CanvasNode, CanvasEdge>,
    | 'onNodesChange'
    | 'onEdgesChange'
    | 'onPaneClick'
    | 'onSelectionStart'
    | 'onNodeDrag'
    | 'onSelectionDrag'
    | 'onConnectStart'
    | 'onConnectEnd'
    | 'onConnect'
    | 'isValidConnection'
    | 'onDoubleClick'
    | 'onNodeDoubleClick'
    | 'onEdgeDoubleClick'
    | 'onNodeMouseEnter'
    | 'onNodeMouseLeave'
    | 'onEdgeMouseEnter'
    | 'onEdgeMouseLeave'
    | 'onNodeContextMenu'
    | 'onEdgeContextMenu'
    | 'onSelectionContextMenu'
    | 'onPaneContextMenu'
  >
>

export interface FlowViewProps {
  nodes: CanvasNode[]
  edges: CanvasEdge[]
  /** Where what is dragged is now, by key. */
  places: Readonly<Record<string, { x: number; y: number }>>
  handlers: FlowHandlers
  /** What lies on the graph and moves with it. */
  layers: ReactNode
  /** What lies over all of it, at fixed places. */
  children: ReactNode
}

/** The graph as React Flow draws it. What is done with it is given: this only shows it. Inside the provider of React Flow. */
export function FlowView({ nodes, edges, places, handlers, layers, children }: FlowViewProps) {
  const [draft, view, gestures] = [useDraft(), useView(), useGestures()]
  const flow = useReactFlow<CanvasNode, CanvasEdge>()
  const root = useRef<HTMLDivElement>(null)
  const tool = useStore(view.tool)
  const minimap = useStore(view.minimap)
  const readOnly = useStore(draft.save).state === 'read_only'
  const { length: count } = useStore(draft.document).nodes
  const camera = useCamera(flow, draft, view, root)
  const zoom = useZoomLevel(root, gestures)
  const steady = useStableHandlers({
    ...handlers,
    ...zoom,
    onMoveStart: (event: unknown) => {
      zoom.onMoveStart()
      camera.onMoveStart(event)
    },
  })
  return (
    <section
      ref={root}
      data-canvas=""
      aria-label={t('Canvas')}
      className="@container relative min-h-0 min-w-0 shrink-0 grow basis-0 bg-paper md:min-w-96"
      {...camera.pointing}
    >
      <ReactFlow<CanvasNode, CanvasEdge>
        tabIndex={0}
        aria-label={t('{count} nodes. Arrow keys walk along the connections.', { count })}
        nodes={nodes}
        edges={edges}
        {...FIXED}
        onInit={camera.onInit}
        {...steady}
        nodesDraggable={!readOnly}
        nodesConnectable={!readOnly}
        selectionOnDrag={tool === 'pointer'}
        panOnDrag={tool === 'pointer' ? MIDDLE_BUTTON : true}
      >
        <Background gap={24} />
        {minimap && <Overview />}
        {layers}
        <PresenceLayer />
        <DragMarks places={places} />
      </ReactFlow>
      {children}
    </section>
  )
}
