/** Tries an expression that a node evaluates once per item, on the first item there is. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { ExpressionError } from '#graph/expressions/expression-error.ts'
import { compileExpression } from '#graph/expressions/expressions.ts'

export interface ItemInput {
  /** Without braces. */
  text: string
  bindings: { input: Json; nodes: JsonObject; trigger?: Json; vars?: JsonObject; item?: Json; index?: number }
}

/** `$item` where it is known, else the first item of the input. */
function itemOf({ item, input }: ItemInput['bindings']): Json {
  if (item !== undefined) return item
  return Array.isArray(input) ? (input[0] ?? null) : input
}

/** As `evaluate` answers. */
export async function evaluateItem({
  text,
  bindings,
}: ItemInput): Promise<{ value: Json | undefined } | { failure: string; at: number | null }> {
  const { input, vars, index = 0 } = bindings
  const item = itemOf(bindings)
  try {
    return { value: await compileExpression(text).evaluate({ input, item, index, ...(vars && { vars }) }, item) }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { failure: error.message, at: error.position }
  }
}
