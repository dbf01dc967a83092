/** The trace of a run as rows of a tree: steps, the items of their loops, and in each of them its calls of models and tools. Pure. */
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import type { TraceEntry } from '#contract/runs/traces.ts'

export interface TraceRow {
  key: string
  /** 1 for a step. */
  level: number
  label: string
  /** The step; null for one that has no row yet. */
  node: NodeRun | null
  /** Null for a step or an item. */
  entry: TraceEntry | null
  failed: boolean
}

/** Items are counted from 1 in front of people: `3.0` is item 4.1. */
const itemLabel = (iteration: string): string =>
  `Item ${iteration
    .split('.')
    .map((part) => Number(part) + 1)
    .join('.')}`

/** What an agent did with a node as a tool belongs to the agent: `3/1` to item 3. */
const itemOf = ({ iteration }: Pick<TraceEntry, 'iteration'>): string => iteration.split('/')[0] ?? ''

const isTold = ({ status, logs, error, iteration }: NodeRun): boolean =>
  status !== 'pending' && (iteration === '' || logs.length > 0 || error !== null)

const byItem = new Intl.Collator('en', { numeric: true })

/** In the order of the steps. Items of a loop in which nothing was called or logged are left out. */
export function traceRows(
  { nodes, graph }: Pick<Execution, 'nodes' | 'graph'>,
  entries: readonly TraceEntry[],
): TraceRow[] {
  const order = [...new Set([...nodes.map(({ node_id }) => node_id), ...entries.map(({ node_id }) => node_id)])]
  const titles = new Map([...graph.nodes.map(({ id, title }) => [id, title] as const), ...nodes.map(titleOf)])
  return order.flatMap((id): TraceRow[] => {
    const own = nodes.filter(({ node_id }) => node_id === id)
    const calls = Map.groupBy(
      entries.filter(({ node_id }) => node_id === id),
      itemOf,
    )
    const items = [...new Set([...own.filter(isTold).map(({ iteration }) => iteration), ...calls.keys()])]
    if (items.length === 0) return []
    const title = titles.get(id) ?? id
    const nodeOf = (iteration: string) => own.find((node) => node.iteration === iteration) ?? null
    const rowOf = (iteration: string, level: number, label: string): TraceRow => {
      const node = nodeOf(iteration)
      return { key: `${id}:${iteration}`, level, label, node, entry: null, failed: node?.status === 'failed' }
    }
    const callsOf = (iteration: string, level: number) =>
      (calls.get(iteration) ?? []).map((entry) => callRow(entry, level, nodeOf(iteration)))
    if (items.length === 1 && items[0] === '') return [rowOf('', 1, title), ...callsOf('', 2)]
    const head = { ...rowOf('', 1, title), key: `${id}` }
    return [
      head,
      ...items
        .toSorted(byItem.compare)
        .flatMap((iteration) =>
          iteration === '' ? callsOf('', 2) : [rowOf(iteration, 2, itemLabel(iteration)), ...callsOf(iteration, 3)],
        ),
    ]
  })
}

const titleOf = ({ node_id, title }: NodeRun) => [node_id, title] as const

const callRow = (entry: TraceEntry, level: number, node: NodeRun | null): TraceRow => ({
  key: String(entry.id),
  level,
  label: entry.name,
  node,
  entry,
  failed: entry.error !== null,
})
