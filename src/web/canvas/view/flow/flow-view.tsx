import { Background, type EdgeChange, type NodeChange, ReactFlow, useReactFlow } from '@xyflow/react'
import { type MouseEvent, useMemo, useRef, useState } from 'react'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { groupOfKey, noteOfKey } from '#web/canvas/model/graph/flow-keys.ts'

import { freeWay } from '#web/canvas/model/graph/ports.ts'
import { CARD } from '#web/canvas/model/graph/sizes.ts'
import { CommentPins } from '#web/canvas/panels/comments/comment-pins.tsx'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useChoosing } from '#web/canvas/tools/gestures/use-choosing.ts'
import { useConnecting } from '#web/canvas/tools/gestures/use-connecting.ts'
import { useDrag } from '#web/canvas/tools/gestures/use-drag.ts'
import { ContextMenu, type MenuPlace } from '#web/canvas/tools/surface/context-menu.tsx'
import { EdgeTools } from '#web/canvas/tools/surface/edge-tools.tsx'
import { FirstStep } from '#web/canvas/tools/surface/first-step.tsx'
import { SelectionBar } from '#web/canvas/tools/surface/selection-bar.tsx'
import { Toolbar } from '#web/canvas/tools/surface/toolbar.tsx'
import { type CanvasEdge, type CanvasNode, flowEdges, flowNodes } from '#web/canvas/view/nodes/flow-elements.ts'
import { useGestures } from '#web/canvas/view/nodes/gestures.ts'
import { GroupFrame } from '#web/canvas/view/nodes/group-frame.tsx'
import { NoteCard } from '#web/canvas/view/nodes/note-card.tsx'
import { StepCard } from '#web/canvas/view/nodes/step-card.tsx'
import { WayEdge } from '#web/canvas/view/nodes/way-edge.tsx'
import { PeopleLayer } from '#web/canvas/view/presence/presence-layer.tsx'
import { useStore } from '#web/lib/store.ts'
import { ConnectionLine } from './connection-line.tsx'
import { DragMarks } from './drag-marks.tsx'
import { FIT } from './moves.ts'
import { Overview } from './overview.tsx'
import { useCamera } from './use-camera.ts'
import { useSteady } from './use-stable-handlers.ts'
import { useFar } from './use-zoom-level.ts'

/** How React Flow behaves here, whatever is shown. Its own keys are off: those of the actions hold. */
const FIXED = {
  nodeTypes: { step: StepCard, note: NoteCard, frame: GroupFrame } as never,
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
  // A thousand nodes in a line are still seen whole.
  minZoom: 0.05,
  maxZoom: 2,
  fitView: true,
  fitViewOptions: FIT,
}
const MIDDLE_BUTTON = [1]

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
  const camera = useCamera(flow, draft, view, root)
  const menus = useMenus()
  const far = useFar(root, gestures)
  const handlers = useSteady({
    onNodesChange: (changes: NodeChange<CanvasNode>[]) => {
      choosing.select(changes, 'node')
      drag.follow(changes)
    },
    onEdgesChange: (changes: EdgeChange<CanvasEdge>[]) => choosing.select(changes, 'edge'),
    onPaneClick: choosing.letGoOfHidden,
    onSelectionStart: choosing.letGoOfHidden,
    onNodeDrag: drag.onDrag,
    onSelectionDrag: drag.onDrag,
    ...connect,
    ...useDoubleClicks(choosing.justLeft),
    ...useHovering(),
    ...far,
    onMoveStart: (event: unknown) => {
      far.onMoveStart()
      camera.onMoveStart(event)
    },
    ...menus.on,
  })
  return (
    <section
      ref={root}
      data-canvas=""
      aria-label="Canvas"
      className="@container relative min-h-0 min-w-0 shrink-0 grow basis-0 bg-paper md:min-w-96"
      {...camera.pointing}
    >
      <ReactFlow<CanvasNode, CanvasEdge>
        tabIndex={0}
        aria-label={`${document.nodes.length} nodes. Arrow keys walk along the connections.`}
        nodes={drag.place(nodes)}
        edges={edges}
        {...FIXED}
        onInit={camera.onInit}
        {...handlers}
        nodesDraggable={!readOnly}
        nodesConnectable={!readOnly}
        selectionOnDrag={tool === 'pointer'}
        panOnDrag={tool === 'pointer' ? MIDDLE_BUTTON : true}
      >
        <Background gap={24} />
        {minimap && <Overview />}
        <EdgeTools />
        <CommentPins />
        <PeopleLayer />
        <DragMarks places={drag.places} />
      </ReactFlow>
      {document.nodes.length === 0 && <FirstStep />}
      <SelectionBar />
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
  return { place, close: () => setPlace(null), on }
}

/** A double click opens a node, puts one into an edge, and adds one on empty canvas, wired to what was selected. */
function useDoubleClicks(justLeft: () => string | null) {
  const [draft, view] = [useDraft(), useView()]
  const flow = useReactFlow<CanvasNode, CanvasEdge>()
  const readOnly = () => draft.save.get().state === 'read_only'
  return {
    onNodeDoubleClick: (_: MouseEvent, { id }: CanvasNode) => {
      if (noteOfKey(id) === null && groupOfKey(id) === null) view.open.set(id)
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
