/** Why two nodes cannot be connected, said while one tries, not when it runs. */

import type { WorkflowDocument } from '#graph/document.ts'
import type { NodePresentations } from '#web/canvas/model/graph/node-presentation.ts'
import { t } from '#web/lib/language.ts'

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
  if (from.node === to) return t('A node can’t connect to itself. Use “For each” to repeat.')
  if (presentations[to]?.trigger)
    return t('{name} is the trigger: nothing can connect to it.', { name: name(document, to) })
  const ports = presentations[from.node]?.ports
  if (ports && !ports.some((port) => port.name === from.port))
    return t('{name} has no output “{port}”.', { name: name(document, from.node), port: from.port })
  if (
    document.edges.some((edge) => edge.from.node === from.node && edge.from.port === from.port && edge.to.node === to)
  )
    return t('Already connected.')
  if (downstream(document, to).has(from.node))
    return t('{name} leads to {name2}, so this would create a loop. Use “For each” to repeat.', {
      name: name(document, to),
      name2: name(document, from.node),
    })
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
      if (id === way.node) refused.set(id, t('A node can’t connect to itself. Use “For each” to repeat.'))
      else if (circle.has(id)) refused.set(id, t('This would create a loop. Use “For each” to repeat.'))
      else if (presentations[id] && presentations[id].ports.length === 0)
        refused.set(id, t('{name} has no output.', { name: name(document, id) }))
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
  if (there) return t('This workflow already has the trigger “{title}”.', { title: there.title })
  const led = place.replaces !== undefined && document.edges.some(({ to }) => to.node === place.replaces)
  return led || place.wired ? t('This is a trigger: nothing can connect to it.') : true
}
