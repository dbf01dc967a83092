/** Groups: where they stand, what a collapsed one hides, and the edits that make and undo them. Pure. */

import type { Color, Edge, Group, WorkflowDocument } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { groupKey } from '#web/canvas/model/graph/flow-keys.ts'
import { CARD } from './sizes.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface GroupBox extends Box {
  group: Group
}

/** Around the cards of a group, in px, and for its title above them. */
const GROUP_ROOM = { side: 16, title: 40 } as const
type Heights = Readonly<Record<string, number>>

/** The rectangle around these nodes; null for none. */
export function boxOf(document: WorkflowDocument, ids: ReadonlySet<string>, heights: Heights = {}): Box | null {
  const nodes = document.nodes.filter(({ id }) => ids.has(id))
  if (nodes.length === 0) return null
  const x = Math.min(...nodes.map(({ position }) => position.x))
  const y = Math.min(...nodes.map(({ position }) => position.y))
  const right = Math.max(...nodes.map(({ position }) => position.x + CARD.width))
  const bottom = Math.max(...nodes.map(({ id, position }) => position.y + (heights[id] ?? CARD.height)))
  return { x, y, width: right - x, height: bottom - y }
}

/** Every group that has nodes, with its place: a frame, or one card when it is collapsed. */
export function groupBoxes(document: WorkflowDocument, heights: Heights = {}): GroupBox[] {
  const hidden = hiddenNodes(document)
  return document.groups.flatMap((group): GroupBox[] => {
    const shown = group.collapsed ? group.nodes : group.nodes.filter((id) => !hidden.has(id))
    const box = boxOf(document, new Set(shown), heights)
    if (!box) return []
    if (group.collapsed) return [{ group, x: box.x, y: box.y, width: CARD.width, height: CARD.height }]
    const { side, title } = GROUP_ROOM
    const frame = { width: box.width + 2 * side, height: box.height + side + title }
    return [{ group, x: box.x - side, y: box.y - title, ...frame }]
  })
}

const hiding = new WeakMap<WorkflowDocument['groups'], ReadonlyMap<string, string>>()

/** The collapsed group of every node that is not shown. */
export function hiddenNodes({ groups }: WorkflowDocument): ReadonlyMap<string, string> {
  const known = hiding.get(groups)
  if (known) return known
  const hidden = new Map<string, string>()
  for (const group of groups)
    if (group.collapsed) for (const id of group.nodes) if (!hidden.has(id)) hidden.set(id, group.id)
  hiding.set(groups, hidden)
  return hidden
}

export interface ShownEdge {
  edge: Edge
  /** Ids of nodes, or keys of collapsed groups. */
  source: string
  target: string
}

/** Edges as they are drawn: those inside a collapsed group are left out, those of its nodes begin and end at its card, once. */
export function shownEdges(document: WorkflowDocument): ShownEdge[] {
  const hidden = hiddenNodes(document)
  if (hidden.size === 0) return document.edges.map((edge) => ({ edge, source: edge.from.node, target: edge.to.node }))
  const seen = new Set<string>()
  const end = (id: string) => {
    const group = hidden.get(id)
    return group === undefined ? id : groupKey(group)
  }
  return document.edges.flatMap((edge): ShownEdge[] => {
    const [source, target] = [end(edge.from.node), end(edge.to.node)]
    if (source === edge.from.node && target === edge.to.node) return [{ edge, source, target }]
    const way = `${source} ${source === edge.from.node ? edge.from.port : ''} ${target}`
    if (source === target || seen.has(way)) return []
    seen.add(way)
    return [{ edge, source, target }]
  })
}

const freeGroupId = ({ groups }: WorkflowDocument): string => {
  const taken = new Set(groups.map(({ id }) => id))
  let number = groups.length + 1
  while (taken.has(`group_${number}`)) number += 1
  return `group_${number}`
}

/** Takes nodes out of their groups; a group that is left without any goes. */
function leaving(document: WorkflowDocument, ids: ReadonlySet<string>): Step[] {
  return document.groups.flatMap((group): Step[] => {
    const nodes = group.nodes.filter((id) => !ids.has(id))
    if (nodes.length === group.nodes.length) return []
    return nodes.length === 0
      ? [{ type: 'remove_group', group_id: group.id }]
      : [{ type: 'update_group', group_id: group.id, nodes }]
  })
}

/** Puts nodes into a new group; a node is in one group at most. */
export function grouping(
  document: WorkflowDocument,
  ids: ReadonlySet<string>,
  title: string,
): { operation: Operation; id: string } {
  const id = freeGroupId(document)
  const nodes = document.nodes.filter((node) => ids.has(node.id)).map((node) => node.id)
  const operations: Step[] = [...leaving(document, ids), { type: 'add_group', group: { id, title, nodes } }]
  return { operation: { type: 'batch', operations }, id }
}

/** Moves a node into a group, or out of its own with null. */
export function regrouping(document: WorkflowDocument, node: string, group: string | null): Operation {
  const own = document.groups.find(({ id }) => id === group)
  const steps = leaving(document, new Set([node]))
  if (own) steps.push({ type: 'update_group', group_id: own.id, nodes: [...own.nodes, node] })
  return { type: 'batch', operations: steps }
}

/** The groups these nodes are in. */
export const groupsOf = ({ groups }: WorkflowDocument, ids: ReadonlySet<string>): Group[] =>
  groups.filter(({ nodes }) => nodes.some((id) => ids.has(id)))

export const ungrouping = (groups: readonly Group[]): Operation => ({
  type: 'batch',
  operations: groups.map(({ id }): Step => ({ type: 'remove_group', group_id: id })),
})

/** Null leaves it unsaid, which means expanded. */
export const collapsing = (groups: readonly Group[], collapsed: boolean): Operation => ({
  type: 'batch',
  operations: groups.map(({ id }): Step => ({ type: 'update_group', group_id: id, collapsed: collapsed || null })),
})

/** Characters of what a group is for. */
export const MOST_DESCRIBED = 300

/** Nothing written leaves it unsaid. */
export const describing = ({ id }: Group, description: string): Operation => ({
  type: 'update_group',
  group_id: id,
  description: description || null,
})

/** Null is the plain colour. */
export const coloringGroup = ({ id }: Group, color: Color | null): Operation => ({
  type: 'update_group',
  group_id: id,
  color,
})

/** Where the nodes of a group are when it has been moved to a place. */
export function groupMoved(
  document: WorkflowDocument,
  id: string,
  to: { x: number; y: number },
): Record<string, { x: number; y: number }> {
  const box = groupBoxes(document).find(({ group }) => group.id === id)
  if (!box) return {}
  const [dx, dy] = [to.x - box.x, to.y - box.y]
  return Object.fromEntries(
    document.nodes
      .filter((node) => box.group.nodes.includes(node.id))
      .map(({ id: node, position }) => [node, { x: position.x + dx, y: position.y + dy }]),
  )
}
