/** Why two nodes cannot be connected, said while one tries, not when it runs. */

import type { WorkflowDocument } from '#graph/document.ts'
import type { NodePresentations } from '#web/canvas/model/graph/node-presentation.ts'

import { downstream, upstream } from './traversal.ts'

export interface OutputPort {
  node: string
  port: string
}

const name = ({ nodes }: WorkflowDocument, id: string) => `“${nodes.find((node) => node.id === id)?.title ?? id}”`

/** Whether an edge may go from an output port to a node: true, or why not. */
export function mayConnect(
  document: WorkflowDocument,
  presentations: NodePresentations,
  from: OutputPort,
  to: string,
): true | string {
  if (from.node === to) return 'A node can’t connect to itself. Use “For each” to repeat.'
  if (presentations[to]?.trigger) return `${name(document, to)} is the trigger: nothing can connect to it.`
  const ports = presentations[from.node]?.ports
  if (ports && !ports.some((port) => port.name === from.port))
    return `${name(document, from.node)} has no output “${from.port}”.`
  if (
    document.edges.some((edge) => edge.from.node === from.node && edge.from.port === from.port && edge.to.node === to)
  )
    return 'Already connected.'
  if (downstream(document, to).has(from.node))
    return `${name(document, to)} leads to ${name(document, from.node)}, so this would create a loop. Use “For each” to repeat.`
  return true
}

/**
 * The nodes an edge cannot end at, each with the reason.
 * @param side which end is fixed: `source` when it begins at `way`, `target` when it ends there
 */
export function refusedEnds(
  document: WorkflowDocument,
  presentations: NodePresentations,
  way: OutputPort,
  side: 'source' | 'target',
): Map<string, string> {
  const refused = new Map<string, string>()
  const circle = side === 'source' ? upstream(document, way.node) : downstream(document, way.node)
  for (const { id } of document.nodes) {
    if (side === 'target') {
      if (id === way.node) refused.set(id, 'A node can’t connect to itself. Use “For each” to repeat.')
      else if (circle.has(id)) refused.set(id, `This would create a loop. Use “For each” to repeat.`)
      else if (presentations[id] && presentations[id].ports.length === 0)
        refused.set(id, `${name(document, id)} has no output.`)
      continue
    }
    // Asked in full only where the answer is not plain, so that a large graph is judged at once.
    const wired = document.edges.some((edge) => edge.from.node === way.node && edge.to.node === id)
    if (id !== way.node && !circle.has(id) && !wired && !presentations[id]?.trigger) continue
    const may = mayConnect(document, presentations, way, id)
    if (may !== true) refused.set(id, may)
  }
  return refused
}

/** Whether a type of node may be added: a workflow has one trigger, and nothing leads to it. True, or why not. */
export function mayAdd(
  document: WorkflowDocument,
  presentations: NodePresentations,
  entry: { trigger: boolean },
  place: { wired: boolean; replaces?: string | undefined },
): true | string {
  if (!entry.trigger) return true
  const there = document.nodes.find(({ id }) => presentations[id]?.trigger && id !== place.replaces)
  if (there) return `This workflow already has the trigger “${there.title}”.`
  const led = place.replaces !== undefined && document.edges.some(({ to }) => to.node === place.replaces)
  return led || place.wired ? 'This is a trigger: nothing can connect to it.' : true
}
