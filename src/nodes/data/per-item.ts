/** Evaluates an expression for each item of a list: what filter, sort and aggregate share. */
import type { Json } from '#contract/primitives.ts'
import type { Evaluator } from '#graph/evaluator.ts'
import { EXPRESSION_LIMITS, type ExpressionError } from '#graph/expression-error.ts'
import { type CompiledExpression, compileExpression, needsInterpreter } from '#graph/expressions.ts'
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
}

/**
 * One value per item, null for nothing found. Answers at once when the expression is of the common kind and the list is short.
 * @throws NodeError with the code of the expression's error, naming the item (or rejects with it)
 */
export function evaluateEach(
  source: PerItemSource,
  items: readonly Json[],
  { input, signal, evaluator }: PerItemContext,
): Json[] | Promise<Json[]> {
  const work: Work = { source, items, input, signal, evaluator, results: [], batch: FIRST_BATCH }
  const expression = compileExpression(source.expression)
  const pause = expression.fast ? evaluateFast(work, expression) : null
  return work.results.length === items.length && !pause ? work.results : evaluateRest(work, expression, pause)
}

/** What the evaluation of a list needs of the step it belongs to. */
export interface PerItemContext {
  input: Json
  signal: AbortSignal
  evaluator: Evaluator
}

interface Work extends PerItemContext {
  source: PerItemSource
  items: readonly Json[]
  results: Json[]
  batch: number
}

/** Evaluates until the list is done, others have to be let go first (a promise), or the interpreter is needed (null). */
function evaluateFast({ items, input, results, evaluator }: Work, expression: CompiledExpression) {
  const bindings = { input, item: null as Json, index: 0 }
  for (let index = results.length; index < items.length; index++) {
    const pause = index % 8 === 0 ? evaluator.pause() : null
    if (pause) return pause
    bindings.item = items[index] as Json
    bindings.index = index
    try {
      const until = performance.now() + EXPRESSION_LIMITS.fast_ms
      results.push(expression.evaluateFast(bindings, bindings.item, until) ?? null)
    } catch (thrown) {
      if (needsInterpreter(thrown)) return null
      throw thrown
    }
  }
  return null
}

async function evaluateRest(work: Work, expression: CompiledExpression, paused: Promise<void> | null): Promise<Json[]> {
  const { items, results, signal } = work
  for (let pause = paused; ; ) {
    await pause
    signal.throwIfAborted()
    // After a pause on the synchronous path; otherwise the next item needs the interpreter.
    if (pause === null && results.length < items.length) await evaluateBatch(work, expression)
    if (results.length === items.length) return results
    pause = expression.fast ? evaluateFast(work, expression) : null
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
  for (const value of values) results.push(value)
  if (failed) throw asNodeError(failed, work.source, results.length)
}

function asNodeError(thrown: ExpressionError, source: PerItemSource, index: number): NodeError {
  return new NodeError(thrown.code, `Item ${index + 1}: ${thrown.message}`, { field: source.field, cause: thrown })
}

/** `evaluateEach` for several expressions: one row of values per item. */
export async function evaluateRows(
  sources: readonly PerItemSource[],
  items: readonly Json[],
  context: PerItemContext,
): Promise<Json[][]> {
  const columns: Json[][] = []
  for (const source of sources) columns.push(await evaluateEach(source, items, context))
  return items.map((_, row) => columns.map((column) => column[row] ?? null))
}
