import '@xyflow/react/dist/base.css'
import '#web/canvas/view/flow/canvas.css'
import { type EdgeChange, type NodeChange, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { type ReactNode, useMemo, useState } from 'react'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useChoosing } from '#web/canvas/tools/gestures/use-choosing.ts'
import { useConnecting } from '#web/canvas/tools/gestures/use-connecting.ts'
import { useDoubleClicks } from '#web/canvas/tools/gestures/use-double-clicks.ts'
import { useDrag } from '#web/canvas/tools/gestures/use-drag.ts'
import { useHovering } from '#web/canvas/tools/gestures/use-hovering.ts'
import { FlowView } from '#web/canvas/view/flow/flow-view.tsx'
import { type CanvasEdge, type CanvasNode, flowEdges, flowNodes } from '#web/canvas/view/nodes/flow-elements.ts'
import { createGestures, GesturesProvider, useGestures } from '#web/canvas/view/nodes/gestures.ts'
import { useStore } from '#web/lib/store.ts'
import { ContextMenu } from './context-menu.tsx'
import { EdgeTools } from './edge-tools.tsx'
import { FarName } from './far-name.tsx'
import { FirstStep } from './first-step.tsx'
import { NodeTools } from './node-tools.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import { useMenus } from './use-menus.ts'

/**
 * The editable flow view: React Flow shows it, every change becomes an operation of the draft.
 * @param children overlays of the flow view other than the tools
 */
export function Canvas({ children }: { children?: ReactNode }) {
  const [gestures] = useState(createGestures)
  return (
    <ReactFlowProvider>
      <GesturesProvider value={gestures}>
        <Surface>{children}</Surface>
      </GesturesProvider>
    </ReactFlowProvider>
  )
}

function Surface({ children }: { children: ReactNode }) {
  const [draft, view, gestures] = [useDraft(), useView(), useGestures()]
  const flow = useReactFlow<CanvasNode, CanvasEdge>()
  const document = useStore(draft.document)
  const selection = useStore(draft.selection)
  const { presentations } = useStore(draft.analysis)
  const closed = useStore(view.closedLoops)
  const nodes = useMemo(
    () => flowNodes(document, selection, presentations, closed),
    [document, selection, presentations, closed],
  )
  const edges = useMemo(() => flowEdges(document, selection, closed), [document, selection, closed])
  const drag = useDrag({ draft, view, gestures, flow, nodes })
  const choosing = useChoosing(draft, view)
  const menus = useMenus()
  const handlers = {
    onNodesChange: (changes: NodeChange<CanvasNode>[]) => {
      choosing.select(changes, 'node')
      drag.follow(changes)
    },
    onEdgesChange: (changes: EdgeChange<CanvasEdge>[]) => choosing.select(changes, 'edge'),
    onPaneClick: choosing.letGoOfHidden,
    onSelectionStart: choosing.letGoOfHidden,
    onNodeDrag: drag.onDrag,
    onSelectionDrag: drag.onDrag,
    ...useConnecting(draft, view, flow),
    ...useDoubleClicks(choosing.justLeft),
    ...useHovering(),
    ...menus.on,
  }
  return (
    <FlowView
      nodes={drag.place(nodes)}
      edges={edges}
      places={drag.places}
      handlers={handlers}
      layers={
        <>
          <EdgeTools />
          <NodeTools onMore={menus.openNode} />
          <FarName />
          {children}
        </>
      }
    >
      {document.nodes.length === 0 && <FirstStep />}
      <SelectionBar />
      <Toolbar />
      <ContextMenu place={menus.place} onClose={menus.close} />
    </FlowView>
  )
}
