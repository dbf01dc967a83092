/** A proposal in pieces: what each accepted one does, as operations on the document that is there. Pure. */
import type { Edge, WorkflowDocument } from '#graph/document.ts'
import type { Step } from '#graph/operations.ts'
import { type Difference, type EdgeChange, edgeKey, type NodeChange } from './diff.ts'

export const nodePiece = (id: string): string => `node ${id}`
export const edgePiece = ({ edge }: EdgeChange): string => `edge ${edgeKey(edge)}`

/** Ids of nodes that come, and of those that go. */
function moving({ nodes }: Difference): { added: Set<string>; removed: Set<string> } {
  const ids = (kind: NodeChange['kind']) => new Set(nodes.flatMap((one) => (one.kind === kind ? [one.id] : [])))
  return { added: ids('added'), removed: ids('removed') }
}

/**
 * The node a connection is accepted or rejected with; null for one that is decided separately. A connection replaced by
 * an inserted step belongs to that step, and one that closes the gap of a removed step belongs to that removal.
 */
export function follows(difference: Difference, { kind, edge }: EdgeChange, before: WorkflowDocument): string | null {
  const { added, removed } = moving(difference)
  const { from, to } = edge
  const ends = kind === 'added' ? added : removed
  if (ends.has(from.node)) return from.node
  if (ends.has(to.node)) return to.node
  if (kind === 'removed') {
    const instead = difference.edges.find(
      (other) =>
        other.kind === 'added' &&
        other.edge.from.node === from.node &&
        other.edge.from.port === from.port &&
        added.has(other.edge.to.node),
    )
    return instead?.edge.to.node ?? null
  }
  const between = before.edges.find(
    (one) => one.from.node === from.node && one.from.port === from.port && removed.has(one.to.node),
  )
  return between && before.edges.some((one) => one.from.node === between.to.node && one.to.node === to.node)
    ? between.to.node
    : null
}

/** Every piece a person decides on. */
export const piecesOf = (difference: Difference, before: WorkflowDocument): string[] => [
  ...difference.nodes.map(({ id }) => nodePiece(id)),
  ...difference.edges.filter((change) => follows(difference, change, before) === null).map(edgePiece),
]

function nodeSteps(change: NodeChange): Step[] {
  if (change.kind === 'added') return [{ type: 'add_node', node: change.after }]
  if (change.kind === 'removed') return [{ type: 'remove_node', node_id: change.id }]
  const { before, after } = change
  const node_id = before.id
  if (before.type !== after.type)
    return [
      { type: 'remove_node', node_id },
      { type: 'add_node', node: after },
    ]
  const steps: Step[] = []
  if (before.title !== after.title) steps.push({ type: 'set_title', node_id, title: after.title })
  if (JSON.stringify(before.config) !== JSON.stringify(after.config))
    steps.push({ type: 'set_config', node_id, config: after.config })
  return steps
}

/** What a node of another kind in the place of one is still to have: its groups, and the connections that stay. */
function rewired(
  before: WorkflowDocument,
  swapped: ReadonlySet<string>,
  stays: (edge: Edge) => boolean,
  there: ReadonlySet<string>,
): Step[] {
  const touched = ({ from, to }: Edge) => swapped.has(from.node) || swapped.has(to.node)
  return [
    ...before.edges.filter((edge) => touched(edge) && stays(edge)).map((edge): Step => ({ type: 'connect', edge })),
    ...before.groups.flatMap(({ id, nodes }): Step[] =>
      nodes.some((node) => swapped.has(node))
        ? [{ type: 'update_group', group_id: id, nodes: nodes.filter((node) => there.has(node)) }]
        : [],
    ),
  ]
}

/** An id that no edge of the document has. */
function freeEdge(edge: Edge, taken: Set<string>): Edge {
  let id = edge.id
  for (let number = 2; taken.has(id); number += 1) id = `${edge.id.slice(0, 180)}.${number}`
  taken.add(id)
  return { ...edge, id }
}

/** What the pieces that were not rejected do to `before`, as one batch of steps. */
export function acceptedSteps(before: WorkflowDocument, difference: Difference, rejected: ReadonlySet<string>): Step[] {
  const taking = (change: EdgeChange) => {
    const node = follows(difference, change, before)
    return !rejected.has(node === null ? edgePiece(change) : nodePiece(node))
  }
  const nodes = difference.nodes.filter(({ id }) => !rejected.has(nodePiece(id)))
  const gone = new Set(nodes.flatMap((one) => (one.kind === 'removed' ? [one.id] : [])))
  const there = new Set(before.nodes.map(({ id }) => id).filter((id) => !gone.has(id)))
  for (const one of nodes) if (one.kind === 'added') there.add(one.id)
  const cut = difference.edges.filter(
    (one) => one.kind === 'removed' && taking(one) && !gone.has(one.edge.from.node) && !gone.has(one.edge.to.node),
  )
  const drawn = difference.edges.filter(
    (one) => one.kind === 'added' && taking(one) && there.has(one.edge.from.node) && there.has(one.edge.to.node),
  )
  const swapped = new Set(
    nodes.flatMap((one) => (one.kind === 'changed' && one.before.type !== one.after.type ? [one.id] : [])),
  )
  const undone = new Set(cut.map(({ edge }) => edge.id))
  const stays = ({ id, from, to }: Edge) => !undone.has(id) && there.has(from.node) && there.has(to.node)
  const taken = new Set(before.edges.map(({ id }) => id))
  const order = (kind: NodeChange['kind']) => nodes.filter((one) => one.kind === kind).flatMap(nodeSteps)
  return [
    ...cut.map(({ edge }): Step => ({ type: 'disconnect', edge_id: edge.id })),
    ...order('removed'),
    ...order('added'),
    ...order('changed'),
    ...rewired(before, swapped, stays, there),
    ...drawn.map(({ edge }): Step => ({ type: 'connect', edge: freeEdge(edge, taken) })),
  ]
}
