import type { NodeChange, ReactFlowInstance } from '@xyflow/react'
import { useRef, useState } from 'react'
import type { Operation, Step } from '#graph/operations.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { View } from '#web/canvas/model/draft/view.ts'
import { type Drop, dropOf } from '#web/canvas/model/edits/drop.ts'
import { batch, connecting, inserting } from '#web/canvas/model/edits/edits.ts'
import { type Box, snap } from '#web/canvas/model/edits/snapping.ts'
import { groupOfKey, loopOfKey, noteOfKey } from '#web/canvas/model/graph/flow-keys.ts'
import { groupMoved } from '#web/canvas/model/graph/groups.ts'
import { loopBoxes, movedWithLoops } from '#web/canvas/model/graph/loops.ts'
import { type CanvasEdge, type CanvasNode, heightsOf } from '#web/canvas/view/nodes/flow-elements.ts'
import type { Gestures } from '#web/canvas/view/nodes/gestures.ts'
import { t } from '#web/lib/language.ts'

type Places = Readonly<Record<string, { x: number; y: number }>>

/** How near a neighbour's line must be to draw what is dragged, in px of the screen. */
const REACH = 6
const NONE: readonly never[] = []

const boxOf = (node: CanvasNode, place = node.position): Box => ({
  ...place,
  width: node.width ?? 0,
  height: node.height ?? 0,
})

function around(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  return { x, y, width: right - x, height: Math.max(...boxes.map((box) => box.y + box.height)) - y }
}

const moving = (places: Places): Step[] =>
  Object.entries(places).flatMap(([key, { x, y }]): Step[] => {
    // Groups and loops are positioned by their nodes.
    if (groupOfKey(key) !== null || loopOfKey(key) !== null) return []
    const position = { x: Math.round(x), y: Math.round(y) }
    const note = noteOfKey(key)
    return [note === null ? { type: 'move', node_id: key, position } : { type: 'update_note', note_id: note, position }]
  })

function connectingTo(draft: Draft, drop: Drop | null): { steps: Step[]; label: string } | null {
  if (!drop) return null
  const operation: Operation =
    drop.kind === 'insert'
      ? inserting(draft.document.get(), drop.node, drop.port, drop.edge)
      : connecting(draft.document.get(), drop.from, drop.to)
  const steps = operation.type === 'batch' ? operation.operations : [operation]
  return { steps, label: drop.kind === 'insert' ? t('Inserted node into connection') : t('Moved and connected node') }
}

/** Nodes with those that are dragged where they are now. */
const placed = (nodes: CanvasNode[], places: Places): CanvasNode[] =>
  Object.keys(places).length === 0
    ? nodes
    : nodes.map((node) => {
        const position = places[node.id]
        return position ? { ...node, position } : node
      })

interface Dragging {
  draft: Draft
  view: View
  gestures: Gestures
  flow: ReactFlowInstance<CanvasNode, CanvasEdge>
  nodes: readonly CanvasNode[]
}

/** The dragged node follows the pointer, snapped; the document is updated once, when it is dropped. */
export function useDrag({ draft, view, gestures, flow, nodes }: Dragging) {
  const [places, setPlaces] = useState<Places>({})
  const last = useRef<Places>({})
  const loose = useRef(false)
  const frame = useRef<number | null>(null)

  const settle = (wanted: Places): Places => {
    const dragged = nodes.filter(({ id }) => wanted[id])
    if (!view.snap.get() || loose.current || dragged.length === 0) {
      gestures.guides.set(NONE)
      return wanted
    }
    const others = nodes.filter(({ id, type }) => !wanted[id] && type === 'step').map((node) => boxOf(node))
    const box = around(dragged.map((node) => boxOf(node, wanted[node.id])))
    const { dx, dy, guides } = snap(box, others, REACH / flow.getZoom())
    gestures.guides.set(guides)
    return Object.fromEntries(Object.entries(wanted).map(([id, { x, y }]) => [id, { x: x + dx, y: y + dy }]))
  }
  const preview = (next: Places) => {
    const [[id, place] = []] = Object.entries(next)
    const single = Object.keys(next).length === 1 && id !== undefined && place && noteOfKey(id) === null
    gestures.drop.set(single ? dropOf(draft.document.get(), draft.analysis.get().presentations, id, place) : null)
  }
  const show = () => {
    frame.current = null
    const next = settle(last.current)
    preview(next)
    setPlaces(next)
  }
  const letGo = () => {
    const places = settle(last.current)
    preview(places)
    const steps = moving(places)
    const made = connectingTo(draft, gestures.drop.get())
    last.current = {}
    if (frame.current !== null) cancelAnimationFrame(frame.current)
    frame.current = null
    setPlaces({})
    gestures.drop.set(null)
    gestures.guides.set(NONE)
    const moved = steps.length === 1 ? t('Moved node') : t('Moved {count} nodes', { count: steps.length })
    const operation = batch([...steps, ...(made?.steps ?? [])])
    if (operation) draft.perform(operation, { label: made?.label ?? moved })
    if (made) view.message.set({ text: made.label, tone: 'info' })
  }
  /** Follows the changes React Flow tells of. */
  const follow = (changes: readonly NodeChange<CanvasNode>[]) => {
    const moved = changes.flatMap((change) => (change.type === 'position' && change.position ? [change] : []))
    if (moved.length === 0) return
    if (!moved.some(({ dragging }) => dragging)) {
      if (Object.keys(last.current).length > 0) letGo()
      return
    }
    gestures.pointed.clear()
    const wanted: Record<string, { x: number; y: number }> = {}
    for (const { id, position } of moved) {
      if (!position) continue
      const group = groupOfKey(id)
      Object.assign(wanted, { [id]: position }, group === null ? {} : groupMoved(draft.document.get(), group, position))
    }
    const heights = heightsOf(draft.document.get(), draft.analysis.get().presentations)
    const boxes = loopBoxes(draft.document.get(), view.closedLoops.get(), heights)
    last.current = movedWithLoops(draft.document.get(), boxes, wanted)
    // A mouse tells of more places than there are frames.
    frame.current ??= requestAnimationFrame(show)
  }
  /** With Alt held, nothing snaps. */
  const onDrag = ({ altKey }: { altKey: boolean }) => {
    loose.current = altKey
  }
  return { follow, place: (given: CanvasNode[]) => placed(given, places), places, onDrag }
}
