/** Evaluates an expression for each item of a list: what filter, sort and aggregate share. */
import type { Json } from '#contract/core/primitives.ts'
import type { Evaluator } from '#graph/expressions/evaluator.ts'
import { EXPRESSION_LIMITS, type ExpressionError } from '#graph/expressions/expression-error.ts'
import { type CompiledExpression, compileExpression, needsInterpreter } from '#graph/expressions/expressions.ts'
import { toBoolean } from '#graph/expressions/fast-values.ts'
import { charactersLeft, QUICK_CHARACTERS } from '#graph/values/value-size.ts'
import { NodeError } from '#nodes/node.ts'

/** Items are sent to the evaluator in batches: small ones first, larger ones while they are quick to copy. */
const FIRST_BATCH = 64
const LARGEST_BATCH = 4_096
/** A batch that took longer than this (ms) to hand over makes the next one smaller. */
const COPY_MS = 2

export interface PerItemSource {
  /** JSONata without braces. */
  expression: string
  /** Dotted path of the setting it comes from. */
  field: string
  /** What becomes of each value at once, so that large ones are neither kept nor looked through again. */
  as?: (value: Json) => Json
}

/**
 * One value per item, null for nothing found. Answers at once when the expression is of the common kind and the list is short.
 * @param room shared by all lists of values that the step keeps
 * @throws NodeError with the code of the expression's error, naming the item (or rejects with it)
 */
export function evaluateEach(
  source: PerItemSource,
  items: readonly Json[],
  context: PerItemContext,
  room = new ResultRoom(context),
): Json[] | Promise<Json[]> {
  const { input, signal, evaluator } = context
  const work: Work = { source, items, input, signal, evaluator, results: [], batch: FIRST_BATCH, room }
  const expression = compileExpression(source.expression)
  const pause = expression.fast ? evaluateFast(work, expression) : null
  return work.results.length === items.length && !pause ? work.results : evaluateRest(work, expression, pause)
}

/** Of a condition. */
export const isTrue = (value: Json): boolean => toBoolean(value) === true

/** What the evaluation of a list needs of the step it belongs to. */
export interface PerItemContext {
  input: Json
  signal: AbortSignal
  evaluator: Evaluator
  hold(characters: number): void
}

/** What the results of one step may take: a text that is put together costs nothing until it is read. */
export class ResultRoom {
  readonly #context: Pick<PerItemContext, 'hold'>
  #left: number = EXPRESSION_LIMITS.characters
  #unheld = 0

  constructor(context: Pick<PerItemContext, 'hold'>) {
    this.#context = context
  }

  /**
   * @param isKept it stays in memory
   * @returns false when there is no room
   * @throws NodeError `run_too_large`, `server_full`
   */
  take(value: Json, isKept: boolean): boolean {
    const left = charactersLeft(this.#left, value)
    if (left < 0) return false
    if (isKept) this.#hold(this.#left - left)
    this.#left = left
    return true
  }

  /** In portions: small values are not counted one by one. */
  #hold(characters: number): void {
    this.#unheld += characters
    if (this.#unheld <= QUICK_CHARACTERS) return
    this.#context.hold(this.#unheld)
    this.#unheld = 0
  }
}

interface Work extends Omit<PerItemContext, 'hold'> {
  source: PerItemSource
  items: readonly Json[]
  results: Json[]
  batch: number
  room: ResultRoom
}

/** @throws NodeError `expression_too_large`, `run_too_large`, `server_full` */
function keep(work: Work, value: Json): void {
  const { results, source } = work
  if (!work.room.take(value, source.as === undefined)) {
    const most = EXPRESSION_LIMITS.characters / 1_000_000
    const message = `Item ${results.length + 1}: the results together hold more than ${most} million characters`
    throw new NodeError('expression_too_large', message, { field: source.field })
  }
  results.push(source.as ? source.as(value) : value)
}

/** Evaluates until the list is done, others have to be let go first (a promise), or the interpreter is needed (null). */
function evaluateFast(work: Work, expression: CompiledExpression) {
  const { items, input, results, evaluator } = work
  const bindings = { input, item: null as Json, index: 0 }
  for (let index = results.length; index < items.length; index++) {
    const pause = index % 8 === 0 ? evaluator.pause() : null
    if (pause) return pause
    bindings.item = items[index] as Json
    bindings.index = index
    try {
      const until = performance.now() + EXPRESSION_LIMITS.fast_ms
      keep(work, expression.evaluateFast(bindings, bindings.item, until) ?? null)
    } catch (thrown) {
      if (needsInterpreter(thrown)) return null
      throw thrown
    }
  }
  return null
}

async function evaluateRest(work: Work, expression: CompiledExpression, paused: Promise<void> | null): Promise<Json[]> {
  const { items, results, signal, evaluator } = work
  for (let pause = paused; ; ) {
    await pause
    signal.throwIfAborted()
    // After a pause on the synchronous path; otherwise the next item needs the interpreter.
    if (pause === null && results.length < items.length) await evaluateBatch(work, expression)
    if (results.length === items.length) return results
    pause = expression.fast ? evaluator.measure(() => evaluateFast(work, expression)) : null
  }
}

async function evaluateBatch(work: Work, { source, mentions }: CompiledExpression): Promise<void> {
  const { items, input, results, evaluator } = work
  const from = results.length
  const began = performance.now()
  const batch = items.slice(from, from + work.batch)
  const job = { source, items: batch, from, input: mentions.has('input') ? input : null }
  const done = evaluator.items(job)
  work.batch = performance.now() - began > COPY_MS ? Math.ceil(work.batch / 4) : Math.min(LARGEST_BATCH, work.batch * 2)
  const { values, failed } = await done
  evaluator.measure(() => {
    for (const value of values) keep(work, value)
  })
  if (failed) throw asNodeError(failed, work.source, results.length)
}

function asNodeError(thrown: ExpressionError, source: PerItemSource, index: number): NodeError {
  return new NodeError(thrown.code, `Item ${index + 1}: ${thrown.message}`, { field: source.field, cause: thrown })
}

/** `evaluateEach` for several expressions, which share the room: for each of them one value per item. */
export async function evaluateColumns(
  sources: readonly PerItemSource[],
  items: readonly Json[],
  context: PerItemContext,
): Promise<Json[][]> {
  const columns: Json[][] = []
  const room = new ResultRoom(context)
  for (const source of sources) columns.push(await evaluateEach(source, items, context, room))
  return columns
}
