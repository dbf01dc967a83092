/** A run as the lines of a tree: nodes, their items, and what they called and said. Pure. */
import type { Execution, NodeRun } from '#contract/executions.ts'
import type { Json } from '#contract/primitives.ts'

export interface LogLine {
  key: string
  kind: 'node' | 'item' | 'model' | 'tool' | 'try' | 'note'
  depth: number
  text: string
  /** Of nodes and items. */
  status: NodeRun['status'] | null
  at: string | null
  ms: number | null
  node_id: string
  iteration: string
  detail: Json
  /** How many lines stand below it. */
  inside: number
}

const took = ({ started_at, finished_at }: NodeRun): number | null =>
  started_at && finished_at ? Date.parse(finished_at) - Date.parse(started_at) : null

/** A tool is named in the log of the node that called it. */
const TOOL = /^Called (.+)$/

function insideOf(row: NodeRun, depth: number): LogLine[] {
  const of = { node_id: row.node_id, iteration: row.iteration, depth, status: null, inside: 0 }
  const key = `${row.node_id}:${row.iteration}`
  const tries = row.tries.map(({ attempt, at, error }): LogLine => {
    return {
      ...of,
      key: `${key}:try${attempt}`,
      kind: 'try',
      text: `Attempt ${attempt} failed: ${error.message}`,
      at,
      ms: null,
      detail: null,
    }
  })
  const models = row.usage.map((one, index): LogLine => {
    const { model, input_tokens, output_tokens, ms } = one
    const text = `${model}: ${input_tokens} tokens in, ${output_tokens} out`
    return { ...of, key: `${key}:model${index}`, kind: 'model', text, at: null, ms, detail: one as unknown as Json }
  })
  const said = row.logs.map(({ at, message, data }, index): LogLine => {
    const tool = TOOL.exec(message)?.[1]
    const text = tool ?? message
    return {
      ...of,
      key: `${key}:log${index}`,
      kind: tool === undefined ? 'note' : 'tool',
      text,
      at,
      ms: null,
      detail: data,
    }
  })
  return [...tries, ...models, ...said]
}

export interface LogFilter {
  /** Null shows every status. */
  status: NodeRun['status'] | null
  /** Lower case. */
  search: string
  closed: ReadonlySet<string>
}

const fits = (row: NodeRun, { status, search }: LogFilter): boolean =>
  (status === null || row.status === status) &&
  (search === '' ||
    `${row.title} ${row.node_id} ${row.error?.message ?? ''} ${row.logs.map(({ message }) => message).join(' ')}`
      .toLowerCase()
      .includes(search))

function ofRow(row: NodeRun, kind: 'node' | 'item', depth: number, closed: ReadonlySet<string>): LogLine[] {
  const key = `${row.node_id}:${row.iteration}`
  const inside = insideOf(row, depth + 1)
  const text = kind === 'item' ? `Item ${row.iteration}` : row.title
  const { node_id, iteration, status, started_at: at } = row
  const detail = row.error as unknown as Json
  const line: LogLine = {
    key,
    kind,
    depth,
    text,
    status,
    at,
    ms: took(row),
    node_id,
    iteration,
    detail,
    inside: inside.length,
  }
  return closed.has(key) ? [line] : [line, ...inside]
}

/** The lines to be seen: nodes in the order they began, those that were not reached last. */
export function logLines(run: Execution, filter: LogFilter): LogLine[] {
  const place = new Map(run.graph.nodes.map(({ id }, index) => [id, index]))
  const began = (rows: readonly NodeRun[]) =>
    Math.min(...rows.map(({ started_at }) => (started_at ? Date.parse(started_at) : Number.POSITIVE_INFINITY)))
  const nodes = [...Map.groupBy(run.nodes, ({ node_id }) => node_id)].toSorted(
    ([a, one], [b, other]) => began(one) - began(other) || (place.get(a) ?? 0) - (place.get(b) ?? 0),
  )
  return nodes.flatMap(([id, all]) => {
    const rows = all.filter((row) => fits(row, filter))
    const [first] = rows
    if (!first) return []
    if (all.length === 1 && first.iteration === '') return ofRow(first, 'node', 0, filter.closed)
    const key = `${id}:*`
    const failed = rows.find(({ status }) => status === 'failed') ?? rows.find(({ status }) => status === 'running')
    const status = failed?.status ?? first.status
    const line: LogLine = {
      key,
      kind: 'node',
      depth: 0,
      text: first.title,
      status,
      at: first.started_at,
      ms: rows.reduce((sum, row) => sum + (took(row) ?? 0), 0),
      node_id: id,
      iteration: first.iteration,
      detail: null,
      inside: rows.length,
    }
    return filter.closed.has(key) ? [line] : [line, ...rows.flatMap((row) => ofRow(row, 'item', 1, filter.closed))]
  })
}

/** The log as it is copied: every row whole, as the API gives it. */
export const logText = (run: Execution): string =>
  JSON.stringify(
    {
      execution_id: run.id,
      status: run.status,
      error: run.error,
      nodes: run.nodes.map(({ wait: _, follows: __, ...row }) => row),
    },
    null,
    2,
  )
