/** Two runs side by side, node by node. Of one workflow, or of two of its versions: nodes are matched by their ids. */
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import { type Difference, diffJson } from '#web/lib/json-diff.ts'
import { nodeKey } from '#web/parts/runs/run-events.ts'
import { stepDuration } from '#web/parts/runs/steps.tsx'

export interface Side {
  row: NodeRun
  took_ms: number | null
  /** Of its calls of models. */
  cost_micros: number
}

export interface NodePair {
  key: string
  title: string
  /** The item of a map; empty at the top. */
  iteration: string
  /** Null where the node has no row: it is not there in that version, or not for that item. */
  before: Side | null
  after: Side | null
  /** What is different in what it gave; null when one of the two is too large to be looked into. */
  output: Difference[] | null
  isSame: boolean
}

const sideOf = (row: NodeRun | undefined): Side | null =>
  row
    ? { row, took_ms: stepDuration(row), cost_micros: row.usage.reduce((sum, { cost_micros }) => sum + cost_micros, 0) }
    : null

function pairOf(key: string, one: NodeRun | undefined, two: NodeRun | undefined): NodePair {
  const row = one ?? two
  const [before, after] = [sideOf(one), sideOf(two)]
  const output = one?.stored || two?.stored ? null : one && two ? diffJson(one.output, two.output) : []
  const isSame =
    one !== undefined &&
    two !== undefined &&
    one.status === two.status &&
    one.port === two.port &&
    one.error?.message === two.error?.message &&
    output?.length === 0
  return { key, title: row?.title ?? key, iteration: row?.iteration ?? '', before, after, output, isSame }
}

/** In the order of the second run, then what only the first one has. */
export function pairNodes(before: Pick<Execution, 'nodes'>, after: Pick<Execution, 'nodes'>): NodePair[] {
  const first = new Map(before.nodes.map((node) => [nodeKey(node), node]))
  const pairs = after.nodes.map((node) => pairOf(nodeKey(node), first.get(nodeKey(node)), node))
  const seen = new Set(after.nodes.map(nodeKey))
  const gone = before.nodes.filter((node) => !seen.has(nodeKey(node)))
  return [...pairs, ...gone.map((node) => pairOf(nodeKey(node), node, undefined))]
}
