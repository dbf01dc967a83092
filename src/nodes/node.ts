/**
 * What a node is: one value with `run(ctx)`. Form, validation, palette, docs, the registry endpoints of §7 and the type of
 * `ctx.config` come from its declaration. A node touches the world only through the ports on `ctx`.
 */
import type { z } from 'zod'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { PlanItem } from '#contract/runs/plan.ts'
import type { Evaluator } from '#graph/expressions/evaluator.ts'
import type { ToolCallMade } from './model-port.ts'
import type { Owner, Ports, RunAs } from './ports.ts'

export const CATEGORIES = [
  'trigger',
  'flow',
  'data',
  'people',
  'integration',
  'code',
  'document',
  'healthcare',
  'legal',
  'finance',
  'ai',
  'output',
] as const
export type Category = (typeof CATEGORIES)[number]

/**
 * How a run of the node is recorded. `pure`: same input, same output, so its row may be buffered and the node may run again
 * after a crash. `effect`: touches the world; its row is committed before anything depends on it. `wait`: needs time or a
 * person. `control`: decides which edges live; recorded like `pure`.
 */
export type NodeKind = 'pure' | 'effect' | 'wait' | 'control'

export interface Port {
  name: string
  title: string
}

/**
 * What a wait waits for. `until` is ISO 8601; a wait whose time passes resolves as `{type: 'timeout'}`. `state` is given back with the
 * end of the wait: what the node has done so far. `from_input`: its details, or the values of its fields, are the input of the step or
 * what a model answered, because the settings say nothing; where the steps are closed they are not shown. `settings` are shown with the
 * details to those who may read the settings of the step.
 */
export type Wait =
  | { type: 'timer'; until: string; state?: Json }
  | {
      type: 'approval'
      title: string
      details: Json
      until: string | null
      state?: Json
      from_input?: true
      settings?: JsonObject
    }
  | { type: 'form'; title: string; fields: Json; until: string | null; from_input?: true }
  | { type: 'child'; workflow_id: string; input: Json; state?: Json }
  /** For a run of an agent of the marketplace, which the person whose run this is pays for, `most_paise` with its AI models at most. */
  | { type: 'child'; agent_id: string; most_paise: number; input: Json; state?: Json }
  /** Until an account is connected again: the author's `credential`, or what the runner lends to the `slot`. `title` says which, in words. */
  | { type: 'account'; title: string; credential: string | null; slot: string | null; until: string; state: Json }

/** How a wait ended; given to the node's `resume`. */
export type Resolution = { state?: Json } & (
  | { type: 'timeout' }
  | { type: 'account' }
  | {
      type: 'approval'
      approved: boolean
      comment: string
      by: string | null
      /** Where it was answered, when that is outside of the product. */
      way?: 'slack' | 'telegram'
    }
  | { type: 'form'; values: JsonObject; by: string | null }
  | { type: 'child'; status: 'succeeded' | 'failed' | 'cancelled'; output: Json; message: string | null }
)

export type NodeResult =
  /** Finished: `output` leaves through `port` (`out` when absent); edges from other ports are dead. */
  | {
      type: 'output'
      output: Json
      port?: string
      /** The node had nothing to do and passes its input on: its run is shown as skipped, not as succeeded. */
      skipped?: true
    }
  /** Not yet: nothing is kept in memory until the wait resolves. */
  | { type: 'wait'; wait: Wait }
  /** Ends the whole execution. */
  | { type: 'stop'; status: 'succeeded' | 'failed'; output: Json; message: string }
  /** Runs the nodes behind port `item` once per item; then `{items: results, errors}` leaves through `out`. */
  | { type: 'map'; items: Json[]; concurrency: number; on_item_error: 'stop' | 'keep' }
  /** Runs the nodes behind port `item` turn by turn, each with what the one before gave, while `again` says so; then `{value, turns, complete}` leaves through `out`. */
  | {
      type: 'loop'
      start: Json
      most: number
      fail: boolean
      again: (state: Json, turn: number) => boolean | Promise<boolean>
    }

/** The value that arrived over one live inbound edge, in document order. */
export interface InboundValue {
  node: string
  port: string
  value: Json
}

export interface NodeContext<Config> extends Ports {
  /** Parsed settings, expressions already resolved. */
  readonly config: Config
  /** The inbound value; with several live inbound edges an object keyed by node id; for a trigger the execution's input. */
  readonly input: Json
  readonly inputs: readonly InboundValue[]
  readonly run: {
    readonly execution_id: string
    readonly node_id: string
    readonly owner: Owner
    /** In whose name ports act. */
    readonly as: RunAs
    readonly iteration: string
    /** 1 for the first attempt. */
    readonly attempt: number
    /** `<execution>:<node>:<iteration>`: the same for every attempt, so that an effect is made once. */
    readonly idempotency_key: string
  }
  /** Evaluates expressions of the settings that a node leaves unresolved, such as one for each item. */
  readonly evaluator: Evaluator
  /** Aborted on cancel, pause, time-out and shutdown. */
  readonly signal: AbortSignal
  /** The node waits for its turn, and its time limit does not run, until the returned function is called. */
  waits(): () => void
  /**
   * Counts characters that the node keeps in memory besides its settings and input, until the step ends.
   * @throws NodeError `run_too_large`, `server_full`
   */
  hold(characters: number): void
  /**
   * Runs another node as a part of this one; its settings may hold expressions over `$input`. Nodes that start, wait or steer are not run.
   * @param part tells it from other parts, also of attempts before and after a wait; counted in this attempt when left out
   * @throws NodeError `tool_unknown`, and what the node throws
   */
  call(type: string, config: JsonObject, input: Json, part?: string): Promise<Json>
  /** The clock. A `pure` node does not read it. */
  now(): Date
  /** A line in the node's log, shown in the timeline. */
  log(message: string, data?: Json): void
  /** Keeps a call of a tool in the trace of the run. Calls of models get there without it. */
  traceTool(call: ToolCallMade): void
  /** Does what a tool is asked for: what the work calls is told to be a part of the call, which `traceTool` tells the result of. */
  inTool<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Models and the trace for a part of this node: its calls are kept under `name`, which no other part of the node has. */
  under(name: string): Pick<NodeContext<unknown>, 'model' | 'traceTool'>
  /**
   * How far a long node is, 0 to 1, with what it is doing; shown live, not stored. `written` is the end of a text that it is writing, from
   * its character `at` on.
   */
  progress(fraction: number, message: string, written?: Written): void
  /** What it plans to do and how far it is; shown live, not stored. */
  showPlan(plan: readonly PlanItem[]): void
}

/** The end of a text that is being written: its characters from `at` on. */
export interface Written {
  at: number
  text: string
}

export interface NodeDefinition<Config extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  type: string
  version: number
  title: string
  category: Category
  /** A lucide icon name. */
  icon: string
  /** What it does, one or two plain sentences for palette and docs. */
  description: string
  kind: NodeKind
  /** Starts a workflow: no inbound edge, exactly one per workflow. */
  trigger?: boolean
  /** It cannot work without these; validation says so where they are not set up. */
  needs?: readonly 'model'[]
  /** Whether it works with these settings where what it needs is not set up. */
  copes?(config: JsonObject): boolean
  /** Stands for something that has to be replaced: a problem of every workflow that holds it switched on. */
  unfinished?: { code: string; message: string }
  /** Settings; `.describe()` gives the help text, `.meta({title, widget})` the form. */
  config: Config
  /** What `output` of a successful run looks like. */
  output: Output
  /** Outbound ports, when not the single `out`. May depend on the settings (switch). */
  ports?: readonly Port[] | ((config: z.output<Config>) => readonly Port[])
  /** Settings that work, for docs and tests; needed when `{}` is not valid. */
  example?: JsonObject
  /** One line for the node's card, from its settings (in which texts may still hold expressions). */
  sentence(config: z.output<Config>): string
  /**
   * Takes CPU time in proportion to its input: the server runs it in a thread of its own, always or when its settings and input are large.
   * Settings, input and output are copied.
   */
  heavy?: true | 'when_large'
  /** Default time-out in ms when the document gives none; 30,000 when absent. */
  timeout_ms?: number
  /** Turns the settings of an older version of this node into this version's. */
  migrate?(config: JsonObject, fromVersion: number): JsonObject
  /** May answer synchronously: a pure node should, it saves a tick. */
  run(ctx: NodeContext<z.output<Config>>): NodeResult | Promise<NodeResult>
  /** Called once when a wait this node asked for has ended. */
  resume?(ctx: NodeContext<z.output<Config>>, resolution: Resolution): NodeResult | Promise<NodeResult>
}

/** Keeps the config type of a node definition while `run` is written. */
export const defineNode = <Config extends z.ZodObject, Output extends z.ZodType>(
  definition: NodeDefinition<Config, Output>,
): NodeDefinition<Config, Output> => definition

/** A finished result. `port` is `out` when absent. */
export const output = (value: Json, port?: string): NodeResult =>
  port === undefined ? { type: 'output', output: value } : { type: 'output', output: value, port }

/** A result of a node that had nothing to do: the run shows it as skipped, and `value` is passed on. */
export const skipped = (value: Json): NodeResult => ({ type: 'output', output: value, skipped: true })

/**
 * A refusal of a node: shown to the person as it is. `code` is stable (`file_encrypted`), `retryable` says whether the node's
 * retry policy applies.
 */
export class NodeError extends Error {
  readonly code: string
  readonly retryable: boolean
  readonly field: string | null
  /** The id of the credential that has to be connected again, where that is what is wrong. */
  readonly credential: string | null
  constructor(
    code: string,
    message: string,
    options: { retryable?: boolean; field?: string; credential?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'NodeError'
    this.code = code
    this.retryable = options.retryable ?? false
    this.field = options.field ?? null
    this.credential = options.credential ?? null
  }
}
