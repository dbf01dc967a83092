/** What a node sees of its run: its settings and input, the world through ports, the clock, its log. */
import type { Json, JsonObject, UserId } from '#contract/core/primitives.ts'
import type { Trigger } from '#contract/runs/execution-states.ts'
import type { PlanItem } from '#contract/runs/plan.ts'
import type { Evaluator } from '#graph/expressions/evaluator.ts'
import type { ModelCallMade, ModelPort, RecordedUsage, ToolCallMade } from '#nodes/model-port.ts'
import { type InboundValue, type NodeContext, NodeError, type Written } from '#nodes/node.ts'
import type { Owner, Ports } from '#nodes/ports.ts'
import type { RunnerPorts } from '#nodes/runner-ports.ts'
import { type ParsedConfig, settingsReader } from '#nodes/settings-reader.ts'
import { withoutSecrets } from '#nodes/without-secrets.ts'
import { type AskingStep, nameOfOwner, type WorkFor } from '#nodes/work-for.ts'
import { inToolSpan, tellToolCall } from '#server/platform/tracing/spans.ts'
import type { Attempting } from './attempt.ts'
import type { StepValues } from './held-values.ts'
import type { RunProcessor } from './processor.ts'
import type { FindNode } from './program.ts'
import { StepTrace, type TraceRow } from './trace.ts'
import type { BeforeWait } from './waits.ts'

export interface LogLine {
  at: string
  message: string
  data: Json
}

/** Bounds of one node's log: the rest is dropped, with a line that says so. */
const LOG_LINES = 100
const LOG_MESSAGE = 2_000
const LOG_DATA = 4_000
/** Calls of models kept on one node's row. */
const USAGE_LINES = 200

/** What an attempt is given. Functions are asked only when the node asks. */
export interface Attempt {
  execution_id: string
  node_id: string
  owner: Owner
  author: UserId | null
  /** The workflow version that runs. */
  version: string
  agent_version: string | null
  trigger: Trigger
  chosen: readonly string[]
  iteration: string
  attempt: number
  config: ParsedConfig
  input: Json
  inputs: () => InboundValue[]
  attempting: () => Attempting
  progress: (fraction: number, message: string, written?: Written) => void
  showPlan: (plan: readonly PlanItem[]) => void
  /** Keeps a call of a model or tool. */
  trace: (row: TraceRow) => void
  evaluator: RunProcessor
  values: StepValues
  /** What attempts before this one used of models, and what the node logged before it waited. */
  before: BeforeWait
}

export type MakeContext = (attempt: Attempt) => RunContext

interface Parts {
  find: FindNode
  make: MakeContext
}

class RunContext implements AskingStep {
  readonly config: ParsedConfig
  readonly input: Json
  readonly #attempt: Attempt
  #lines: LogLine[] | undefined
  #usage: readonly RecordedUsage[]
  readonly #traces = new Map<string, StepTrace>()
  #parts = 0

  constructor(attempt: Attempt) {
    this.#attempt = attempt
    this.config = attempt.config
    this.input = attempt.input
    this.#usage = attempt.before.usage ?? []
    if (attempt.before.logs) this.#lines = [...attempt.before.logs]
  }

  get inputs(): InboundValue[] {
    return this.#attempt.inputs()
  }

  get run(): NodeContext<ParsedConfig>['run'] {
    const { execution_id, node_id, owner, author, version, agent_version, trigger, chosen, iteration, attempt } =
      this.#attempt
    return {
      execution_id,
      node_id,
      owner,
      as: { owner, author, version, agent_version, execution: execution_id, trigger, chosen },
      iteration,
      attempt,
      idempotency_key: `${execution_id}:${node_id}:${iteration}`,
    }
  }

  get workflow_version(): string {
    return this.#attempt.version
  }

  get evaluator(): Evaluator {
    return this.#attempt.evaluator
  }

  get signal(): AbortSignal {
    return this.#attempt.attempting().signal
  }

  waits(): () => void {
    return this.#attempt.attempting().waits()
  }

  hold(characters: number): void {
    this.#attempt.values.take(characters)
  }

  /** This step, as it asks a process for work. */
  work(signal: AbortSignal): WorkFor {
    return { owner: nameOfOwner(this.#attempt.owner), signal, step: this }
  }

  measure<T>(work: () => T): T {
    const { evaluator } = this.#attempt
    // What waited in line may find that the run has used up its time meanwhile.
    evaluator.check()
    return evaluator.measure(work)
  }

  chargeCode(cpu_ms: number): void {
    this.#attempt.evaluator.chargeCode(cpu_ms)
  }

  now(): Date {
    return new Date()
  }

  log(message: string, data: Json = null): void {
    this.#lines ??= []
    if (this.#lines.length > LOG_LINES) return
    const full = this.#lines.length === LOG_LINES
    this.#lines.push({
      at: new Date().toISOString(),
      message: full ? `Only the first ${LOG_LINES} lines are kept.` : String(message).slice(0, LOG_MESSAGE),
      data: full ? null : bounded(withoutSecrets(data)),
    })
  }

  traceTool(call: ToolCallMade, under = ''): void {
    const shown = { ...call, arguments: withoutSecrets(call.arguments) }
    tellToolCall(shown)
    this.#attempt.trace(this.#tracing(under).tool({ ...call, arguments: shown.arguments as JsonObject }, this.now()))
  }

  inTool<T>(name: string, work: () => Promise<T>): Promise<T> {
    return inToolSpan(name, work)
  }

  /** @param under the part of the node whose calls they are; empty for its own */
  #tracing(under: string): StepTrace {
    const { node_id, iteration, attempt } = this.#attempt
    const known = this.#traces.get(under)
    if (known) return known
    const made = new StepTrace({ node_id, iteration: under === '' ? iteration : `${iteration}/${under}`, attempt })
    this.#traces.set(under, made)
    return made
  }

  progress(fraction: number, message: string, written?: Written): void {
    this.#attempt.progress(Math.min(1, Math.max(0, fraction)), String(message).slice(0, 200), written)
  }

  showPlan(plan: readonly PlanItem[]): void {
    this.#attempt.showPlan(plan)
  }

  lines(): LogLine[] | undefined {
    return this.#lines
  }

  /** The models with every call counted on this node's row. @param under as of `traceTool` */
  metered(model: ModelPort, under = ''): ModelPort {
    const { execution_id, node_id } = this.#attempt
    const record = (one: RecordedUsage) => {
      if (this.#usage.length < USAGE_LINES) this.#usage = [...this.#usage, one]
    }
    const trace = (call: ModelCallMade) => this.#attempt.trace(this.#tracing(under).model(call))
    return {
      available: (who) => model.available(who),
      generate: (request, who, signal, onText) =>
        model.generate(request, who, signal, onText, { execution_id, node_id, record, trace }),
    }
  }

  /** Another node as a part of this one: with its ports, its name and its log, under a key of its own. */
  async part(
    parts: Parts,
    wanted: { type: string; config: JsonObject; part: string | undefined },
    input: Json,
  ): Promise<Json> {
    const { type, config } = wanted
    const node = parts.find(type, 1)
    if (!node || node.trigger || (node.kind !== 'pure' && node.kind !== 'effect'))
      throw new NodeError('tool_unknown', `The node “${type}” cannot be used as a part of another.`)
    const read = settingsReader({ type, version: node.version, config }, node)
    const name = wanted.part === undefined ? ++this.#parts : `call ${wanted.part}`
    const values = this.#attempt.values.part()
    let inner: RunContext | undefined
    try {
      inner = parts.make({
        ...this.#attempt,
        iteration: `${this.#attempt.iteration}/${name}`,
        config: await read(() => ({ input, node: () => undefined }), this.evaluator, values),
        input,
        inputs: () => [],
        values,
        before: { logs: null, usage: this.#usage },
      })
      const result = await node.run(asNodeContext(inner))
      if (result.type !== 'output') throw new NodeError('tool_unknown', `The node “${type}” gave no answer.`)
      return result.output
    } finally {
      values.release()
      if (inner) this.#usage = inner.usage()
      for (const { message, data } of inner?.lines() ?? []) this.log(message, data)
    }
  }

  /** What this attempt and those before it used of models, one line per call. */
  usage(): readonly RecordedUsage[] {
    return this.#usage
  }
}

export type { RunContext }

function bounded(data: Json): Json {
  const text = JSON.stringify(data) ?? 'null'
  return text.length <= LOG_DATA ? data : `${text.slice(0, LOG_DATA)}…`
}

/** Ports as the engine is given them: what works in processes is told for which step. */
export type EnginePorts = Omit<Ports, keyof RunnerPorts> & RunnerPorts

/** Ports are the same for every attempt, so they sit on the prototype: a context costs two fields. */
export function createContextMaker(ports: EnginePorts, find: FindNode): MakeContext {
  const { model, code, embed, paperwork, documents, ...others } = ports
  class WithPorts extends RunContext {
    call(type: string, config: JsonObject, input: Json, part?: string): Promise<Json> {
      return this.part({ find, make }, { type, config, part }, input)
    }

    under(name: string): ReturnType<NodeContext<unknown>['under']> {
      return {
        model: this.metered(model, name),
        traceTool: (toolCall: ToolCallMade) => this.traceTool(toolCall, name),
      }
    }
  }
  const make: MakeContext = (attempt) => new WithPorts(attempt)
  Object.assign(WithPorts.prototype, others)
  const ofStep: { [Name in 'model' | keyof RunnerPorts]: (step: RunContext) => Ports[Name] } = {
    model: (step) => step.metered(model),
    code: (step) => (source, bindings, limits, signal) => code(source, bindings, limits, step.work(signal)),
    embed: (step) => (texts, signal) => embed(texts, step.work(signal)),
    paperwork: (step) => (work, inputs, signal) => paperwork(work, inputs, step.work(signal)),
    documents: (step) => ({ parse: (id, reader, signal) => documents.parse(id, reader, step.work(signal)) }),
  }
  for (const [name, of] of Object.entries(ofStep))
    Object.defineProperty(WithPorts.prototype, name, {
      get(this: RunContext) {
        return of(this)
      },
    })
  return make
}

/** Every port is on the prototype, put there by `createContextMaker`. */
export const asNodeContext = (context: RunContext): NodeContext<ParsedConfig> =>
  context as unknown as NodeContext<ParsedConfig>
