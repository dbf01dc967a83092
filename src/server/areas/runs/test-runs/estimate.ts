/** What one run of a draft is likely to take, from what its nodes took in past runs. */
import { AppError } from '#contract/core/errors.ts'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { Estimate } from '#contract/workflows/test-runs.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { topologicalOrder } from '#graph/plan.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { findWorkflow, type LookGrant, readDocument } from '#server/areas/workflows/workflows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findTaken } from './test-runs.store.ts'

/** The newest runs that are looked at. */
const RUNS = 50

export interface Taken {
  execution_id: string
  node_id: string
  ms: number
  cost_micros: number
}

/** Between the two nearest values, as most tools give it. */
export function quantile(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q
  const low = sorted[Math.floor(at)] ?? 0
  const high = sorted[Math.ceil(at)] ?? low
  return Math.round(low + (high - low) * (at - Math.floor(at)))
}

const range = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p90: quantile(sorted, 0.9) }
}

const RUNS_OTHERS: ReadonlySet<string> = new Set(['sub_workflow', 'marketplace_agent'])

/** Time for people and clocks is not the workflow's; another workflow or agent that is waited for is. */
const isWaiting = (type: string): boolean => catalogue.get(type)?.kind === 'wait' && !RUNS_OTHERS.has(type)

/** The longest way through the draft, by what its nodes took in one run: branches go side by side. */
function longest(document: WorkflowDocument, order: readonly string[], ms: ReadonlyMap<string, number>): number {
  const ends = new Map<string, number>()
  for (const id of order) {
    const before = document.edges.filter(({ to }) => to.node === id).map(({ from }) => ends.get(from.node) ?? 0)
    ends.set(id, Math.max(0, ...before) + (ms.get(id) ?? 0))
  }
  return Math.max(0, ...ends.values())
}

/** @param rows what nodes took, in any order */
export function computeEstimate(document: WorkflowDocument, rows: readonly Taken[]): Estimate {
  const active = document.nodes.filter(({ disabled }) => disabled !== true)
  const order = topologicalOrder(document.nodes, document.edges)
  const waiting = new Set(active.filter(({ type }) => isWaiting(type)).map(({ id }) => id))
  const ids = new Set(active.map(({ id }) => id))
  const runs = [...Map.groupBy(rows, ({ execution_id }) => execution_id).values()]
    .map((run) => run.filter(({ node_id }) => ids.has(node_id)))
    .filter((run) => run.length > 0)
  const seen = new Set(runs.flat().map(({ node_id }) => node_id))
  const unknown = [...ids].filter((id) => !seen.has(id))
  if (runs.length === 0) return { runs: 0, ms: null, cost_micros: null, unknown }
  const took = runs.map((run) => {
    const ms = new Map(run.map((one) => [one.node_id, waiting.has(one.node_id) ? 0 : one.ms]))
    return longest(document, order, ms)
  })
  const cost = runs.map((run) => run.reduce((sum, one) => sum + one.cost_micros, 0))
  return { runs: runs.length, ms: range(took), cost_micros: range(cost), unknown }
}

/** @throws not_found */
export async function estimateWorkflow(db: Queryable, grant: LookGrant, id: WorkflowId): Promise<Estimate> {
  const row = await findWorkflow(db, grant.on, id)
  if (!row) throw new AppError('not_found')
  return computeEstimate(readDocument(row.document), await findTaken(db, id, RUNS))
}
