import { Background, MiniMap, ReactFlow, useOnViewportChange, useReactFlow } from '@xyflow/react'
import { type MouseEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { useStore } from '#web/lib/store.ts'
import { ConnectionLine } from './connection-line.tsx'
import { ContextMenu, type MenuPlace } from './context-menu.tsx'
import { NOTHING } from './draft.ts'
import { DragMarks } from './drag-marks.tsx'
import { EdgeTools } from './edge-tools.tsx'
import { FirstStep } from './first-step.tsx'
import { type CanvasEdge, type CanvasNode, flowEdges, flowNodes, noteOfKey } from './flow.ts'
import { useGestures } from './gestures.ts'
import { CARD } from './sizes.ts'
import { StepCard } from './step-card.tsx'
import { Toolbar } from './toolbar.tsx'
import { useCamera } from './use-camera.ts'
import { useChoosing } from './use-choosing.ts'
import { useConnecting } from './use-connecting.ts'
import { useDraft } from './use-draft.ts'
import { useDrag } from './use-drag.ts'
import { useView } from './use-view.ts'
import { WayEdge } from './way-edge.tsx'
import { freeWay } from './ways.ts'

/** Below this zoom, small texts on cards cannot be read; below the other, no text can. */
const FAR = 0.45
const MUCH_TOO_FAR = 0.25

/** How React Flow behaves here, whatever is shown. Its own keys are off: those of the actions hold. */
const FIXED = {
  nodeTypes: { step: StepCard } as never,
  edgeTypes: { way: WayEdge } as never,
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
  minZoom: 0.1,
  maxZoom: 2,
  fitView: true,
  fitViewOptions: { maxZoom: 1, padding: 0.15 },
}

/** The picture itself, inside the provider of React Flow. */
export function Picture() {
  const [draft, view, gestures] = [useDraft(), useView(), useGestures()]
  const flow = useReactFlow<CanvasNode, CanvasEdge>()
  const root = useRef<HTMLDivElement>(null)
  const document = useStore(draft.document)
  const selection = useStore(draft.selection)
  const { faces } = useStore(draft.looks)
  const tool = useStore(view.tool)
  const minimap = useStore(view.minimap)
  const readOnly = useStore(draft.save).state === 'read_only'
  const nodes = useMemo(() => flowNodes(document, selection, faces), [document, selection, faces])
  const edges = useMemo(() => flowEdges(document, selection), [document, selection])
  const drag = useDrag({ draft, view, gestures, flow, nodes })
  const choosing = useChoosing(draft, view)
  const connect = useConnecting(draft, view, flow)
  const pointer = useCamera(flow, draft, view, root)
  const menus = useMenus()
  const doubleClicks = useDoubleClicks(choosing.justLeft)
  const hovering = useHovering()
  const moving = useMoving(root)
  return (
    <section
      ref={root}
      data-canvas=""
      aria-label="Canvas"
      className="relative min-h-0 min-w-0 grow bg-paper"
      {...pointer}
    >
      <ReactFlow<CanvasNode, CanvasEdge>
        tabIndex={0}
        aria-label={`${document.nodes.length} nodes. Arrow keys walk along the connections.`}
        nodes={drag.place(nodes)}
        edges={edges}
        {...FIXED}
        onNodesChange={(changes) => {
          choosing.select(changes, 'node')
          drag.follow(changes)
        }}
        onEdgesChange={(changes) => choosing.select(changes, 'edge')}
        {...connect}
        onNodeDrag={drag.onDrag}
        onSelectionDrag={drag.onDrag}
        {...doubleClicks}
        {...hovering}
        {...menus.on}
        {...moving}
        nodesDraggable={!readOnly}
        nodesConnectable={!readOnly}
        selectionOnDrag={tool === 'pointer'}
        panOnDrag={tool === 'pointer' ? [1] : true}
      >
        <Background gap={24} />
        {minimap && document.nodes.length > 0 && (
          <MiniMap pannable zoomable ariaLabel="Map of the workflow" className="hidden sm:block" />
        )}
        <EdgeTools />
        <DragMarks places={drag.places} />
      </ReactFlow>
      {document.nodes.length === 0 && <FirstStep />}
      <Toolbar />
      <ContextMenu place={menus.place} onClose={menus.close} />
    </section>
  )
}

/** Which context menu is open. What is clicked is selected, unless it is part of a selection. */
function useMenus() {
  const draft = useDraft()
  const [place, setPlace] = useState<MenuPlace | null>(null)
  const open = (kind: MenuPlace['kind'], event: { preventDefault(): void; clientX: number; clientY: number }) => {
    event.preventDefault()
    setPlace({ kind, x: event.clientX, y: event.clientY })
  }
  const on = {
    onNodeContextMenu: (event: MouseEvent, { id }: CanvasNode) => {
      const { nodes, notes } = draft.selection.get()
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
  return { place, close: () => setPlace(null), on }
}

/** A double click opens a node, puts one into an edge, and adds one on empty canvas, wired to what was selected. */
function useDoubleClicks(justLeft: () => string | null) {
  const [draft, view] = [useDraft(), useView()]
  const flow = useReactFlow<CanvasNode, CanvasEdge>()
  const readOnly = () => draft.save.get().state === 'read_only'
  return {
    onNodeDoubleClick: (_: MouseEvent, { id }: CanvasNode) => {
      if (noteOfKey(id) === null) view.open.set(id)
    },
    onEdgeDoubleClick: (_: MouseEvent, { id }: CanvasEdge) => {
      if (!readOnly()) view.picker.set({ at: null, from: null, into: id })
    },
    onDoubleClick: ({ target, clientX, clientY }: MouseEvent) => {
      if (!(target instanceof Element) || !target.matches('.react-flow__pane') || readOnly()) return
      const { x, y } = flow.screenToFlowPosition({ x: clientX, y: clientY })
      const left = justLeft()
      const from = left === null ? null : freeWay(draft.document.get(), draft.looks.get().faces[left], left)
      view.picker.set({ at: { x, y: y - CARD.height / 2 }, from, into: null })
    },
  }
}

/** Over an edge its tools appear; over a node that an edge being drawn cannot end at, the reason is said. */
function useHovering() {
  const [view, { hovered }] = [useView(), useGestures()]
  return {
    onNodeMouseEnter: (_: MouseEvent, { id }: CanvasNode) => {
      const reason = view.linking.get()?.refused.get(id)
      if (reason) view.message.set({ text: reason, tone: 'bad' })
    },
    onEdgeMouseEnter: (_: MouseEvent, { id }: CanvasEdge) => hovered.set(id),
    onEdgeMouseLeave: () => hovered.set(null),
  }
}

/** Says on the element itself how far away the picture is, and that it moves: nothing is drawn again for it. */
function useMoving(root: RefObject<HTMLElement | null>) {
  const tell = ({ zoom }: { zoom: number }) => {
    const { dataset } = root.current ?? {}
    if (!dataset) return
    const far = zoom < MUCH_TOO_FAR ? 'much' : zoom < FAR ? '' : null
    if (far === null) delete dataset.far
    else if (dataset.far !== far) dataset.far = far
  }
  useOnViewportChange({ onChange: tell })
  return {
    onInit: ({ getViewport }: { getViewport: () => { zoom: number } }) => tell(getViewport()),
    onMoveStart: () => root.current?.setAttribute('data-moving', ''),
    onMoveEnd: () => root.current?.removeAttribute('data-moving'),
  }
}
