import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { saidOfAll } from '#web/canvas/services/analysis/said.ts'
import '@xyflow/react/dist/base.css'
import '#web/canvas/view/flow/canvas.css'
import { Background, ReactFlow, ReactFlowProvider } from '@xyflow/react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Difference } from '#web/canvas/model/diff/diff.ts'
import { CARD } from '#web/canvas/model/graph/sizes.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'

import {
  type DiffEdge,
  type DiffItem,
  diffBackground,
  diffEdges,
  diffNodes,
  fitBoth,
  marksOf,
  type Viewport,
  type Which,
} from './compare-flow.ts'
import { DiffFrame, DiffNoteCard } from './diff-background.tsx'
import { DiffCard } from './diff-card.tsx'

const nodeTypes = { diff: DiffCard, note: DiffNoteCard, frame: DiffFrame } as never

/** What nodes look like; known a moment after the document. */
function useFaces(document: WorkflowDocument): Readonly<Record<string, NodePresentation>> {
  const [presentations, setFaces] = useState<Readonly<Record<string, NodePresentation>>>({})
  useEffect(() => {
    let gone = false
    ask('analyse', document).then(
      (analysis) => !gone && setFaces(saidOfAll(analysis.presentations)),
      // Without them the cards show titles only.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [document])
  return presentations
}

export interface CompareGraphsProps {
  before: { document: WorkflowDocument; label: string }
  after: { document: WorkflowDocument; label: string }
  difference: Difference
  /** Brought into the middle and ringed, by its id in either document; a new object shows it again. */
  shown: { before: string | null; after: string | null } | null
}

/** Of one of the pictures, in px. */
function sizeOf(root: HTMLElement | null): { width: number; height: number } {
  const box = root?.firstElementChild?.getBoundingClientRect()
  return { width: box?.width ?? 0, height: box?.height ?? 0 }
}

/**
 * Fits both views, again whenever they are resized: they are next to or above each other depending on the width of the
 * window.
 */
function useFitted(
  root: RefObject<HTMLElement | null>,
  [before, after]: readonly [WorkflowDocument, WorkflowDocument],
  show: (viewport: Viewport) => void,
) {
  useEffect(() => {
    const first = root.current?.firstElementChild
    if (!first) return
    const observer = new ResizeObserver(() => show(fitBoth([before, after], sizeOf(root.current))))
    observer.observe(first)
    return () => observer.disconnect()
  }, [root, before, after, show])
}

/**
 * Both graphs side by side; moving or zooming one moves the other. If there was nothing before, the later one gets all
 * the space.
 */
export function CompareGraphs({ before, after, difference, shown }: CompareGraphsProps) {
  const root = useRef<HTMLDivElement>(null)
  const [viewport, setViewport] = useState<Viewport | null>(null)
  useFitted(root, [before.document, after.document], setViewport)
  useEffect(() => {
    if (!shown) return
    const find = (document: WorkflowDocument, id: string | null) => document.nodes.find((node) => node.id === id)
    const place = (find(after.document, shown.after) ?? find(before.document, shown.before))?.position
    if (!place) return
    const { width, height } = sizeOf(root.current)
    setViewport((now) => {
      const zoom = Math.max(now?.zoom ?? 1, 0.6)
      return {
        zoom,
        x: width / 2 - (place.x + CARD.width / 2) * zoom,
        y: height / 2 - (place.y + CARD.height / 2) * zoom,
      }
    })
  }, [shown, before.document, after.document])
  const isFirst = before.document.nodes.length + before.document.notes.length === 0
  const side = (which: Which) => ({
    ...(which === 'before' ? before : after),
    which,
    difference,
    viewport: viewport ?? { x: 0, y: 0, zoom: 1 },
    onViewport: setViewport,
    shown: shown?.[which] ?? null,
  })
  return (
    <div
      ref={root}
      className={`grid min-h-0 grow grid-cols-1 gap-2 ${isFirst ? '' : 'max-md:grid-rows-2 md:grid-cols-2'}`}
    >
      {!isFirst && <Graph {...side('before')} />}
      <Graph {...side('after')} />
    </div>
  )
}

interface GraphProps {
  document: WorkflowDocument
  label: string
  which: Which
  difference: Difference
  viewport: Viewport
  onViewport: (viewport: Viewport) => void
  shown: string | null
}

function Graph({ document, label, which, difference, viewport, onViewport, shown }: GraphProps) {
  const presentations = useFaces(document)
  const marks = useMemo(() => marksOf(difference, which), [difference, which])
  const nodes = useMemo(
    (): DiffItem[] => [
      ...diffBackground(document, difference, { presentations, which }),
      ...diffNodes(document, marks, { presentations, shown }),
    ],
    [document, difference, which, marks, presentations, shown],
  )
  const edges = useMemo(() => diffEdges(document, difference, which), [document, difference, which])
  return (
    <section
      aria-label={`${label}, ${which}`}
      className="relative min-h-0 overflow-hidden rounded border border-line bg-paper"
    >
      <h3 className="pointer-events-none absolute top-2 left-2 z-10 max-w-[90%] truncate rounded-sm bg-surface px-2 py-1 font-medium text-base shadow-xs">
        <bdi>{label}</bdi>
      </h3>
      <ReactFlowProvider>
        <ReactFlow<DiffItem, DiffEdge>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          viewport={viewport}
          onViewportChange={onViewport}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          onlyRenderVisibleElements
          minZoom={0.1}
          maxZoom={2}
        >
          <Background gap={24} />
        </ReactFlow>
      </ReactFlowProvider>
    </section>
  )
}
