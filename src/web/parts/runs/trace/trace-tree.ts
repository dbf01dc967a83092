/**
 * The trace of a run as rows of a tree: steps, the items of their loops, and in each of them its calls of models and tools and the runs it
 * started. Pure.
 */
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import type { RunInside, TraceEntry } from '#contract/runs/traces.ts'
import { t } from '#web/lib/language.ts'

export interface TraceRow {
  key: string
  /** 1 for a step. */
  level: number
  label: string
  /** The step; null for one that has no row yet. */
  node: NodeRun | null
  /** Null for a step, an item and a run inside. */
  entry: TraceEntry | null
  /** The run that a step or a tool started; null for every other row. */
  inside: RunInside | null
  failed: boolean
}

/** Items are counted from 1 in front of people: `3.0` is item 4.1. */
const itemLabel = (iteration: string): string =>
  t('Item {number}', {
    number: iteration
      .split('.')
      .map((part) => Number(part) + 1)
      .join('.'),
  })

/** What an agent did with a node as a tool belongs to the agent: `3/1` to item 3. */
const itemOf = ({ iteration }: { iteration: string }): string => iteration.split('/')[0] ?? ''

/** The sub-agent whose call it is, `name:number`; null for the agent’s own calls and those of nodes it uses as tools. */
const subAgentOf = ({ iteration }: { iteration: string }): string | null =>
  /\/([a-z][a-z0-9_]*:\d+)(?:\/|$)/.exec(iteration)?.[1] ?? null

const isTold = ({ status, logs, error, iteration }: NodeRun): boolean =>
  status !== 'pending' && (iteration === '' || logs.length > 0 || error !== null)

const byItem = new Intl.Collator('en', { numeric: true })

type Call = TraceEntry | RunInside
const isRun = (call: Call): call is RunInside => 'execution_id' in call

/** As they began. A tool that starts a run began before it. Calls keep the order that they have. */
const asBegun = (entries: readonly TraceEntry[], runs: readonly RunInside[]): Call[] => {
  const before = (run: RunInside) => entries.findLastIndex(({ at }) => at <= run.at)
  return [
    ...runs.filter((run) => before(run) < 0),
    ...entries.flatMap((entry, index) => [entry, ...runs.filter((run) => before(run) === index)]),
  ]
}

/** In the order of the steps. Items of a loop in which nothing was called or logged are left out. */
export function traceRows(
  { nodes, graph }: Pick<Execution, 'nodes' | 'graph'>,
  entries: readonly TraceEntry[],
  runs: readonly RunInside[],
): TraceRow[] {
  const order = [...new Set([...nodes, ...entries, ...runs].map(({ node_id }) => node_id))]
  const titles = new Map([...graph.nodes.map(({ id, title }) => [id, title] as const), ...nodes.map(titleOf)])
  return order.flatMap((id): TraceRow[] => {
    const own = nodes.filter(({ node_id }) => node_id === id)
    const calls = Map.groupBy(
      entries.filter(({ node_id }) => node_id === id),
      itemOf,
    )
    const inside = Map.groupBy(
      runs.filter(({ node_id }) => node_id === id),
      itemOf,
    )
    const told = own.filter(isTold).map(({ iteration }) => iteration)
    const items = [...new Set([...told, ...calls.keys(), ...inside.keys()])]
    if (items.length === 0) return []
    const title = titles.get(id) ?? id
    const nodeOf = (iteration: string) => own.find((node) => node.iteration === iteration) ?? null
    const rowOf = (iteration: string, level: number, label: string): TraceRow => {
      const node = nodeOf(iteration)
      return {
        key: `${id}:${iteration}`,
        level,
        label,
        node,
        entry: null,
        inside: null,
        failed: node?.status === 'failed',
      }
    }
    const callsOf = (iteration: string, level: number) =>
      nested(calls.get(iteration) ?? [], inside.get(iteration) ?? [], level, nodeOf(iteration))
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
  inside: null,
  failed: entry.error !== null,
})

const runRow = (run: RunInside, level: number): TraceRow => ({
  key: run.execution_id,
  level,
  label: run.name,
  node: null,
  entry: null,
  inside: run,
  failed: run.status === 'failed',
})

/** The calls of an agent, and under each task for a sub-agent those that the sub-agent made. One that still works has no row of its own. */
function nested(entries: readonly TraceEntry[], runs: readonly RunInside[], level: number, node: NodeRun | null) {
  const own = entries.filter((entry) => subAgentOf(entry) === null)
  const parts = Map.groupBy(
    entries.filter((entry) => subAgentOf(entry) !== null),
    (entry) => subAgentOf(entry) ?? '',
  )
  const rowsOf = (part: string) => (parts.get(part) ?? []).map((entry) => callRow(entry, level + 1, node))
  const taken = new Set<string>()
  const partOfTask = ({ kind, name }: TraceEntry) =>
    kind === 'tool' ? [...parts.keys()].find((part) => !taken.has(part) && part.startsWith(`${name}:`)) : undefined
  const done = asBegun(own, runs).flatMap((call): TraceRow[] => {
    if (isRun(call)) return [runRow(call, level)]
    const part = partOfTask(call)
    if (part !== undefined) taken.add(part)
    return [callRow(call, level, node), ...(part === undefined ? [] : rowsOf(part))]
  })
  const working = [...parts.keys()].filter((part) => !taken.has(part))
  return [...done, ...working.flatMap((part) => [taskRow(part, level, node), ...rowsOf(part)])]
}

const taskRow = (part: string, level: number, node: NodeRun | null): TraceRow => ({
  key: `${node?.node_id}:${node?.iteration}:${part}`,
  level,
  label: part.split(':')[0] ?? part,
  node,
  entry: null,
  inside: null,
  failed: false,
})
