/** What flowed into a node, read from what the nodes before it gave: it is not stored a second time. */
import type { Json } from '#contract/core/primitives.ts'
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import { t } from '#web/lib/language.ts'

export interface Inflow {
  /** What it is called: the node it comes from. */
  title: string
  /** The port it left through; null for the ordinary way out. */
  port: string | null
  value: Json
  /** The node whose large output it is, to be fetched. */
  stored: NodeRun | null
}

type Run = Pick<Execution, 'nodes' | 'graph' | 'input'>

/** The row of a node for an item, or of a scope around it: `3.0` sees `3`, which sees the top. */
export function findRow(nodes: readonly NodeRun[], id: string, iteration: string): NodeRun | null {
  for (let at = iteration; ; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const row = nodes.find((one) => one.node_id === id && one.iteration === at)
    if (row || at === '') return row ?? null
  }
}

/** Empty for a node inside a map that is given its item: the item is made by the map's settings. */
export function findInflow({ nodes, graph, input }: Run, { node_id, iteration }: NodeRun): Inflow[] {
  const inbound = graph.edges.filter(({ to }) => to === node_id)
  if (inbound.length === 0) return [{ title: t('The input of this run'), port: null, value: input, stored: null }]
  return inbound.flatMap(({ from, port }) => {
    const row = findRow(nodes, from, iteration)
    if (row === null || row.port !== port) return []
    return [
      { title: row.title, port: port === 'out' ? null : port, value: row.output, stored: row.stored ? row : null },
    ]
  })
}

export type NodeState = NodeRun['status']

/** The state of a node as a whole: of all its items, the one that matters most. */
const WEIGHT: readonly NodeState[] = ['failed', 'waiting', 'running', 'pending', 'succeeded', 'skipped']

export interface NodeSum {
  state: NodeState
  /** Items it ran for, and of these those that ended; 1 outside a map. */
  items: number
  ended: number
  /** The row a picture leads to. */
  row: NodeRun
}

export function sumByNode(nodes: readonly NodeRun[]): Map<string, NodeSum> {
  const sums = new Map<string, NodeSum>()
  for (const row of nodes) {
    const ended = row.status === 'succeeded' || row.status === 'failed' || row.status === 'skipped' ? 1 : 0
    const known = sums.get(row.node_id)
    if (!known) {
      sums.set(row.node_id, { state: row.status, items: 1, ended, row })
      continue
    }
    known.items += 1
    known.ended += ended
    if (WEIGHT.indexOf(row.status) < WEIGHT.indexOf(known.state)) {
      known.state = row.status
      known.row = row
    }
  }
  return sums
}
