/** What happens to one node of a run: attempts, retries, its result, its failure. Settled in the same turn when it answers at once. */

import type { Json } from '#contract/core/primitives.ts'
import type { FailedTry, RunError } from '#contract/runs/executions.ts'
import type { PlanNode } from '#graph/plan.ts'
import { NodeError, type NodeResult, type Resolution } from '#nodes/node.ts'
import type { ParsedConfig } from '#nodes/settings-reader.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import { stepDuration, stepsFailed } from '#server/platform/metrics/meters.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import type { Advance, NewRow } from './advance.ts'
import { Attempting, pause, type Try } from './attempt.ts'
import type { RunContext } from './context.ts'
import { StepValues } from './held-values.ts'
import { invokeNode } from './invoke.ts'
import { JournalRefusal } from './journal.ts'
import type { NodeRow } from './journal-sql.ts'
import { LoopRun } from './loop-run.ts'
import { bodyOf, MapRun, type MapWork } from './map-run.ts'
import { toRunError } from './program.ts'
import { Fenced, runError } from './recorder.ts'
import { type ScopeRun, STOPPED } from './scope-run.ts'
import { INLINE_CHARACTERS, keyOfOutput, keyOfResult, namedFiles } from './stored-outputs.ts'
import type { BeforeWait } from './waits.ts'

/** A retry later than this gives the memory back and comes again as a timer. */
const LONGEST_PAUSE_MS = 10_000
const MAX_DELAY_MS = HOUR_MS
/** Half a minute altogether. */
const OUTAGE_PAUSE_MS = SECOND_MS
const MOST_OUTAGES = 30
const NOTHING: BeforeWait = { logs: null, usage: null }

/** Most steps take no measurable time, and an observation costs more than such a step. */
const measureStep = ({ node: { type } }: PlanNode, ms: number): void => {
  if (ms >= 1) stepDuration.observe({ type }, ms / 1000)
}

export class NodeWork {
  readonly #run: Advance
  /** Attempts that failed and are made again, by node and iteration. */
  readonly #tries = new Map<string, FailedTry[]>()
  /** How often a node met a database that was away, by node and iteration. */
  readonly #outages = new Map<string, number>()

  constructor(run: Advance) {
    this.#run = run
  }

  /** Runs a node, or resumes it after its wait. */
  begin(scope: ScopeRun, node: PlanNode, attempt: number, resolution: Resolution | null, before = NOTHING): void {
    const prepared = this.#run.options.program.nodes[node.index]
    if (!prepared) throw new Error(`The plan has no node ${node.index}`)
    const input = scope.input(node)
    const started_at = Date.now()
    if (node.disabled) {
      this.#output(scope, node, { node_id: node.id, status: 'skipped', started_at }, input, undefined)
      return
    }
    const pin = this.#run.options.test?.pins[node.id]
    if (pin) {
      const row: NewRow = { node_id: node.id, status: 'succeeded', origin: 'pin', started_at }
      this.#output(scope, node, row, pin.output, pin.port)
      return
    }
    const one: Try = {
      scope,
      node,
      prepared,
      attempt,
      resolution,
      started_at,
      input,
      before,
      values: new StepValues(this.#run.options.recorder.held),
      context: undefined,
      attempting: undefined,
    }
    try {
      const { processor } = this.#run.options
      processor.check()
      const config = prepared.config(() => scope.bindings(input), processor, one.values)
      if (config instanceof Promise || (prepared.isEffect && this.#run.options.recorder.isDirty)) {
        this.#run.under(this.#caught(one, this.#prelude(one, config)))
      } else this.#call(one, config)
    } catch (error) {
      this.#threw(one, error)
    }
  }

  /** Before an effect is made, everything before it is committed. */
  async #prelude(one: Try, config: ParsedConfig | Promise<ParsedConfig>): Promise<void> {
    const settings = await config
    if (one.prepared.isEffect) await this.#run.options.recorder.settled()
    if (one.scope.isDead()) return one.values.release()
    this.#run.options.processor.measure(() => {
      this.#call(one, settings)
      this.#run.pump(one.scope)
    })
  }

  #call(one: Try, config: ParsedConfig): void {
    const context = this.#context(one, config)
    one.context = context
    const { attempt, node } = one
    const result = this.#run.options.span.step({ type: node.node.type, node_id: node.id, attempt }, () =>
      invokeNode(one.prepared, context, one.resolution),
    )
    if (result instanceof Promise) this.#run.under(this.#caught(one, this.#later(one, result)))
    else this.#settle(one, context, result)
  }

  #context(one: Try, config: ParsedConfig): RunContext {
    const { scope, node, attempt, input, before, values } = one
    const {
      makeContext,
      recorder,
      owner,
      agent_version,
      trigger,
      chosen,
      program,
      processor,
      live,
      keepWritten,
      keepPlan,
    } = this.#run.options
    return makeContext({
      execution_id: recorder.execution_id,
      node_id: node.id,
      owner,
      author: program.author,
      version: program.version_id,
      agent_version,
      trigger,
      chosen,
      iteration: scope.iteration,
      attempt,
      config,
      input,
      before,
      evaluator: processor,
      values,
      inputs: () => scope.inputs(node),
      attempting: () => {
        one.attempting ??= new Attempting()
        return one.attempting
      },
      progress: (...said) => {
        keepWritten(node.id, scope.iteration, ...said)
        live()?.progress(node.id, scope.iteration, ...said)
      },
      showPlan: (plan) => {
        keepPlan(node.id, scope.iteration, plan)
        live()?.plan(node.id, scope.iteration, plan)
      },
      trace: (row) => recorder.trace(row),
    })
  }

  async #later(one: Try, work: Promise<NodeResult>): Promise<void> {
    const { scope, node, context } = one
    one.attempting ??= new Attempting()
    const { attempting } = one
    scope.inside.add(attempting)
    this.#run.options.live()?.running(node.id, scope.iteration)
    try {
      const result = await attempting.race(work, one.prepared.timeout_ms)
      if (scope.isDead() || !context) return one.values.release()
      this.#run.options.processor.measure(() => this.#settle(one, context, result))
    } finally {
      scope.inside.delete(attempting)
    }
    this.#run.pump(scope)
  }

  /** What a node throws is the node's; what the journal throws ends the run. */
  async #caught(one: Try, work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      one.values.release()
      if (error instanceof Fenced || error instanceof JournalRefusal) throw error
      if (one.scope.isDead()) return
      this.#threw(one, error)
      this.#run.pump(one.scope)
    }
  }

  #row(one: Try): NewRow {
    const row: NewRow = { node_id: one.node.id, status: 'succeeded', started_at: one.started_at }
    if (one.attempt > 1) row.attempts = one.attempt
    const tries = this.#triesOf(one)
    if (tries) row.tries = tries as unknown as Json
    const logs = one.context?.lines() ?? one.before.logs
    if (logs) row.logs = logs as unknown as Json
    const usage = one.context?.usage() ?? one.before.usage ?? []
    if (usage.length > 0) row.usage = usage as unknown as Json
    return row
  }

  /** Also of those before a long pause, which another process may have made. */
  #triesOf({ scope, node, attempt }: Try): FailedTry[] | undefined {
    const known = this.#tries.get(`${node.id}:${scope.iteration}`)
    if (known || attempt === 1) return known
    const isOwn = (row: NodeRow) => row.node_id === node.id && (row.iteration ?? '') === scope.iteration
    return this.#run.options.rows.find(isOwn)?.tries as FailedTry[] | undefined
  }

  #settle(one: Try, context: RunContext, result: NodeResult): void {
    one.context = context
    const { scope, node } = one
    const row = this.#row(one)
    // What a node goes through in turns is held until it is done.
    if (result.type === 'map' || result.type === 'loop') scope.inside.add(one.values)
    else one.values.release()
    if (result.type === 'output' && result.skipped) row.status = 'skipped'
    if (result.type === 'output') this.#output(scope, node, row, result.output ?? null, result.port)
    else if (result.type === 'wait') this.#run.under(this.#run.wait(scope, node, row, result.wait, null))
    else if (result.type === 'map') this.#map(one, row, result)
    else if (result.type === 'loop') this.#loop(one, row, result)
    else {
      const output = result.output ?? null
      const text = result.message || 'The workflow was stopped.'
      const stopped = { ...row, output, port: STOPPED, finished_at: Date.now() }
      const stored = keyOfResult(this.#run.options.recorder.execution_id)
      if (this.#record(scope, stopped) !== null) this.#record(scope, { ...stopped, output: undefined, stored })
      this.#run.finish(result.status, output, result.status === 'failed' ? runError('stopped', text, node.id) : null)
    }
  }

  #loop(one: Try, row: NewRow, result: Extract<NodeResult, { type: 'loop' }>): void {
    const { scope, node } = one
    const failed = (error: unknown) => {
      scope.inside.delete(one.values)
      if (!scope.isDead()) this.#threw(one, error)
      this.#run.pump(scope)
    }
    const work = { ...result, ...bodyOf(this.#run, scope, node), done: this.#repeated(one, row), failed }
    new LoopRun(work).advance()
  }

  #map(one: Try, row: NewRow, result: Extract<NodeResult, { type: 'map' }>): void {
    const work = { ...result, ...bodyOf(this.#run, one.scope, one.node), done: this.#repeated(one, row) }
    new MapRun(work).advance()
  }

  #repeated({ scope, node, values }: Try, row: NewRow): MapWork['done'] {
    return (end) => {
      scope.inside.delete(values)
      values.release()
      if (scope.isDead()) return
      if (end.ok) this.#output(scope, node, row, end.output, undefined)
      else {
        scope.endBodies(node, 'Another item failed')
        this.fail(scope, node, end.error, row)
      }
      this.#run.pump(scope)
    }
  }

  /** @returns the JSON of an output that is too large for its row, which was not written then */
  #record(scope: ScopeRun, row: NewRow): string | null {
    const limit = this.#run.options.outputs ? INLINE_CHARACTERS : undefined
    return this.#run.options.recorder.add(scope.iteration === '' ? row : { ...row, iteration: scope.iteration }, limit)
  }

  #output(scope: ScopeRun, node: PlanNode, row: NewRow, output: Json, port: string | undefined): void {
    const finished_at = Date.now()
    const finished: NewRow = { ...row, output, finished_at }
    if (port !== undefined && port !== 'out') finished.port = port
    try {
      const large = this.#record(scope, finished)
      if (row.status === 'succeeded' && row.origin === undefined) measureStep(node, finished_at - row.started_at)
      if (large === null) this.#completed(scope, node, finished)
      else this.#run.under(this.#beside(scope, node, finished, large))
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      this.fail(scope, node, { code: error.code, message: error.message, node_id: node.id, field: null }, row)
    }
  }

  /** The output is stored first; its row then names it. The run itself continues with the value. */
  async #beside(scope: ScopeRun, node: PlanNode, row: NewRow, json: string): Promise<void> {
    const { outputs, recorder } = this.#run.options
    const key = keyOfOutput(recorder.execution_id, node.id, scope.iteration)
    await outputs?.put(key, json)
    if (scope.isDead()) return
    this.#record(scope, { ...row, output: undefined, stored: key, ...namedFiles(json) })
    this.#completed(scope, node, { ...row, stored: key })
    this.#run.pump(scope)
  }

  #completed(scope: ScopeRun, node: PlanNode, row: NewRow): void {
    scope.complete(node, row.port ?? 'out', row.output ?? null, row.stored)
    const { recorder, program } = this.#run.options
    if (program.nodes[node.index]?.isEffect) recorder.flush().catch((error) => this.#run.broke(error))
  }

  #threw(one: Try, thrown: unknown): void {
    one.values.release()
    const { scope, node, attempt } = one
    if (!(thrown instanceof NodeError) && isOutage(thrown) && this.#comesAgain(one)) return
    const policy = node.node.retry
    if (policy && attempt < policy.max_attempts && thrown instanceof NodeError && thrown.retryable) {
      const failed = { attempt, at: new Date().toISOString(), error: toRunError(thrown, node.id, () => {}) }
      this.#tries.set(`${node.id}:${scope.iteration}`, [...(this.#triesOf(one) ?? []), failed])
      this.#again(one, Math.min(MAX_DELAY_MS, policy.delay_ms * policy.backoff ** (attempt - 1)))
      return
    }
    const { report, recorder } = this.#run.options
    const error = toRunError(thrown, node.id, (unexpected) => report(unexpected, recorder.execution_id, node.id))
    this.fail(scope, node, error, this.#row(one))
  }

  /** The database is away: that is no fault of the node, and no attempt of it. */
  #comesAgain(one: Try): boolean {
    const key = `${one.node.id}:${one.scope.iteration}`
    const met = (this.#outages.get(key) ?? 0) + 1
    this.#outages.set(key, met)
    if (met > MOST_OUTAGES) return false
    this.#again(one, OUTAGE_PAUSE_MS, one.attempt)
    return true
  }

  #again(one: Try, delay: number, next_attempt = one.attempt + 1): void {
    const { scope, node, resolution } = one
    if (delay > LONGEST_PAUSE_MS) {
      const until = new Date(Date.now() + delay).toISOString()
      // A node that continues after a wait continues from there in its next attempt, too.
      const wait = { type: 'timer' as const, until, ...(resolution && { state: resolution as unknown as Json }) }
      this.#run.under(this.#run.wait(scope, node, this.#row(one), wait, next_attempt))
      return
    }
    // The attempt itself is not mentioned below: its settings would be kept during the pause.
    const before = { logs: one.before.logs, usage: one.context?.usage() ?? one.before.usage }
    const next = pause(delay).then(() => {
      if (scope.isDead()) return
      this.begin(scope, node, next_attempt, resolution, before)
      this.#run.pump(scope)
    })
    this.#run.under(next)
  }

  /** The node is given up: the run ends with it, or continues as its settings say. */
  fail(scope: ScopeRun, node: PlanNode, error: RunError, row: NewRow): void {
    const finished_at = Date.now()
    const failed: NewRow = { ...row, status: 'failed', error, finished_at }
    measureStep(node, finished_at - row.started_at)
    stepsFailed.inc({ type: node.node.type })
    const policy = node.node.on_error ?? 'stop'
    if (policy === 'stop') {
      this.#record(scope, failed)
      this.#run.failScope(scope, error)
      return
    }
    const port = policy === 'continue' ? 'out' : 'error'
    const output: Json = policy === 'continue' ? null : { code: error.code, message: error.message, node_id: node.id }
    this.#record(scope, { ...failed, output, port })
    scope.complete(node, port, output)
  }
}
