/** The document as React Flow draws it. What did not change keeps its object, so that only what changed is drawn again. */

import { type Edge as FlowEdge, type Node as FlowNode, type NodeHandle, Position } from '@xyflow/react'
import type { Edge, Group, Note, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { loopBodies } from '#graph/loop-bodies.ts'
import type { Selection } from '#web/canvas/model/draft/draft.ts'
import { groupKey, loopKey, noteKey } from '#web/canvas/model/graph/flow-keys.ts'
import { type GroupBox, groupBoxes, hiddenNodes, shownEdges } from '#web/canvas/model/graph/groups.ts'
import {
  type ClosedLoops,
  hiddenByLoops,
  type LoopBox,
  loopBoxes,
  withoutHidden,
} from '#web/canvas/model/graph/loops.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { CARD, cardHeight, portTop } from '#web/canvas/model/graph/sizes.ts'
import { t } from '#web/lib/language.ts'

/** What a card needs to be wired. */
export type Ends = Pick<NodePresentation, 'ports' | 'trigger'>
/** `inside`: how many steps a collapsed loop hides; null for any other node. */
export type StepFlowNode = FlowNode<{ node: WorkflowNode; guess: Ends | null; inside: number | null }, 'step'>
export type NoteFlowNode = FlowNode<{ note: Note }, 'note'>
export type GroupFlowNode = FlowNode<{ group: Group }, 'frame'>
export type LoopFlowNode = FlowNode<{ loop: WorkflowNode; count: number }, 'loop'>
export type CanvasNode = StepFlowNode | NoteFlowNode | GroupFlowNode | LoopFlowNode
export type CanvasEdge = FlowEdge<{ edge: Edge }, 'way'>

interface Kept<Flow> {
  /** Its dependencies other than the item. */
  of: readonly unknown[]
  flow: Flow
}

/** The flow object of an item; made again when anything it is made of has changed. */
function kept<Item extends object, Flow>(
  map: WeakMap<Item, Kept<Flow>>,
  item: Item,
  of: readonly unknown[],
  make: () => Flow,
): Flow {
  const known = map.get(item)
  if (known?.of.every((part, index) => Object.is(part, of[index]))) return known.flow
  const flow = make()
  map.set(item, { of, flow })
  return flow
}

/** Side of a port's dot, in px. */
export const DOT = 12

let one: Ends | null = null
/** Of a card that nothing is known of yet. Made when it is first needed: then the texts of the language are there. */
const unseen = (): Ends => {
  one ??= { ports: [{ name: 'out', title: ownWord('Out', 'node') }], trigger: false }
  return one
}
export const portsOf = (presentation: Ends | undefined) => (presentation ?? unseen()).ports

const guesses = new WeakMap<WorkflowDocument['edges'], ReadonlyMap<string, Ends>>()

/** The ends that the connections of a document use: what is drawn of a card until the worker has looked at it. */
function guessed({ nodes, edges }: WorkflowDocument): ReadonlyMap<string, Ends> {
  const known = guesses.get(edges)
  if (known) return known
  const led = new Set(edges.map(({ to }) => to.node))
  const used = Map.groupBy(edges, ({ from }) => from.node)
  const guess = new Map(
    nodes.map(({ id }): [string, Ends] => {
      const names = [...new Set(used.get(id)?.map(({ from }) => from.port))]
      const ports = names.length === 0 ? unseen().ports : names.map((name) => ({ name, title: name }))
      return [id, { ports, trigger: !led.has(id) }]
    }),
  )
  guesses.set(edges, guess)
  return guess
}

/** Where the ports of a card are, so that edges to cards outside the picture can be drawn without drawing these. */
export function handlesOf(ports: NodePresentation['ports'], hasWayIn: boolean): NodeHandle[] {
  const size = { width: DOT, height: DOT }
  const middle = cardHeight(ports.length) / 2
  const out = ports.map(
    ({ name }, index): NodeHandle => ({
      ...size,
      id: name,
      type: 'source',
      position: Position.Right,
      x: CARD.width - DOT / 2,
      y: portTop(index, ports.length) - DOT / 2,
    }),
  )
  if (!hasWayIn) return out
  return [{ ...size, id: 'in', type: 'target', position: Position.Left, x: -DOT / 2, y: middle - DOT / 2 }, ...out]
}

/** Heights of the cards of a document, in px. */
export const heightsOf = (
  { nodes }: WorkflowDocument,
  presentations: Readonly<Record<string, NodePresentation>>,
): Record<string, number> =>
  Object.fromEntries(nodes.map(({ id }) => [id, cardHeight(portsOf(presentations[id]).length)]))

const spoken = ({ title, disabled }: WorkflowNode, presentation: NodePresentation | undefined): string =>
  [title, presentation?.kind, disabled ? t('switched off') : null, presentation?.sentence].filter(Boolean).join('. ')

function stepNode(
  node: WorkflowNode,
  selected: boolean,
  presentation: NodePresentation | undefined,
  guess: Ends | null,
  inside: number | null,
): StepFlowNode {
  const { ports, trigger } = presentation ?? guess ?? unseen()
  const size = { width: CARD.width, height: cardHeight(ports.length) }
  return {
    id: node.id,
    type: 'step',
    position: node.position,
    ...size,
    // Known without being drawn: a card is as large as its ports need.
    measured: size,
    handles: handlesOf(ports, !trigger),
    selected,
    ariaLabel: spoken(node, presentation),
    domAttributes: { tabIndex: selected ? 0 : -1, 'aria-roledescription': t('step') },
    data: { node, guess, inside },
  }
}

const NONE_CLOSED: ClosedLoops = new Set()

const nodes = new WeakMap<WorkflowNode, Kept<StepFlowNode>>()
const notes = new WeakMap<Note, Kept<NoteFlowNode>>()
const groups = new WeakMap<Group, Kept<GroupFlowNode>>()
const loops = new WeakMap<WorkflowNode, Kept<LoopFlowNode>>()
const edges = new WeakMap<Edge, Kept<CanvasEdge>>()

/** A frame lies behind its nodes and lets the pointer through except on its title; a collapsed group is a card. */
function groupNode({ group, x, y, width, height }: GroupBox): GroupFlowNode {
  const size = { width, height }
  const port = { width: DOT, height: DOT, y: height / 2 - DOT / 2 }
  const ports: NodeHandle[] = [
    { ...port, id: 'in', type: 'target', position: Position.Left, x: -DOT / 2 },
    { ...port, id: 'out', type: 'source', position: Position.Right, x: width - DOT / 2 },
  ]
  return {
    id: groupKey(group.id),
    // React Flow draws its own kind `group` with a border.
    type: 'frame',
    position: { x, y },
    ...size,
    measured: size,
    ...(group.collapsed ? { handles: ports } : { zIndex: -2, style: { pointerEvents: 'none' as const } }),
    selectable: false,
    focusable: false,
    dragHandle: '.group-head',
    ariaLabel: t('Group {title}, {count} nodes', { title: group.title, count: group.nodes.length }),
    data: { group },
  }
}

/** A loop is a frame around its card and its body, behind groups and notes; it is dragged by its title. */
const loopNode = ({ loop, body, depth, x, y, width, height }: LoopBox): LoopFlowNode => ({
  id: loopKey(loop.id),
  type: 'loop',
  position: { x, y },
  width,
  height,
  measured: { width, height },
  zIndex: depth - 12,
  style: { pointerEvents: 'none' },
  selectable: false,
  focusable: false,
  dragHandle: '.loop-head',
  ariaLabel:
    body.length === 1
      ? t('Loop {title}, 1 step inside', { title: loop.title })
      : t('Loop {title}, {count} steps inside', { title: loop.title, count: body.length }),
  data: { loop, count: body.length },
})

function loopNodes(document: WorkflowDocument, closed: ClosedLoops, heights: Record<string, number>): LoopFlowNode[] {
  return loopBoxes(document, closed, heights).map((box) => {
    const { loop, body, depth, x, y, width, height } = box
    return kept(loops, loop, [body.length, depth, x, y, width, height], () => loopNode(box))
  })
}

export function flowNodes(
  document: WorkflowDocument,
  selection: Selection,
  presentations: Readonly<Record<string, NodePresentation>>,
  closed: ClosedLoops = NONE_CLOSED,
): CanvasNode[] {
  const [hidden, inLoops, bodies] = [hiddenNodes(document), hiddenByLoops(document, closed), loopBodies(document)]
  const needsHeights = document.groups.length > 0 || bodies.size > 0
  const heights = needsHeights ? heightsOf(document, presentations) : {}
  const boxes = document.groups.length === 0 ? [] : groupBoxes(document, heights)
  return [
    ...loopNodes(document, closed, heights),
    ...boxes.map((box) => kept(groups, box.group, [box.x, box.y, box.width, box.height], () => groupNode(box))),
    ...document.notes.map((note) => {
      const selected = selection.notes.has(note.id)
      return kept(notes, note, [selected], () => ({
        id: noteKey(note.id),
        type: 'note' as const,
        position: note.position,
        width: note.size.width,
        height: note.size.height,
        measured: note.size,
        zIndex: -1,
        selected,
        ariaLabel: t('Note: {text}', { text: note.text.slice(0, 120) }),
        domAttributes: { tabIndex: selected ? 0 : -1, 'aria-roledescription': t('note') },
        data: { note },
      }))
    }),
    ...document.nodes
      .filter(({ id }) => !hidden.has(id) && !inLoops.has(id))
      .map((node) => {
        const selected = selection.nodes.has(node.id)
        const presentation = presentations[node.id]
        const guess = presentation ? null : (guessed(document).get(node.id) ?? null)
        const inside = closed.has(node.id) ? (bodies.get(node.id)?.length ?? null) : null
        return kept(nodes, node, [selected, presentation, guess, inside], () =>
          stepNode(node, selected, presentation, guess, inside),
        )
      }),
  ]
}

export function flowEdges(
  document: WorkflowDocument,
  selection: Selection,
  closed: ClosedLoops = NONE_CLOSED,
): CanvasEdge[] {
  const titles = new Map(document.nodes.map(({ id, title }) => [id, title]))
  return withoutHidden(shownEdges(document), hiddenByLoops(document, closed)).map(({ edge, source, target }) => {
    const selected = selection.edges.has(edge.id)
    const [from, to] = [titles.get(edge.from.node) ?? '', titles.get(edge.to.node) ?? '']
    return kept(edges, edge, [selected, from, to, source, target], () => ({
      id: edge.id,
      type: 'way' as const,
      source,
      sourceHandle: source === edge.from.node ? edge.from.port : 'out',
      target,
      targetHandle: edge.to.port,
      selected,
      ariaLabel: t('Connection from {from}, {port}, to {to}', { from, port: edge.from.port, to }),
      domAttributes: { tabIndex: selected ? 0 : -1 },
      data: { edge },
    }))
  })
}
