/** A document as React Flow draws it in a comparison: cards and edges marked with their differences. Pure. */

import type { Edge as FlowEdge, Node as FlowNode } from '@xyflow/react'
import type { Group, Note, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { type Difference, edgeKey } from '#web/canvas/model/diff/diff.ts'
import { groupBoxes } from '#web/canvas/model/graph/groups.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { CARD, cardHeight } from '#web/canvas/model/graph/sizes.ts'

import { handlesOf, heightsOf, portsOf } from '#web/canvas/view/nodes/flow-elements.ts'
import type { Mark } from './difference-words.ts'

export type Which = 'before' | 'after'
export type DiffNode = FlowNode<
  { node: WorkflowNode; mark: Mark | null; presentation: NodePresentation | undefined },
  'diff'
>
export type DiffNote = FlowNode<{ note: Note; mark: Mark | null }, 'note'>
export type DiffGroup = FlowNode<{ group: Group; mark: Mark | null }, 'frame'>
export type DiffItem = DiffNode | DiffNote | DiffGroup
export type DiffEdge = FlowEdge<{ mark: Mark | null }, 'default'>

/** The marks of one side: removed things stand before, added ones after, changed ones on both. By the ids of that side. */
export function marksOf(difference: Difference, which: Which): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>()
  for (const change of difference.nodes) {
    if (change.kind === 'added' && which === 'after') marks.set(change.id, 'added')
    if (change.kind === 'removed' && which === 'before') marks.set(change.id, 'removed')
    if (change.kind === 'changed') marks.set(change[which].id, 'changed')
  }
  return marks
}

export function diffNodes(
  document: WorkflowDocument,
  marks: ReadonlyMap<string, Mark>,
  { presentations, shown }: { presentations: Readonly<Record<string, NodePresentation>>; shown: string | null },
): DiffNode[] {
  return document.nodes.map((node) => {
    const presentation = presentations[node.id]
    const size = { width: CARD.width, height: cardHeight(portsOf(presentation).length) }
    return {
      id: node.id,
      type: 'diff',
      position: node.position,
      ...size,
      measured: size,
      handles: handlesOf(portsOf(presentation), true),
      selected: node.id === shown,
      draggable: false,
      connectable: false,
      focusable: false,
      data: { node, mark: marks.get(node.id) ?? null, presentation },
    }
  })
}

type Changed = { kind: Mark; before: { id: string } | null; after: { id: string } | null }

/** Which notes, or groups, of one side are different. */
const itemMarks = (changes: readonly Changed[], which: Which): ReadonlyMap<string, Mark> =>
  new Map(changes.flatMap((change) => (change[which] ? [[change[which].id, change.kind] as const] : [])))

const STILL = { draggable: false, connectable: false, focusable: false, selectable: false } as const

/** Notes and frames of groups, behind the cards. Of a collapsed group the frame is drawn, too: its nodes are compared one by one. */
export function diffBackground(
  document: WorkflowDocument,
  difference: Difference,
  { presentations, which }: { presentations: Readonly<Record<string, NodePresentation>>; which: Which },
): (DiffNote | DiffGroup)[] {
  const [notes, groups] = [itemMarks(difference.notes, which), itemMarks(difference.groups, which)]
  const open = { ...document, groups: document.groups.map(({ collapsed: _, ...group }) => group) }
  const boxes = open.groups.length === 0 ? [] : groupBoxes(open, heightsOf(document, presentations))
  return [
    ...boxes.map(({ group, x, y, width, height }): DiffGroup => {
      const size = { width, height }
      const data = { group, mark: groups.get(group.id) ?? null }
      return {
        id: `group ${group.id}`,
        type: 'frame',
        position: { x, y },
        ...size,
        measured: size,
        ...STILL,
        zIndex: -2,
        data,
      }
    }),
    ...document.notes.map((note): DiffNote => {
      const data = { note, mark: notes.get(note.id) ?? null }
      const { position, size } = note
      return { id: `note ${note.id}`, type: 'note', position, ...size, measured: size, ...STILL, zIndex: -1, data }
    }),
  ]
}

const STROKES = { added: 'var(--good)', removed: 'var(--bad)', changed: 'var(--indigo)' } as const

export function diffEdges(document: WorkflowDocument, difference: Difference, which: Which): DiffEdge[] {
  const kind = which === 'before' ? 'removed' : 'added'
  const marked = new Set(difference.edges.flatMap((change) => (change.kind === kind ? [edgeKey(change.edge)] : [])))
  // Ways that are gone are told by the names that nodes have after; here they have the old ones.
  const names = new Map(
    difference.nodes.flatMap((change) =>
      which === 'before' && change.kind === 'changed' && change.renamed
        ? [[change.renamed.from, change.renamed.to] as const]
        : [],
    ),
  )
  const name = (id: string) => names.get(id) ?? id
  return document.edges.map((edge) => {
    const { id, from, to } = edge
    const key = edgeKey({ id, from: { ...from, node: name(from.node) }, to: { ...to, node: name(to.node) } })
    const mark = marked.has(key) ? kind : null
    return {
      id,
      type: 'default',
      source: from.node,
      sourceHandle: from.port,
      target: to.node,
      targetHandle: to.port,
      focusable: false,
      data: { mark },
      ...(mark && {
        style: { stroke: STROKES[mark], strokeWidth: 2.5, ...(mark === 'removed' && { strokeDasharray: '6 4' }) },
      }),
    }
  })
}

export interface Viewport {
  x: number
  y: number
  zoom: number
}

/** Everything of both documents in the picture. @param size of one picture, in px */
export function fitBoth(documents: readonly WorkflowDocument[], size: { width: number; height: number }): Viewport {
  const places = documents.flatMap(({ nodes, notes }) => [
    ...nodes.map(({ position }) => ({ ...position, ...CARD })),
    ...notes.map(({ position, size: { width, height } }) => ({ ...position, width, height })),
  ])
  if (places.length === 0 || size.width === 0) return { x: 0, y: 0, zoom: 1 }
  const [left, top] = [Math.min(...places.map(({ x }) => x)), Math.min(...places.map(({ y }) => y))]
  const right = Math.max(...places.map(({ x, width }) => x + width))
  const bottom = Math.max(...places.map(({ y, height }) => y + height))
  const air = 40
  const zoom = Math.min(
    1,
    Math.max(0.1, Math.min((size.width - air) / (right - left), (size.height - air) / (bottom - top))),
  )
  return {
    x: (size.width - (right - left) * zoom) / 2 - left * zoom,
    y: (size.height - (bottom - top) * zoom) / 2 - top * zoom,
    zoom,
  }
}
