/** A run as the lines of a tree: nodes, their items, and what they called and said. Pure. */

import type { Json } from '#contract/core/primitives.ts'
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { isObject } from '#shared/json.ts'
import { loopsAround } from '#web/canvas/services/draft/known-values.ts'
import { t } from '#web/lib/language.ts'

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
      text: t('Attempt {attempt} failed: {message}', { attempt, message: error.message }),
      at,
      ms: null,
      detail: null,
    }
  })
  const models = row.usage.map((one, index): LogLine => {
    const { model, input_tokens, output_tokens, ms, at = null } = one
    const text = t('{model}: {input_tokens} tokens in, {output_tokens} out', { model, input_tokens, output_tokens })
    return { ...of, key: `${key}:model${index}`, kind: 'model', text, at, ms, detail: one as unknown as Json }
  })
  const said = row.logs.map((line, index): LogLine => {
    const tool = TOOL.exec(line.message)?.[1]
    const own = { ...of, key: `${key}:log${index}`, at: line.at, detail: line.data }
    if (tool === undefined) return { ...own, kind: 'note', text: line.message, ms: null }
    return { ...own, kind: 'tool', ...toolCall(tool, line) }
  })
  return inOrder([...tries, ...said, ...models])
}

/** A call in words. It is logged when it ends, and shown where it began. */
function toolCall(tool: string, { at, data }: NodeRun['logs'][number]): Pick<LogLine, 'text' | 'at' | 'ms'> {
  if (!isObject(data) || typeof data.ms !== 'number')
    return { text: data === null ? tool : `${tool} ${JSON.stringify(data)}`, at, ms: null }
  const began = new Date(Date.parse(at) - data.ms).toISOString()
  const result = String(data.result ?? '').replace(/\s+/g, ' ')
  const text = `${tool} ${JSON.stringify(data.arguments ?? {})} ${data.ok === false ? 'failed:' : '→'} ${result}`
  return { text: text.slice(0, 400), at: began, ms: data.ms }
}

/** By time; what has none stays where it is. */
function inOrder(lines: readonly LogLine[]): LogLine[] {
  if (lines.some(({ at }) => at === null)) return [...lines]
  return lines.toSorted((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''))
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

type Rows = readonly NodeRun[]

/** Of several rows, the state that matters most. */
const WORST: readonly NodeRun['status'][] = ['failed', 'waiting', 'running', 'pending', 'succeeded', 'skipped']
const worstOf = (rows: Rows): NodeRun['status'] =>
  WORST.find((status) => rows.some((row) => row.status === status)) ?? 'pending'

const beganAt = (rows: Rows) =>
  Math.min(...rows.map(({ started_at }) => (started_at ? Date.parse(started_at) : Number.POSITIVE_INFINITY)))

/** Builds the tree: a loop holds its items, an item the nodes that ran for it. */
class LogTree {
  readonly #filter: LogFilter
  readonly #rows: ReadonlyMap<string, Rows>
  readonly #place: ReadonlyMap<string, number>
  /** Nodes by the nearest loop they are inside; `''` for those in none. */
  readonly #inside: ReadonlyMap<string, readonly string[]>

  constructor(run: Execution, filter: LogFilter, document: WorkflowDocument | null) {
    this.#filter = filter
    this.#rows = Map.groupBy(run.nodes, ({ node_id }) => node_id)
    this.#place = new Map(run.graph.nodes.map(({ id }, index) => [id, index]))
    const loopOf = (id: string) => (document ? loopsAround(document, id)[0] : undefined) ?? ''
    const known = (loop: string) => loop === '' || this.#rows.has(loop)
    this.#inside = Map.groupBy([...this.#rows.keys()], (id) => (known(loopOf(id)) ? loopOf(id) : ''))
  }

  /** The nodes in one loop, for one of its items. @param at the path of the item, `''` at the top */
  level(loop: string, at: string, depth: number): LogLine[] {
    const ids = (this.#inside.get(loop) ?? []).filter((id) => loop === '' || this.#within(id, at).length > 0)
    const began = new Map(ids.map((id) => [id, beganAt(this.#within(id, at))]))
    const order = ids.toSorted(
      (a, b) => (began.get(a) ?? 0) - (began.get(b) ?? 0) || (this.#place.get(a) ?? 0) - (this.#place.get(b) ?? 0),
    )
    return order.flatMap((id) => (this.#inside.has(id) ? this.#loop(id, at, depth) : this.#node(id, at, depth)))
  }

  /** Rows of a node for an item and what is inside that item. */
  #within(id: string, at: string): Rows {
    const rows = this.#rows.get(id) ?? []
    return at === '' ? rows : rows.filter(({ iteration }) => iteration === at || iteration.startsWith(`${at}.`))
  }

  /** Rows of everything in a loop, the loops in it among them. */
  #under(loop: string, at: string): Rows {
    return (this.#inside.get(loop) ?? []).flatMap((id) => [...this.#within(id, at), ...this.#under(id, at)])
  }

  #node(id: string, at: string, depth: number): LogLine[] {
    const all = this.#within(id, at)
    const rows = all.filter((row) => fits(row, this.#filter))
    const [first] = rows
    if (!first) return []
    if (all.length === 1 && first.iteration === at) return this.#row(first, first.title, 'node', depth)
    const line = this.#head(`${id}:*`, 'node', depth, first.title, rows, first)
    const items = rows.flatMap((row) => this.#row(row, itemText(row.iteration), 'item', depth + 1))
    return this.#filter.closed.has(line.key) ? [line] : [line, ...items]
  }

  #row(row: NodeRun, text: string, kind: 'node' | 'item', depth: number): LogLine[] {
    const inside = insideOf(row, depth + 1)
    const key = `${row.node_id}:${row.iteration}`
    const line: LogLine = {
      key,
      kind,
      depth,
      text,
      status: row.status,
      at: row.started_at,
      ms: took(row),
      node_id: row.node_id,
      iteration: row.iteration,
      detail: row.error as unknown as Json,
      inside: inside.length,
    }
    return this.#filter.closed.has(key) ? [line] : [line, ...inside]
  }

  #loop(id: string, at: string, depth: number): LogLine[] {
    const own = (this.#rows.get(id) ?? []).filter(({ iteration }) => iteration === at)
    const inner = this.#under(id, at)
    const place = at === '' ? 0 : at.split('.').length
    const items = [...new Set(inner.flatMap(({ iteration }) => iteration.split('.')[place] || []))].toSorted(
      (a, b) => Number(a) - Number(b),
    )
    const lines = items.flatMap((item) => this.#item(id, at === '' ? item : `${at}.${item}`, depth + 1))
    const first = own[0] ?? inner[0]
    if (!first || (lines.length === 0 && !own.some((row) => fits(row, this.#filter)))) return []
    const title = own[0]?.title ?? this.#rows.get(id)?.[0]?.title ?? id
    const line = this.#head(`${id}:${at}:*`, 'node', depth, title, own.length > 0 ? own : inner, first)
    const whole = {
      ...line,
      node_id: id,
      iteration: at,
      inside: lines.length,
      detail: own[0]?.error as unknown as Json,
    }
    return this.#filter.closed.has(line.key) ? [whole] : [whole, ...lines]
  }

  #item(loop: string, at: string, depth: number): LogLine[] {
    const lines = this.level(loop, at, depth + 1)
    const rows = this.#under(loop, at)
    const [first] = rows
    if (!first || lines.length === 0) return []
    const line = { ...this.#head(`${loop}:${at}:item`, 'item', depth, itemText(at), rows, first), iteration: at }
    return this.#filter.closed.has(line.key) ? [line] : [line, ...lines]
  }

  #head(key: string, kind: 'node' | 'item', depth: number, text: string, rows: Rows, first: NodeRun): LogLine {
    const { node_id, iteration, started_at: at } = first
    const ms = rows.reduce((sum, row) => sum + (took(row) ?? 0), 0)
    return {
      key,
      kind,
      depth,
      text,
      status: worstOf(rows),
      at,
      ms,
      node_id,
      iteration,
      detail: null,
      inside: rows.length,
    }
  }
}

/** Items are counted from 1, those of an inner loop by their path: `Item 2.1`. */
const itemText = (iteration: string): string =>
  t('Item {split}', {
    split: iteration
      .split('.')
      .map((part) => Number(part) + 1)
      .join('.'),
  })

/** The lines to be seen: nodes in the order they began, those that were not reached last, those of a loop under its items. */
export const logLines = (run: Execution, filter: LogFilter, document: WorkflowDocument | null = null): LogLine[] =>
  new LogTree(run, filter, document).level('', '', 0)

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
