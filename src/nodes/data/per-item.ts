/** Evaluates an expression for each item of a list: what filter, sort and aggregate share. */
import type { Json } from '#contract/primitives.ts'
import { ExpressionError } from '#graph/expression-error.ts'
import { compileExpression } from '#graph/expressions.ts'
import { NodeError } from '#nodes/node.ts'

/** All items together may take this long. */
const LONGEST_MS = 10_000

export interface PerItemSource {
  /** JSONata without braces. */
  expression: string
  /** Dotted path of the setting it comes from. */
  field: string
}

/**
 * One value per item, null for nothing found. Answers at once when the expression is of the common kind.
 * @throws NodeError with the code of the expression's error, naming the item (or rejects with it)
 */
export function evaluateEach(
  source: PerItemSource,
  items: readonly Json[],
  input: Json,
  signal: AbortSignal,
): Json[] | Promise<Json[]> {
  const compiled = compileExpression(source.expression)
  const bindings = { input, item: null as Json, index: 0 }
  const evaluate = (index: number) => {
    bindings.item = items[index] as Json
    bindings.index = index
    return compiled.evaluate(compiled.fast ? bindings : { ...bindings }, bindings.item)
  }
  const deadline = Date.now() + LONGEST_MS
  const watch = (index: number) => {
    if (index % 256 !== 0) return
    signal.throwIfAborted()
    if (Date.now() < deadline) return
    throw new NodeError('expression_timeout', `The list took longer than ${LONGEST_MS / 1000} s`, {
      field: source.field,
    })
  }
  const results: Json[] = []
  const finish = async (first: Promise<Json | undefined>): Promise<Json[]> => {
    let pending: Json | undefined | Promise<Json | undefined> = first
    for (let index = results.length; index < items.length; index++) {
      watch(index)
      try {
        results.push((await pending) ?? null)
        if (index + 1 < items.length) pending = evaluate(index + 1)
      } catch (thrown) {
        throw asNodeError(thrown, source, index)
      }
    }
    return results
  }
  for (let index = 0; index < items.length; index++) {
    watch(index)
    const found = evaluate(index)
    if (found instanceof Promise) return finish(found)
    results.push(found ?? null)
  }
  return results
}

function asNodeError(thrown: unknown, source: PerItemSource, index: number): unknown {
  if (!(thrown instanceof ExpressionError)) return thrown
  return new NodeError(thrown.code, `Item ${index + 1}: ${thrown.message}`, { field: source.field, cause: thrown })
}

/** `evaluateEach` for several expressions: one row of values per item. */
export async function evaluateRows(
  sources: readonly PerItemSource[],
  items: readonly Json[],
  input: Json,
  signal: AbortSignal,
): Promise<Json[][]> {
  const columns: Json[][] = []
  for (const source of sources) columns.push(await evaluateEach(source, items, input, signal))
  return items.map((_, row) => columns.map((column) => column[row] ?? null))
}
