/**
 * Where expressions are evaluated that may take long. The server hands them to worker threads and charges their processor time to the
 * run; browsers, worker threads and tests evaluate them in place (`evaluate-here.ts`). See docs/decisions/0195.
 */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { ExpressionError } from './expression-error.ts'

/** The values that the expressions of one job mention, and nothing else: they may have to be copied. */
export interface SentBindings {
  input: Json
  nodes: JsonObject
  trigger?: Json
  vars?: JsonObject
  item?: Json
  index?: number
}

/** All expressions in the settings of one step. */
export interface SettingsJob {
  /** The settings as written, as JSON text. */
  config: string
  /** See `CompileOptions.raw`. */
  raw: readonly string[]
  bindings: SentBindings
}

/** One expression for each item of a list; `$` is the item. */
export interface ItemsJob {
  source: string
  items: readonly Json[]
  /** `$index` of the first item. */
  from: number
  /** `$input`; null when the expression does not mention it. */
  input: Json
}

/** Stops at the first item that fails. May also stop earlier when time is up: the caller then asks for the remaining items. */
export interface ItemsResult {
  values: Json[]
  failed: ExpressionError | null
}

export interface Evaluator {
  /** @throws ExpressionError, NodeError `cpu_limit` */
  settings(job: SettingsJob): Promise<JsonObject>
  /** @throws NodeError `cpu_limit` */
  items(job: ItemsJob): Promise<ItemsResult>
  /**
   * Lets the event loop serve others when the current work has used up its time slice; null when it has not.
   * @throws NodeError `cpu_limit`
   */
  pause(): Promise<void> | null
  /** Does a piece of work at once and counts its processor time; work inside of work counts once. */
  measure<T>(work: () => T): T
  /** Counts processor time that a step took in another thread, in ms. */
  charge(cpu_ms: number): void
}

/** Evaluates for many owners, who take turns, and measures the processor time of each job. */
export interface SharedEvaluator {
  /** `settings` is null when an expression failed. */
  settings(
    owner: string,
    job: SettingsJob,
  ): Promise<
    { cpu_ms: number } & ({ settings: JsonObject; failed: null } | { settings: null; failed: ExpressionError })
  >
  items(owner: string, job: ItemsJob): Promise<ItemsResult & { cpu_ms: number }>
}
