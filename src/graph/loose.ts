/** Nodes that nothing leads to: they are never run, and keep nothing else from running. */
import type { WorkflowDocument } from './document.ts'
import type { NodeTypes } from './node-types.ts'

/** Ids of the nodes that no way leads to from the trigger. None while nothing starts the workflow. */
export function looseNodes({ nodes, edges }: WorkflowDocument, types: NodeTypes): ReadonlySet<string> {
  const led = new Set(edges.map(({ to }) => to.node))
  const start = nodes.find(({ id, type }) => !led.has(id) && types.get(type)?.trigger)
  if (!start) return new Set()
  const ways = Map.groupBy(edges, ({ from }) => from.node)
  const reached = new Set<string>()
  const queue = [start.id]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    for (const { to } of ways.get(id) ?? []) queue.push(to.node)
  }
  return new Set(nodes.flatMap(({ id }) => (reached.has(id) ? [] : [id])))
}

/** The document without them. */
export function withoutLoose(document: WorkflowDocument, types: NodeTypes): WorkflowDocument {
  const loose = looseNodes(document, types)
  if (loose.size === 0) return document
  const nodes = document.nodes.filter(({ id }) => !loose.has(id))
  const edges = document.edges.filter(({ from, to }) => !loose.has(from.node) && !loose.has(to.node))
  return { ...document, nodes, edges }
}

/** What keeps a workflow from running, of all that is wrong with it. */
export const blockingProblems = <Found extends { warning?: true | undefined }>(problems: readonly Found[]): Found[] =>
  problems.filter(({ warning }) => warning !== true)
