/** Rows of executions as the contract shows them. */
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { type Ability, refusedAbility } from '#contract/core/ability-values.ts'
import { jsonAsWritten } from '#contract/core/json-text.ts'
import { Json } from '#contract/core/primitives.ts'
import {
  CASE_REFUSED,
  CONTROL_ACTIONS,
  type ControlAction,
  caseAbility,
  controlAbility,
  FORK_REFUSED,
  isFinal,
  OVERSEEN,
  OVERSEER_ACTIONS,
} from '#contract/runs/execution-states.ts'
import {
  type Execution,
  type ExecutionSummary,
  FailedTry,
  ModelUsage,
  type NodeRun,
  type OpenWait,
  RunError,
} from '#contract/runs/executions.ts'
import type { QueuePlace, RunCharge, RunGraph, UsageSum } from '#contract/runs/run-details.ts'
import { TestOf } from '#contract/runs/test-of.ts'
import { topologicalOrder } from '#graph/plan.ts'
import { CALL_REFUSED, isAgentCall } from './executions.policy.ts'
import type { DetailRow, NodeRow, SummaryRow, WaitRow } from './executions.store.ts'
import { questionFor, type StepAccess } from './questions.ts'
import { StoredDocument } from './stored-document.ts'
import { hideErrorDetails, hideNodeDetails, NO_IDS, type StepIds, stepIds } from './visible-steps.ts'

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const StoredError = RunError.extend({
  code: RunError.shape.code.catch('failed'),
  message: RunError.shape.message.catch('It failed.'),
  node_id: RunError.shape.node_id.catch(null),
  field: RunError.shape.field.catch(null),
})
const StoredLogs = z.array(z.object({ at: z.string(), message: z.string(), data: Json.catch(null) })).catch([])
const StoredUsage = z.array(ModelUsage.extend({ ms: ModelUsage.shape.ms.catch(0) })).catch([])
const StoredTries = z.array(FailedTry).catch([])
const StoredTest = z.object({ of: TestOf }).nullable().catch(null)

const presentError = (stored: unknown): RunError | null =>
  stored === null || stored === undefined ? null : StoredError.parse(typeof stored === 'object' ? stored : {})

/** The error of a run as its reader may see it. @param ids of its steps, where the answer shows them */
function presentRunError({ error, steps_open }: SummaryRow, ids: StepIds): RunError | null {
  const stored = presentError(error)
  return steps_open ? stored : hideErrorDetails(stored, ids)
}

export const presentSummary = (row: SummaryRow, ids = NO_IDS): ExecutionSummary => ({
  id: row.id,
  title: row.title,
  status: row.status,
  trigger: row.trigger,
  priority: row.priority,
  agent:
    row.agent_id && row.agent_slug && row.agent_name && row.agent_icon
      ? { id: row.agent_id, slug: row.agent_slug, name: row.agent_name, icon: row.agent_icon }
      : null,
  // How a seller calls the workflow behind an agent is the seller's business.
  workflow: { id: row.workflow_id, name: row.agent_name ?? row.workflow_name ?? 'Removed workflow' },
  service: row.service_id && row.service_name ? { id: row.service_id, name: row.service_name } : null,
  ...(row.started_by_id && { started_by: { id: row.started_by_id, name: row.started_by_name ?? '' } }),
  error: presentRunError(row, ids),
  cost: { paise: row.cost_paise, currency: 'INR' },
  created_at: row.created_at.toISOString(),
  started_at: iso(row.started_at),
  finished_at: iso(row.finished_at),
})

const codeAlone = <E extends RunError | null>(error: E): E =>
  error === null ? error : { ...error, message: error.code }

/** A run in a list, without what may quote what its owner sent: its title, and the message of its error. */
export const summaryWithoutContent = (run: ExecutionSummary): ExecutionSummary => ({
  ...run,
  title: null,
  error: codeAlone(run.error),
})

/** A message can quote what the owner sent. */
export const withoutMessages = (run: Execution): Execution => ({
  ...run,
  error: codeAlone(run.error),
  nodes: run.nodes.map((node) => ({
    ...node,
    error: codeAlone(node.error),
    tries: node.tries.map((one) => ({ ...one, error: codeAlone(one.error) })),
  })),
})

/** For lists of all users' runs: a title quotes a user's input. */
export const withoutTitle = (run: ExecutionSummary): ExecutionSummary => ({ ...run, title: null })

function presentWait(row: WaitRow, access: StepAccess): OpenWait {
  const { type, title, details, fields } = questionFor(row.wait, access)
  return { id: row.id, type, title, details: details ?? fields, until: iso(row.until) }
}

interface Shown {
  id: string
  type: string
  title: string
  follows: string | null
}

const presentNode = ({ id, type, title, follows }: Shown, row: NodeRow, wait: OpenWait | null): NodeRun => ({
  node_id: id,
  type,
  title,
  status: row.status,
  started_at: iso(row.started_at),
  finished_at: iso(row.finished_at),
  attempts: row.attempts,
  output: jsonAsWritten(row.output),
  stored: row.stored !== null,
  origin: row.origin,
  error: presentError(row.error),
  tries: row.tries === null ? [] : StoredTries.parse(row.tries),
  usage: row.usage === null ? [] : StoredUsage.parse(row.usage),
  iteration: row.iteration,
  port: row.port,
  logs: row.logs === null ? [] : StoredLogs.parse(row.logs),
  wait,
  follows,
})

/** Nodes without a row: not reached yet, or never reached in a run that has ended. */
const untouched = ({ id, type, title, follows }: Shown, ended: boolean): NodeRun => ({
  node_id: id,
  type,
  title,
  status: ended ? 'skipped' : 'pending',
  started_at: null,
  finished_at: null,
  attempts: 0,
  output: null,
  stored: false,
  origin: null,
  error: null,
  tries: [],
  usage: [],
  iteration: '',
  port: null,
  logs: [],
  wait: null,
  follows,
})

/** A collator that is made once compares many times faster than `localeCompare` with options. */
const NUMERIC = new Intl.Collator('en', { numeric: true })
const byIteration = (a: NodeRow, b: NodeRow): number => compareIterations(a.iteration, b.iteration) || a.seq - b.seq
function compareIterations(a: string, b: string): number {
  if (a === b) return 0
  // Most are one number; those inside a map of a map are several with dots between.
  const difference = Number(a || -1) - Number(b || -1)
  return a.includes('.') || b.includes('.') || Number.isNaN(difference) ? NUMERIC.compare(a, b) : difference
}

/** So many rows are presented without a pause: some 5 ms. */
const ROWS_AT_ONCE = 500

type Document = z.infer<typeof StoredDocument>

/** In document order; the rows of a node inside a map in the order of their items. */
async function presentNodes(
  row: DetailRow,
  { nodes, edges }: Document,
  rows: readonly NodeRow[],
  waits: readonly WaitRow[],
): Promise<NodeRun[]> {
  const inbound = Map.groupBy(edges, ({ to }) => to.node)
  const byNode = Map.groupBy(rows, (one) => one.node_id)
  const open = new Map(waits.map((wait) => [`${wait.node_id}:${wait.iteration}`, presentWait(wait, row)]))
  const ended = isFinal(row.status)
  const shown: NodeRun[] = []
  for (const one of nodes) {
    const [edge, another] = inbound.get(one.id) ?? []
    const node = { ...one, follows: edge && !another && edge.from.port !== 'error' ? edge.from.node : null }
    const own = byNode.get(node.id)
    if (!own) shown.push(untouched(node, ended))
    for (const one of own?.toSorted(byIteration) ?? []) {
      shown.push(presentNode(node, one, open.get(`${one.node_id}:${one.iteration}`) ?? null))
      // Others go on while a run of many thousand steps is presented.
      if (shown.length % ROWS_AT_ONCE === 0) await setImmediate()
    }
  }
  return shown
}

const Disclaimer = z.object({ disclaimer: z.string().nullable() }).catch({ disclaimer: null })

/** Nodes in the order they run. */
function presentGraph({ nodes, edges }: Document): RunGraph {
  const place = new Map(topologicalOrder(nodes, edges).map((id, index) => [id, index]))
  const ordered = nodes.toSorted((a, b) => (place.get(a.id) ?? nodes.length) - (place.get(b.id) ?? nodes.length))
  return {
    nodes: ordered.map(({ id, type, title }) => ({ id, type, title })),
    edges: edges.map(({ from, to }) => ({ from: from.node, port: from.port, to: to.node })),
  }
}

export function sumUsage(calls: readonly ModelUsage[]): UsageSum {
  const sum = { calls: calls.length, input_tokens: 0, output_tokens: 0, cost_micros: 0 }
  for (const { input_tokens, output_tokens, cost_micros } of calls) {
    sum.input_tokens += input_tokens
    sum.output_tokens += output_tokens
    sum.cost_micros += cost_micros
  }
  return sum
}

const REPEATS: ReadonlySet<ControlAction> = new Set(['retry', 'rerun', 'fork'])

const READ_ONLY = refusedAbility('The buyer shared this run with you to read.')

/** What the seller reads of a shared run: nothing can be done with it, and what the buyer paid or calls their service is not shared. */
export const presentSharedRun = (run: Execution): Execution => ({
  ...run,
  service: null,
  charge: null,
  inside_paise: 0,
  abilities: {
    pause: READ_ONLY,
    resume: READ_ONLY,
    cancel: READ_ONLY,
    retry: READ_ONLY,
    rerun: READ_ONLY,
    fork: READ_ONLY,
    make_case: READ_ONLY,
    delete: READ_ONLY,
  },
})

const OVERSEEN_ABILITIES = Object.fromEntries(
  CONTROL_ACTIONS.filter((action) => !OVERSEER_ACTIONS.includes(action)).map((action) => [
    action,
    // Where nobody but an editor sees the button, a super admin does not see it either.
    refusedAbility(action === 'fork' ? FORK_REFUSED : OVERSEEN),
  ]),
)

/** What a super admin sees of a run of another account: how it went, and nothing that people entered or steps gave. */
export const withoutContent = (run: Execution): Execution => ({
  ...run,
  title: null,
  input: null,
  output: null,
  content_open: false,
  trace_open: false,
  nodes: run.nodes.map((node) => ({
    ...node,
    output: null,
    stored: false,
    logs: [],
    wait: node.wait && { ...node.wait, title: null, details: null },
  })),
  abilities: { ...run.abilities, ...OVERSEEN_ABILITIES, make_case: refusedAbility(CASE_REFUSED) },
})

export async function presentExecution(
  row: DetailRow,
  rows: readonly NodeRow[],
  waits: readonly WaitRow[],
  {
    input,
    output,
    queue,
    charge,
    inside_paise,
    mayEdit,
    mayMakeCase,
    mayAudit,
    deletable,
  }: {
    input: Json
    output: Json
    queue: QueuePlace | null
    charge: RunCharge | null
    inside_paise: number
    mayEdit: boolean
    mayMakeCase: boolean
    mayAudit: boolean
    deletable: Ability
  },
): Promise<Execution> {
  const ability = (action: ControlAction) => {
    if (isAgentCall(row) && REPEATS.has(action)) return refusedAbility(CALL_REFUSED)
    return action === 'fork' && !mayEdit
      ? refusedAbility(FORK_REFUSED)
      : controlAbility(action, row.status, row.of_bench)
  }
  const document = StoredDocument.parse(row.document)
  const ids = stepIds(document.nodes)
  const nodes = await presentNodes(row, document, rows, waits)
  const inAndOut = row.steps_open || !row.is_child
  return {
    ...presentSummary(row, ids),
    input: inAndOut ? input : null,
    output: inAndOut ? output : null,
    steps_open: row.steps_open,
    content_open: true,
    trace_open: row.logs_open && row.payload_removed_at === null,
    record_open: mayAudit,
    nodes: row.steps_open ? nodes : nodes.map((node) => hideNodeDetails(node, ids)),
    graph: row.steps_open ? presentGraph(document) : { nodes: [], edges: [] },
    usage: sumUsage(nodes.flatMap(({ usage }) => usage)),
    charge,
    inside_paise,
    version: row.version,
    source_id: row.source_id,
    test: StoredTest.parse(row.test)?.of ?? null,
    queue,
    payload_removed_at: iso(row.payload_removed_at),
    view: row.view,
    disclaimer: Disclaimer.parse(row.listing).disclaimer,
    seq: rows.reduce((last, { seq }) => Math.max(last, seq), 0),
    abilities: {
      ...(Object.fromEntries(CONTROL_ACTIONS.map((action) => [action, ability(action)])) as Record<
        ControlAction,
        Ability
      >),
      make_case: mayMakeCase ? caseAbility(row.status) : refusedAbility(CASE_REFUSED),
      delete: deletable,
    },
  }
}
