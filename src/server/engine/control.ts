/**
 * Control of executions. Pause and cancel change the status and raise the epoch in one transaction: the running
 * executor is fenced from that moment, and notified so that it aborts its work. Retry, rerun and fork never touch the
 * original: each is a new execution seeded with copies of its finished rows.
 */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { ControlCommand } from '#contract/runs/execution-control.ts'
import { controlAbility, type ExecutionStatus, isLegal } from '#contract/runs/execution-states.ts'
import type { Plan } from '#graph/plan.ts'
import { affectedBy } from '#graph/test-plan.ts'
import type { Connections } from '#server/platform/database/connections-per-caller.ts'
import { EngineRefusal } from '#server/platform/engine-refusal.ts'
import { runsEnded } from '#server/platform/metrics/meters.ts'
import { findChildrenUnderWay } from './child-runs.ts'
import type { Dispatcher } from './dispatch.ts'
import type { NodeRow, TestPlan } from './journal-sql.ts'
import { ownerOf, type Started, type StartRequest } from './request.ts'
import { livePort } from './scope-run.ts'
import { fenceWith, findExecution, lockExecution, readRows, type StoredExecution, transaction } from './store.ts'
import type { Versions } from './versions.ts'

export interface ControlOptions {
  /** Those of requests: what is controlled may be locked for a while. */
  pool: Connections
  dispatcher: Dispatcher
  versions: Versions
  /** The execution was paused or cancelled: stop it wherever it runs. */
  stopped: (id: string) => void
  /** It was queued: any executor with a free slot may take it immediately. */
  queued: (id: string) => void
  /** It ended without having run to its end. */
  cancelled: (execution: StoredExecution) => Promise<void>
  start: (request: StartRequest) => Promise<Started>
}

/** What a repeat replaces: its priority and its price, and a rerun also its input and the version. Checked by the caller. */
export type RunChange = Partial<
  Pick<
    StartRequest,
    | 'input'
    | 'trigger'
    | 'priority'
    | 'workflow_version_id'
    | 'agent_version_id'
    | 'priced_version_id'
    | 'service_id'
    | 'started_by'
  >
>

/** @throws EngineRefusal `not_found`, `illegal_transition`, `unknown_node`, `not_runnable` */
export function controlExecution(
  options: ControlOptions,
  id: string,
  command: ControlCommand,
  change: RunChange = {},
): Promise<Started> {
  switch (command.action) {
    case 'pause':
      return stop(options, id, 'pause', 'paused')
    case 'cancel':
      return stop(options, id, 'cancel', 'cancelled')
    case 'resume':
      return resume(options, id)
    case 'retry':
      return retry(options, id, change)
    case 'rerun':
      return rerun(options, id, change)
    case 'fork':
      return fork(options, id, command, change)
  }
}

function demand(execution: StoredExecution | undefined, action: ControlCommand['action']): StoredExecution {
  if (!execution) throw new EngineRefusal('not_found', 'There is no such execution.')
  if (isLegal(action, execution.status)) return execution
  const ability = controlAbility(action, execution.status)
  throw new EngineRefusal('illegal_transition', ability.reason ?? 'This is not possible now.')
}

async function stop(
  options: ControlOptions,
  id: string,
  action: 'pause' | 'cancel',
  status: ExecutionStatus,
): Promise<Started> {
  const execution = await transaction(options.pool, async (client) => {
    const locked = demand(await lockExecution(client, id), action)
    await fenceWith(client, id, { status })
    return locked
  })
  options.stopped(id)
  if (status === 'cancelled') {
    runsEnded.inc({ outcome: status })
    await cancelChildren(options, id)
    await options.cancelled(execution)
  }
  return { execution_id: id, status }
}

/** A run that has ended meanwhile stays as it is. */
export async function cancelUnlessEnded(options: ControlOptions, id: string): Promise<void> {
  await stop(options, id, 'cancel', 'cancelled').catch((error) => {
    if (!(error instanceof EngineRefusal)) throw error
  })
}

/**
 * Cancels the runs that steps of an ended run started: they end with it, however it ended. The sweeper does it for a run whose process
 * died before this.
 */
export async function cancelChildren(options: ControlOptions, id: string): Promise<void> {
  for (const child of await findChildrenUnderWay(options.pool, id)) await cancelUnlessEnded(options, child)
}

async function resume(options: ControlOptions, id: string): Promise<Started> {
  await transaction(options.pool, async (client) => {
    const execution = demand(await lockExecution(client, id), 'resume')
    await client.query(`update executions set status = 'queued', executor = null where id = $1`, [id])
    const reason = `resume:${execution.epoch}`
    await options.dispatcher.enqueueIn(client, { ...execution, execution_id: id, reason, delay_ms: 0 })
  })
  options.queued(id)
  return { execution_id: id, status: 'queued' }
}

/** Finds an ended run that is to be repeated. What its steps started is cancelled first: the repeat starts it again. */
async function source(options: ControlOptions, id: string, action: ControlCommand['action']): Promise<StoredExecution> {
  const execution = demand(await findExecution(options.pool, id), action)
  await cancelChildren(options, id)
  return execution
}

function again(execution: StoredExecution, change: Partial<StartRequest>): StartRequest {
  return {
    workflow_version_id: execution.workflow_version_id,
    input: execution.input,
    trigger: execution.trigger,
    priority: execution.priority,
    owner: ownerOf(execution),
    agent_id: execution.agent_id,
    agent_version_id: execution.agent_version_id,
    service_id: execution.service_id,
    run_token_hash: execution.run_token_hash,
    mode: 'now',
    source_id: execution.id,
    test: execution.test ?? null,
    ...change,
  }
}

/** Continues from the failed step: everything that finished is kept. */
async function retry(options: ControlOptions, id: string, change: RunChange): Promise<Started> {
  const execution = await source(options, id, 'retry')
  const rows = await readRows(options.pool, id)
  const seed = rows.filter((row) => livePort(row) !== undefined)
  return options.start(again(execution, { ...change, seed }))
}

/** A test run that is run again runs whole, with its pins: what it left out was left out of that one. */
const whole = (test: TestPlan | null | undefined): TestPlan | null =>
  test ? { ...test, of: { ...(test.of as JsonObject), mode: 'all', node_id: null }, skip: [] } : null

async function rerun(options: ControlOptions, id: string, change: RunChange): Promise<Started> {
  const execution = await source(options, id, 'rerun')
  return options.start(again(execution, { ...change, test: whole(execution.test) }))
}

async function fork(
  options: ControlOptions,
  id: string,
  { from_node, edited = {} }: Extract<ControlCommand, { action: 'fork' }>,
  change: RunChange,
): Promise<Started> {
  const execution = await source(options, id, 'fork')
  const program = await options.versions.get(execution.workflow_version_id)
  if (!program) throw new EngineRefusal('not_runnable', 'The workflow version of this run does not exist any more.')
  const from = program.plan.byId.get(from_node)
  if (!from) throw new EngineRefusal('unknown_node', `The workflow has no node “${from_node}”.`, 'from_node')
  const affected = new Set([...affectedBy(from)].map(({ id }) => id))
  for (const node of Object.keys(edited)) {
    const known = program.plan.byId.get(node)
    if (!known || affected.has(node)) {
      throw new EngineRefusal('unknown_node', `“${node}” does not finish before “${from_node}”.`, `edited.${node}`)
    }
  }
  const rows = await readRows(options.pool, id)
  const seed = seedOf(program.plan, rows, affected, edited)
  // A sample with other data is no sample any more: what is free for samples is not free for it.
  const isOther = execution.trigger === 'sample' && Object.keys(edited).length > 0
  const trigger = isOther ? 'manual' : execution.trigger
  return options.start(again(execution, { ...change, seed, trigger, test: whole(execution.test) }))
}

function seedOf(plan: Plan, rows: NodeRow[], affected: ReadonlySet<string>, edited: JsonObject): NodeRow[] {
  const kept = rows
    .filter((row) => livePort(row) !== undefined && !affected.has(row.node_id))
    .map((row): NodeRow => {
      if (row.iteration || !Object.hasOwn(edited, row.node_id)) return row
      const { error: _, stored: __, origin: ___, ...rest } = row
      return { ...rest, status: 'succeeded', output: edited[row.node_id] as Json }
    })
  const there = new Set(kept.map((row) => row.node_id))
  for (const [node_id, output] of Object.entries(edited)) {
    if (there.has(node_id) || plan.byId.get(node_id)?.scope !== plan.top) continue
    const now = Date.now()
    kept.push({ node_id, seq: 0, status: 'succeeded', output, started_at: now, finished_at: now })
  }
  return kept
}
