/**
 * What a test of a part of a draft runs, and what it takes from an earlier run: pure, by the plan of the draft and the finished rows
 * of that run. The engine gets the answer as rows to begin with and nodes to leave out.
 */
import { ITEM_PORT, type Plan, type PlanNode } from './plan.ts'
import { createRun } from './run.ts'

export interface TestWanted {
  mode: 'all' | 'node' | 'from' | 'until'
  /** Of every mode but `all`. */
  node: PlanNode | null
}

/** A finished node of an earlier run. */
export interface EarlierRow {
  node_id: string
  /** Absent or empty at the top. */
  iteration?: string
}

export interface Earlier<Row extends EarlierRow> {
  rows: readonly Row[]
  /** The port a row went on through; undefined for one that did not. */
  portOf: (row: Row) => string | undefined
  /** Nodes that are not what they were in that run. */
  edited: ReadonlySet<string>
  /** Nodes with pinned data. */
  pinned: ReadonlySet<string>
  /** A row that gives the pinned data of a node. */
  pinRow: (node_id: string) => Row
}

export interface TestPlanned<Row> {
  seed: Row[]
  /** Ids that are left out. */
  skip: string[]
  /** Ids that run if the run comes to them. */
  runs: string[]
  reused: string[]
  stale: string[]
  also: string[]
  /** The nearest loop around the named node. */
  loop: string | null
  /** False when the named node has no data to run on. */
  reaches: boolean
}

/** The nodes a set needs: all before them, and the bodies of loops among them. */
function withSources(start: Iterable<PlanNode>, whole: (loop: PlanNode) => boolean): Set<PlanNode> {
  const found = new Set<PlanNode>()
  const queue = [...start]
  for (let node = queue.pop(); node; node = queue.pop()) {
    if (found.has(node)) continue
    found.add(node)
    for (const { from } of node.inbound) queue.push(from)
    if (node.body && whole(node)) queue.push(...bodyOf(node))
  }
  return found
}

const bodyOf = (loop: PlanNode): PlanNode[] => (loop.body?.nodes ?? []).flatMap((node) => [node, ...bodyOf(node)])

/** The loops around a node, the nearest first. */
function loopsAround(node: PlanNode): PlanNode[] {
  const found: PlanNode[] = []
  for (let owner = node.scope.owner; owner; owner = owner.scope.owner) found.push(owner)
  return found
}

/** Nodes that run again when `from` does: what is behind it, and the loops around with what is behind them. */
export function affectedBy(from: PlanNode): Set<PlanNode> {
  const affected = new Set<PlanNode>()
  const queue: { node: PlanNode; withBody: boolean }[] = [{ node: from, withBody: true }]
  for (let at = queue.pop(); at; at = queue.pop()) {
    const { node, withBody } = at
    if (affected.has(node)) continue
    affected.add(node)
    for (const edge of node.outbound)
      if (withBody || edge.port !== ITEM_PORT) queue.push({ node: edge.to, withBody: true })
    // The loop around collects its items again; what other nodes of its body gave is kept.
    if (node.scope.owner) queue.push({ node: node.scope.owner, withBody: false })
  }
  return affected
}

const ids = (nodes: Iterable<PlanNode>): string[] => [...nodes].map(({ id }) => id)

/** @throws Error when a mode but `all` names no node */
export function planTest<Row extends EarlierRow>(
  plan: Plan,
  { mode, node }: TestWanted,
  earlier: Earlier<Row>,
): TestPlanned<Row> {
  if (mode === 'all') return planned(plan, null, new Set(plan.nodes), [], earlier)
  if (!node) throw new Error('A part of a workflow is run by a node of it')
  const around = new Set(loopsAround(node))
  if (mode === 'until')
    return planned(
      plan,
      node,
      withSources([node], (loop) => !around.has(loop)),
      [],
      earlier,
    )
  return mode === 'node' ? planOne(plan, node, around, earlier) : planFrom(plan, node, earlier)
}

function planOne<Row extends EarlierRow>(
  plan: Plan,
  node: PlanNode,
  around: ReadonlySet<PlanNode>,
  earlier: Earlier<Row>,
): TestPlanned<Row> {
  const before = withSources([node], () => false)
  before.delete(node)
  const isPinned = ({ id, scope }: PlanNode) => earlier.pinned.has(id) && scope === plan.top
  const seed: Row[] = [...before].filter(isPinned).map(({ id }) => earlier.pinRow(id))
  for (const row of earlier.rows) {
    const source = plan.byId.get(row.node_id)
    if (!source || !before.has(source) || around.has(source) || earlier.portOf(row) === undefined) continue
    // Inside a loop pinned data comes item by item.
    if (!earlier.pinned.has(source.id)) seed.push(row)
  }
  const inBody = [...before].filter(({ id, scope }) => earlier.pinned.has(id) && scope !== plan.top)
  const made = planned(plan, node, new Set([node, ...around, ...bodyOf(node), ...inBody]), seed, earlier)
  return { ...made, stale: made.reused.filter((id) => earlier.edited.has(id)) }
}

function planFrom<Row extends EarlierRow>(plan: Plan, node: PlanNode, earlier: Earlier<Row>): TestPlanned<Row> {
  const needed = withSources(affectedBy(node), () => true)
  const again = affectedBy(node)
  for (const one of needed) if (earlier.edited.has(one.id)) for (const other of affectedBy(one)) again.add(other)
  const seed = earlier.rows.filter((row) => {
    const source = plan.byId.get(row.node_id)
    if (!source || !needed.has(source) || again.has(source) || earlier.pinned.has(source.id)) return false
    return earlier.portOf(row) !== undefined
  })
  return planned(plan, node, needed, seed, earlier)
}

/** @param wanted what may run; all else is left out */
function planned<Row extends EarlierRow>(
  plan: Plan,
  node: PlanNode | null,
  wanted: ReadonlySet<PlanNode>,
  seed: Row[],
  earlier: Earlier<Row>,
): TestPlanned<Row> {
  const seeded = new Set(seed.map(({ node_id }) => node_id))
  const skip = new Set(ids(plan.nodes.filter((one) => !wanted.has(one) && !seeded.has(one.id))))
  const done = seed
    .filter(({ iteration }) => !iteration)
    .map((row) => ({ node_id: row.node_id, port: earlier.portOf(row) ?? 'out' }))
  const run = createRun(plan, done, plan.top, skip)
  const outermost = node && (loopsAround(node).at(-1) ?? node)
  const before = node ? withSources([node], () => false) : new Set<PlanNode>()
  const isTop = (id: string) => plan.byId.get(id)?.scope === plan.top
  const also = [...before].filter(
    (one) => one !== node && isTop(one.id) && !seeded.has(one.id) && !skip.has(one.id) && run.state(one) !== 'dead',
  )
  const around = node ? new Set(loopsAround(node)) : new Set<PlanNode>()
  const place = (id: string) => plan.byId.get(id)?.index ?? 0
  const ordered = (some: string[]) => some.sort((a, b) => place(a) - place(b))
  return {
    seed,
    skip: [...skip],
    runs: ids(
      plan.nodes.filter(({ id }) => !skip.has(id) && !(seeded.has(id) && isTop(id)) && !earlier.pinned.has(id)),
    ),
    reused: ordered([...seeded].filter((id) => !earlier.pinned.has(id))),
    stale: [],
    also: ordered(ids(also.filter((one) => !around.has(one) && !earlier.pinned.has(one.id)))),
    loop: node?.scope.owner?.id ?? null,
    reaches: outermost === null || run.state(outermost) !== 'dead',
  }
}
