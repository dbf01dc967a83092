/** From one document to another, as operations that a person can accept one by one. Pure. */
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Step } from '#graph/operations.ts'
import { canonicalJson } from '#graph/values/hash.ts'

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)
const wayOf = ({ from, to }: Edge): string => `${from.node}.${from.port}>${to.node}.${to.port}`

function changesOf(before: WorkflowNode, after: WorkflowNode): Step[] {
  const node_id = before.id
  const steps: Step[] = []
  if (before.title !== after.title) steps.push({ type: 'set_title', node_id, title: after.title })
  if (!same(before.config, after.config)) steps.push({ type: 'set_config', node_id, config: after.config })
  return steps
}

/** A node of another type is another node: it is taken away and put in again. Places, policies, notes and groups stay. */
export function diffDocuments(before: WorkflowDocument, after: WorkflowDocument): Step[] {
  const [olds, news] = [
    new Map(before.nodes.map((node) => [node.id, node])),
    new Map(after.nodes.map((node) => [node.id, node])),
  ]
  const gone = before.nodes.filter(({ id, type }) => news.get(id)?.type !== type)
  const lost = new Set(gone.map(({ id }) => id))
  const kept = before.edges.filter(({ from, to }) => !lost.has(from.node) && !lost.has(to.node))
  const [there, wanted] = [new Set(kept.map(wayOf)), new Set(after.edges.map(wayOf))]
  return [
    ...kept.filter((edge) => !wanted.has(wayOf(edge))).map(({ id }): Step => ({ type: 'disconnect', edge_id: id })),
    ...gone.map(({ id }): Step => ({ type: 'remove_node', node_id: id })),
    ...after.nodes.flatMap((node): Step[] => {
      const old = lost.has(node.id) ? undefined : olds.get(node.id)
      return old ? changesOf(old, node) : [{ type: 'add_node', node }]
    }),
    ...after.edges.filter((edge) => !there.has(wayOf(edge))).map((edge): Step => ({ type: 'connect', edge })),
  ]
}

const COLUMN = 300
const ROW = 140

/** Places for nodes without a position: after their predecessors, below existing nodes. */
export function placeNewNodes(document: WorkflowDocument, known: ReadonlyMap<string, WorkflowNode>): WorkflowDocument {
  const places = new Map([...known].map(([id, { position }]) => [id, position]))
  const taken = (x: number, y: number) =>
    [...places.values()].some((place) => Math.abs(place.x - x) < COLUMN - 40 && Math.abs(place.y - y) < ROW - 20)
  const nodes = document.nodes.map((node) => {
    const there = known.get(node.id)
    if (there) return { ...node, position: there.position }
    const before = document.edges.flatMap(({ from, to }) => (to.node === node.id ? (places.get(from.node) ?? []) : []))
    const x = before.length === 0 ? 0 : Math.max(...before.map((place) => place.x)) + COLUMN
    let y = before[0]?.y ?? 0
    while (taken(x, y)) y += ROW
    const position = { x, y }
    places.set(node.id, position)
    return { ...node, position }
  })
  return { ...document, nodes }
}
