import type { Connection, FinalConnectionState, OnConnectStartParams, ReactFlowInstance } from '@xyflow/react'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { View } from '#web/canvas/model/draft/view.ts'
import { connecting } from '#web/canvas/model/edits/edits.ts'
import { freePort } from '#web/canvas/model/graph/ports.ts'
import { mayConnect, type OutputPort, refusedEnds } from '#web/canvas/model/graph/refusals.ts'
import { CARD } from '#web/canvas/model/graph/sizes.ts'
import type { CanvasEdge, CanvasNode } from '#web/canvas/view/nodes/flow-elements.ts'
import { t } from '#web/lib/language.ts'

const pointOf = (event: MouseEvent | TouchEvent) => {
  const point = 'changedTouches' in event ? event.changedTouches[0] : event
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 }
}

/** The node whose card is under the pointer. */
const nodeAt = ({ x, y }: { x: number; y: number }): string | null =>
  document.elementFromPoint(x, y)?.closest('.react-flow__node-step')?.getAttribute('data-id') ?? null

/** Drawing an edge: what cannot be its end dims, what is refused is said, and on empty canvas one chooses the next node. */
export function useConnecting(draft: Draft, view: View, flow: ReactFlowInstance<CanvasNode, CanvasEdge>) {
  const presentations = () => draft.analysis.get().presentations

  const connect = (from: OutputPort, to: string) => {
    const may = mayConnect(draft.document.get(), presentations(), from, to)
    if (may !== true) return view.message.set({ text: may, tone: 'bad' })
    const title = (id: string) => draft.document.get().nodes.find((node) => node.id === id)?.title ?? id
    const label = t('Connected “{title}” to “{title2}”', { title: title(from.node), title2: title(to) })
    draft.perform(connecting(draft.document.get(), from, to), { label })
  }
  const onConnectStart = (_: MouseEvent | TouchEvent, { nodeId, handleId, handleType }: OnConnectStartParams) => {
    if (nodeId === null || handleType === null) return
    const way = { node: nodeId, port: handleId ?? 'out' }
    view.linking.set({ node: nodeId, refused: refusedEnds(draft.document.get(), presentations(), way, handleType) })
  }
  /** Let go over a card, it need not be over its dot. */
  const over = (state: FinalConnectionState, target: string) => {
    const handle = state.fromHandle
    if (!handle || handle.nodeId === target) return
    if (handle.type === 'source') return connect({ node: handle.nodeId, port: handle.id ?? 'out' }, target)
    const way = freePort(draft.document.get(), presentations()[target], target)
    if (way) connect(way, handle.nodeId)
    else view.message.set({ text: view.linking.get()?.refused.get(target) ?? t('It has no output.'), tone: 'bad' })
  }
  const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    const point = pointOf(event)
    const target = state.toHandle?.nodeId ?? nodeAt(point)
    const handle = state.fromHandle
    if (target !== null) {
      if (state.isValid !== true) over(state, target)
    } else if (handle && draft.save.get().state !== 'read_only') {
      const { x, y } = flow.screenToFlowPosition(point)
      const source = handle.type === 'source'
      const from = source ? { node: handle.nodeId, port: handle.id ?? 'out' } : null
      // Its dot comes to lie where the edge was dropped.
      const at = { x: source ? x : x - CARD.width, y: y - CARD.height / 2 }
      view.picker.set({ at, from, into: null, ...(!source && { to: handle.nodeId }) })
    }
    view.linking.set(null)
  }
  const onConnect = ({ source, sourceHandle, target }: Connection) =>
    connect({ node: source, port: sourceHandle ?? 'out' }, target)
  const isValidConnection = ({ source, sourceHandle, target }: Connection | CanvasEdge) =>
    mayConnect(draft.document.get(), presentations(), { node: source, port: sourceHandle ?? 'out' }, target) === true
  return { onConnectStart, onConnectEnd, onConnect, isValidConnection }
}
